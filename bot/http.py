"""The one web application of all platforms, and the server that serves it."""

import asyncio
import errno
import os
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

import uvicorn
from starlette.applications import Starlette
from starlette.routing import BaseRoute

from bot.core.errors import TutorError

LOCAL = "127.0.0.1"
_OTHER_PORT = "trapwise demo --port 0 (for run, TRAPWISE_HTTP__PORT=0)"
_STOP_SECONDS = 2
_POLL_SECONDS = 0.01


def application(routes: Sequence[BaseRoute]) -> Starlette:
    """What all platforms serve; each guards its own routes."""
    return Starlette(routes=routes)


def _nothing() -> None:
    """No response is endless."""


class PortTaken(TutorError):
    """The port cannot be had, or the host is none of ours."""


def _not_had(host: str, port: int, error: OSError) -> PortTaken:
    """What is wrong: the host if it has no address, or none of this machine's, else the port."""
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        reason = error.strerror or "no address"
        return PortTaken(f"This machine cannot be reached at {host}: {reason}.", example=f"TRAPWISE_HTTP__HOST={LOCAL}")
    where = f"Port {port}" if host == LOCAL else f"Port {port} at {host}"
    return PortTaken(f"{where} cannot be used: {os.strerror(error.errno or 0)}.", example=_OTHER_PORT)


class Server:
    """Serves an application at one address, from `start` until `ended` returns."""

    def __init__(
        self,
        served: Starlette,
        port: int,
        hang_up: Callable[[], None] = _nothing,
        host: str = LOCAL,
        *,
        hears_signals: bool = True,
    ) -> None:
        """Take the port (0 for any free one); PortTaken if it cannot be had.

        `hang_up` ends endless responses. SIGINT and SIGTERM end it, unless they are somebody else's to hear.
        """
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            socket.getaddrinfo(host, port, family)  # whose error tells an unknown name from a taken port
            self._socket = socket.create_server((host, port), family=family)
        except OSError as error:
            raise _not_had(host, port, error) from error
        config = uvicorn.Config(
            served, log_config=None, log_level="error", lifespan="off", timeout_graceful_shutdown=_STOP_SECONDS
        )
        self._server = _Server(config, hang_up) if hears_signals else _DeafServer(config, hang_up)
        self._task: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        """Where to look."""
        host, port = self._socket.getsockname()[:2]
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    async def start(self) -> None:
        """Begin to serve; returns when requests are taken."""
        self._task = asyncio.create_task(self._server.serve(sockets=[self._socket]))
        while not self._server.started and not self._task.done():  # noqa: ASYNC110 - uvicorn has a flag, no event
            await asyncio.sleep(_POLL_SECONDS)

    async def ended(self) -> None:
        """Wait until a signal or `stop` ends it."""
        if self._task is not None:
            await self._task

    def stop(self) -> None:
        """Take no more requests and finish those under way."""
        self._server.should_exit = True


class _Server(uvicorn.Server):
    """Ends in order on SIGINT and SIGTERM, so that everything else can be stopped after it."""

    def __init__(self, config: uvicorn.Config, hang_up: Callable[[], None]) -> None:
        super().__init__(config)
        self._hang_up = hang_up

    def handle_exit(self, sig: int, _frame: FrameType | None) -> None:
        """Note the signal; unlike uvicorn's own, it is not raised again at the end."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the endless responses, then wait for the others."""
        self._hang_up()
        await super().shutdown(sockets)


class _DeafServer(_Server):
    """Ends only when it is told to: a signal's second coming must find the handlers of whoever owns it."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals as they are."""
        yield

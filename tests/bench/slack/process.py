"""A bot in a process of its own, so that it shares neither its event loop nor its lock with whoever measures it."""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path

import uvicorn
from slack_bolt.adapter.asgi.async_handler import AsyncSlackRequestHandler
from slack_bolt.async_app import AsyncApp

from tests.bench.slack.clicks import PATH

_HOME = Path(__file__).parents[3]
_OWN = "SLACK_"
"""What slack-bolt reads from the environment begins so, and would make it another bot."""


@asynccontextmanager
async def a_bot(module: str, *, database_url: str, slack: str) -> AsyncIterator[str]:
    """The address of a running bot: its module is told the database and the Web API, and prints where it listens.

    Raises:
        RuntimeError: it ended before it listened.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_OWN)}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        database_url,
        slack,
        stdout=asyncio.subprocess.PIPE,
        env={**kept, "PYTHONPATH": str(_HOME)},
    )
    assert process.stdout is not None
    try:
        line = await process.stdout.readline()
        if not line:
            raise RuntimeError(f"{module} did not start")
        yield line.decode().strip()
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()


def run(serve: Callable[[str, str], Coroutine[object, object, None]]) -> None:
    """Be such a bot."""
    database_url, slack = sys.argv[1:]
    asyncio.run(serve(database_url, slack))


async def serve_bolt(app: AsyncApp) -> None:
    """Serve an app through bolt's own adapter, with nothing around it, until a signal ends it."""
    handler = AsyncSlackRequestHandler(app, path=PATH)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        announce(f"http://127.0.0.1:{listening.getsockname()[1]}")
        config = uvicorn.Config(handler, log_level="error", access_log=False, lifespan="off")
        await uvicorn.Server(config).serve(sockets=[listening])


def announce(url: str) -> None:
    """Tell whoever started this process where it listens."""
    sys.stdout.write(f"{url}\n")
    sys.stdout.flush()

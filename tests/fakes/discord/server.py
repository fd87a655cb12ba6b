"""The web server: each request is read, logged, perhaps disturbed, and answered by its handler."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from tests.fakes.discord.description import Description
from tests.fakes.discord.faults import Fault, Faults, Trouble
from tests.fakes.discord.interaction import Interaction
from tests.fakes.discord.limits import Limits, Over
from tests.fakes.discord.refusals import Refusal, Refused
from tests.fakes.discord.routes import CREATED, Call, Route
from tests.fakes.discord.state import State, Upload

Handler = Callable[[Call], Awaitable[Any]]
PREFIX = "/api/v10"
MOST_CHECKED = 50


@dataclass
class Crashes:
    """Mistakes of the fake itself: noted, so that a test fails by them and not by what follows from them."""

    found: list[BaseException] = field(default_factory=list)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None and not isinstance(error, asyncio.CancelledError):
            self.found.append(error)


class Server:
    """All handlers behind one door."""

    def __init__(
        self,
        state: State,
        interactions: dict[str, Interaction],
        faults: Faults,
        limits: Limits,
        spec: Description | None,
    ) -> None:
        self.calls: list[Call] = []
        self.crashes = Crashes()
        self._state = state
        self._interactions = interactions
        self._faults = faults
        self._limits = limits
        self._spec = spec
        self._checked: Counter[Route] = Counter()
        self._under_way = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def quiet(self) -> None:
        """Wait until no request is under way."""
        await self._idle.wait()

    def mount(self, app: web.Application, handlers: Mapping[Route, Handler]) -> None:
        """Put every handler at its path."""
        for route, handler in handlers.items():
            app.router.add_route(route.method, PREFIX + route.path, self._door(route, handler))
        app.router.add_get("/cdn/attachments/{channel}/{id}/{name}", self._file)
        app.router.add_route("*", PREFIX + "/{rest:.*}", self._unknown)

    def _door(self, route: Route, handler: Handler) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def answer(request: web.Request) -> web.Response:
            with self.crashes, self._busy():
                call = await self._read(route, request)
                fault = self._faults.take(call)
                disturbed = await disturb(fault, request)
                if disturbed is not None:
                    call.status = disturbed.status if fault and fault.trouble is not Trouble.RESET else 0
                    return disturbed
                response = await self._answered(call, handler, request, fault)
                if fault is not None and fault.trouble is Trouble.LOST_ANSWER:
                    hang_up(request)
                    call.status = 0
                return response

        return answer

    @contextmanager
    def _busy(self) -> Iterator[None]:
        """A request is under way."""
        self._under_way += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._idle.set()

    async def _answered(self, call: Call, handler: Handler, request: web.Request, fault: Fault | None) -> web.Response:
        over = self._limits.take(call)
        if over is not None:
            call.status = 429
            return as_json(over.body, 429, over.headers)
        try:
            self._check(call, request, fault)
            call.answer = await handler(call)
            call.status = 204 if call.answer is None else CREATED.get(call.route, 200)
            self._hold(call)
        except Refused as refused:
            call.status, call.code = refused.status, refused.code
            return as_json(refused.body(), refused.status, self._limits.headers(call))
        return as_json(call.answer, call.status, self._limits.headers(call))

    def _check(self, call: Call, request: web.Request, fault: Fault | None) -> None:
        """The token, the fault that is a refusal, and whether the body can be read."""
        if not call.route.by_token and request.headers.get("Authorization") != f"Bot {self._state.token}":
            raise Refusal.UNAUTHORIZED.error()
        if fault is not None and fault.trouble is Trouble.REFUSAL:
            raise fault.refusal.error()
        if call.body is BROKEN:
            raise Refusal.INVALID_JSON.error()

    def _hold(self, call: Call) -> None:
        """What the fake takes or says and the description does not is a mistake, to be told at the end."""
        if self._spec is None:
            return
        self._checked[call.route] += 1
        said = self._spec.said_of_request(call)
        if self._checked[call.route] <= MOST_CHECKED:
            said = said or self._spec.said_of_answer(call)
        if said:
            self.crashes.found.append(AssertionError(said))
            raise Refusal.INVALID_FORM_BODY.error({"_errors": [{"code": "NOT_AS_DESCRIBED", "message": said}]})

    async def _read(self, route: Route, request: web.Request) -> Call:
        """A request with its body, from JSON or from a form with files."""
        params = dict(request.match_info)
        call = Call(route=route, params=params, query=dict(request.query), body=None, at=time.monotonic())
        call.channel = self._channel(params)
        self.calls.append(call)
        if request.content_type.startswith("multipart/"):
            await read_form(call, request)
        else:
            call.body = read_json(await request.text())
        if call.body is None and route.method in ("POST", "PATCH"):
            call.body = {}
        return call

    def _channel(self, params: dict[str, str]) -> int | None:
        """The channel that a path is about, by its id or by an interaction's token."""
        if "channel" in params:
            return int(params["channel"])
        found = self._interactions.get(params.get("token", ""))
        return found.channel.id if found is not None else None

    async def _file(self, request: web.Request) -> web.Response:
        upload = self._state.files.get(request.path.removeprefix("/cdn"))
        if upload is None:
            return web.Response(status=404)
        return web.Response(body=upload.data, content_type=upload.content_type)

    async def _unknown(self, request: web.Request) -> web.Response:
        self.crashes.found.append(LookupError(f"the fake has no {request.method} {request.path}"))
        return as_json(Refusal.NOT_FOUND.error().body(), 404, {})


BROKEN = object()


def read_json(text: str) -> Any:
    """The body, None without one, BROKEN if it is no JSON."""
    try:
        return json.loads(text) if text else None
    except json.JSONDecodeError:
        return BROKEN


async def read_form(call: Call, request: web.Request) -> None:
    """`payload_json` is the body; `files[n]` are the files."""
    for name, value in (await request.post()).items():
        if isinstance(value, web.FileField):
            data = value.file.read()
            number = int(name.removeprefix("files[").removesuffix("]"))
            call.uploads[number] = Upload(filename=value.filename, data=data, content_type=value.content_type)
        elif name == "payload_json":
            call.body = read_json(str(value))


def as_json(body: Any, status: int, headers: dict[str, str]) -> web.Response:
    """An answer; its type is exactly what Discord's is."""
    if body is None:
        return web.Response(status=status, headers=headers)
    return web.Response(
        body=json.dumps(body).encode(), status=status, headers={**headers, "Content-Type": "application/json"}
    )


async def disturb(fault: Fault | None, request: web.Request) -> web.Response | None:
    """What happens before anything is done, if something does."""
    if fault is None:
        return None
    if fault.trouble is Trouble.RESET:
        return hang_up(request)
    if fault.trouble is Trouble.STATUS:
        return web.Response(text="<html>upstream trouble</html>", status=fault.status, content_type="text/html")
    if fault.trouble is Trouble.RATE_LIMIT:
        over = Over(seconds=fault.seconds, everywhere=fault.everywhere)
        return as_json(over.body, 429, over.headers)
    if fault.trouble is Trouble.DELAY:
        await asyncio.sleep(fault.seconds)
    return None


def hang_up(request: web.Request) -> web.Response:
    """Break the line; the answer goes nowhere."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()

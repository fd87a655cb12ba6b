import asyncio
import contextlib
import signal
import socket
from collections.abc import AsyncIterator, Callable

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from bot.http import PortTaken, Server, application


async def _hello(_request: Request) -> Response:
    return PlainTextResponse("hello")


def a_server(*routes: Route, port: int = 0, hang_up: Callable[[], None] = lambda: None) -> Server:
    return Server(application([Route("/", _hello), *routes]), port, hang_up)


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    opened = a_server()
    await opened.start()
    yield opened
    opened.stop()
    await opened.ended()


async def test_the_server_listens_on_this_machine_alone(server: Server) -> None:
    port = int(server.url.rpartition(":")[2])

    assert server.url == f"http://127.0.0.1:{port}"
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.2", port)


async def test_a_taken_port_is_an_error_at_once(server: Server) -> None:
    with pytest.raises(PortTaken, match=r"Port \d+ cannot be used"):
        a_server(port=int(server.url.rpartition(":")[2]))


@pytest.mark.parametrize("host", ["nowhere.invalid", "192.0.2.1"], ids=["unknown", "another machine's"])
async def test_a_host_that_is_not_this_machine_is_named(host: str) -> None:
    with pytest.raises(PortTaken, match=f"cannot be reached at {host}: ") as refused:
        Server(application([]), 0, host=host)

    assert refused.value.example == "TRAPWISE_HTTP__HOST=127.0.0.1"


async def test_a_port_is_free_again_after_the_end() -> None:
    first = a_server()
    port = int(first.url.rpartition(":")[2])
    await first.start()
    first.stop()
    await first.ended()

    with contextlib.closing(socket.create_server(("127.0.0.1", port))) as again:
        assert again.getsockname()[1] == port


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_endless_responses_and_then_the_server(sign: signal.Signals) -> None:
    ending = asyncio.Event()

    async def endless() -> AsyncIterator[str]:
        yield "one "
        await ending.wait()
        yield "end"

    async def listen(_request: Request) -> Response:
        return StreamingResponse(endless())

    server = a_server(Route("/endless", listen), hang_up=ending.set)
    await server.start()
    async with httpx.AsyncClient(trust_env=False) as client, client.stream("GET", f"{server.url}/endless") as answer:
        signal.raise_signal(sign)

        assert (await answer.aread()).decode() == "one end"
    await asyncio.wait_for(server.ended(), 5)

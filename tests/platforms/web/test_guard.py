import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bot.platforms.web.guard import guards

URL = "http://127.0.0.1:8477"


async def _hello(_request: Request) -> Response:
    return PlainTextResponse("hello")


def a_browser() -> httpx.AsyncClient:
    served = Starlette(routes=[Route("/", _hello, methods=["GET", "POST"])], middleware=guards())
    return httpx.AsyncClient(transport=httpx.ASGITransport(served), base_url=URL)


@pytest.mark.parametrize("origin", [None, URL], ids=["none", "our own"])
async def test_our_own_pages_are_served(origin: str | None) -> None:
    async with a_browser() as browser:
        answer = await browser.post("/", headers={"origin": origin} if origin else {})

    assert answer.text == "hello"


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://127.0.0.1:9999",
        "http://127.0.0.1",
        "http://127.0.0.1:8477.evil.example",
        "null",
        "127.0.0.1:8477",
        "",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_pages_of_other_sites_are_refused(origin: str, method: str) -> None:
    async with a_browser() as browser:
        answer = await browser.request(method, "/", headers={"origin": origin})

    assert answer.status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "0.0.0.0:8477", "10.0.0.1", ""])
async def test_names_that_are_not_this_machine_are_refused(host: str) -> None:
    async with a_browser() as browser:
        answer = await browser.get("/", headers={"host": host})

    assert answer.status_code == 400


@pytest.mark.parametrize("host", ["127.0.0.1:8477", "localhost:8477", "localhost"])
async def test_names_of_this_machine_are_served(host: str) -> None:
    async with a_browser() as browser:
        answer = await browser.get("/", headers={"host": host})

    assert answer.status_code == 200


async def test_every_answer_tells_browsers_to_load_nothing_from_elsewhere() -> None:
    async with a_browser() as browser:
        answers = [await browser.get(path) for path in ("/", "/nothing")]

    for answer in answers:
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"

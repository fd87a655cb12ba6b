import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from bot.app.demo import demo
from tests.bank.folders import PNG
from tests.platforms.web.builders import Tags
from tests.platforms.web.visitor import Visitor

PATHS = ("/answer", "/command", "/press", "/form", "/clock")
NOT_SERVED = (
    "/pictures/facts/pack.yaml",
    "/pictures/facts/sums/plus.yaml",
    "/pictures/facts/../facts/sums/gaps.png",
    "/pictures/facts/%2e%2e/facts/sums/gaps.png",
    "/pictures/facts/..%2ffacts%2fsums%2fgaps.png",
    "/pictures/../content/facts/sums/gaps.png",
    "/pictures/facts//etc/passwd",
    "/pictures/facts/sums/gaps.png%00",
    "/static/../app.py",
    "/static/%2e%2e/app.py",
    "/static/..%2fapp.py",
    "/static//etc/passwd",
    "/static/%00",
    "/static/" + "x" * 5000,
    "/static/",
    "/nothing",
)


async def test_a_newcomer_sees_the_first_question(client: httpx.AsyncClient, ada: Visitor) -> None:
    answer = await client.get("/")

    html = Tags(answer.text)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert html.named("body", **{"data-as": "ada", "data-channel": "genl-daily"})
    assert [message.heading.split(" · ")[0] for message in await ada.log()] == ["Question 1"]
    assert [link["href"] for link in html.named("a") if "as=dana" in str(link["href"])]


async def test_every_file_that_the_page_names_is_there(client: httpx.AsyncClient) -> None:
    html = Tags((await client.get("/")).text)
    named = {str(found.get("href") or found.get("src")) for _, found in html.found if "href" in found or "src" in found}

    answers = [await client.get(path) for path in sorted(named)]

    assert [answer.status_code for answer in answers] == [200] * len(named)


async def test_a_private_reply_reaches_only_the_acting_persons_pages(ada: Visitor, ben: Visitor) -> None:
    asked = await ada.asked()
    async with ada.listening() as first, ada.listening() as second, ben.listening() as other:
        await ada.answer(asked.posting, *asked.wrong)
        await first.hears("Not correct")
        await second.hears("Not correct")
        await other.hears("1 answered")

    assert "Not correct" not in str(other.heard)
    assert "Not correct" not in str(await ben.log())


async def test_the_count_on_the_card_follows_the_answers(ada: Visitor, ben: Visitor) -> None:
    asked = await ada.asked()
    async with ben.listening() as page:
        await ada.answer(asked.posting, *asked.right)

        told = await page.hears("1 answered")

    assert told["id"] == (await ben.log())[0].id.removeprefix("message-")
    assert "1 answered" in (await ben.log())[0].text


async def test_a_message_in_another_channel_is_told_with_its_channel(ada: Visitor, dana: Visitor) -> None:
    lounge = Visitor(ada.client, "ada", "quiz-lounge")
    async with lounge.listening() as page:
        await dana.type("/classroom ask")

        told = await page.hears("Extra question 2")

    assert told["channel"] == "genl-daily"
    assert await lounge.log() == []


async def test_a_page_that_closes_is_forgotten_and_others_are_served(ada: Visitor, ben: Visitor) -> None:
    asked = await ada.asked()
    async with ada.listening():
        pass

    async with ben.listening() as page:
        await ada.answer(asked.posting, *asked.right)

        assert await page.hears("1 answered")


async def test_an_unknown_person_or_channel_is_not_found(client: httpx.AsyncClient) -> None:
    places = [{"as": "mallory"}, {"channel": "nowhere"}, {"as": ""}, {"as": "\x00"}]

    gets = [await client.get(path, params=place) for path in ("/", "/events") for place in places]
    posts = [await client.post(path, params=place) for path in PATHS for place in places]

    assert {answer.status_code for answer in (*gets, *posts)} == {404}


async def test_missing_fields_and_other_content_are_refused_without_an_error(client: httpx.AsyncClient) -> None:
    bodies: list[dict[str, object]] = [
        {},
        {"data": {"other": "1"}},
        {"json": {"posting": "1", "text": "x", "command": "x", "move": "hour"}},
        {"content": b"\xff\xfe\x00", "headers": {"content-type": "application/x-www-form-urlencoded"}},
        {"content": b"x", "headers": {"content-type": "multipart/form-data"}},
        {"content": b"x", "headers": {"content-type": "multipart/form-data; boundary=b"}},
        {"files": dict.fromkeys(("posting", "text", "command", "move"), b"x")},
    ]

    answers = [await client.post(path, **body) for path in PATHS for body in bodies]  # type: ignore[arg-type]

    assert [answer.status_code for answer in answers] == [400] * len(answers)


@pytest.mark.parametrize(
    "body",
    [
        {"text": "x" * 1_000_000},
        {"x" * 1_000_000: "text"},
        {"text": "/tutor me", **{f"field{number}": "x" for number in range(100)}},
    ],
    ids=["value", "name", "fields"],
)
async def test_a_body_without_measure_is_refused(client: httpx.AsyncClient, body: dict[str, str]) -> None:
    plain = await client.post("/command", data=body)
    in_parts = await client.post("/command", data=body, headers={"content-type": "multipart/form-data; boundary=b"})

    assert (plain.status_code, in_parts.status_code) == (400, 400)


async def test_a_new_classroom_opens_on_the_clock_of_its_admins_browser(dana: Visitor) -> None:
    dana.where |= {"channel": "quiz-lounge", "zone": "Asia/Kolkata"}

    await dana.type("/classroom setup at=09:30")

    assert "09:30 Asia/Kolkata" in await dana.told()


async def test_the_clock_knows_its_two_moves_alone(ada: Visitor) -> None:
    answer = await ada.move("year")

    assert answer.status_code == 400


async def test_half_a_request_leaves_no_trace(ada: Visitor, capfd: pytest.CaptureFixture[str]) -> None:
    host, port = ada.client.base_url.host, ada.client.base_url.port
    _, writer = await asyncio.open_connection(host, port)
    head = "POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    writer.write(f"{head}Content-Length: 100\r\n\r\ntext=/tutor".encode())
    await writer.drain()
    writer.close()
    await writer.wait_closed()

    assert len(await ada.log()) == 1
    assert capfd.readouterr().err == ""


async def test_a_questions_picture_is_served(client: httpx.AsyncClient) -> None:
    answer = await client.get("/pictures/facts/sums/gaps.png")

    assert answer.headers["content-type"] == "image/png"
    assert answer.content == PNG


async def test_nothing_but_a_questions_picture_and_the_pages_files_is_served(ada: Visitor) -> None:
    answers = {path: await _raw(ada, path) for path in NOT_SERVED}

    assert [path for path, answer in answers.items() if not answer.startswith("HTTP/1.1 404 ")] == []


async def test_a_picture_whose_file_is_gone_is_not_found(client: httpx.AsyncClient, content: Path) -> None:
    (content / "facts/sums/gaps.png").unlink()

    assert (await client.get("/pictures/facts/sums/gaps.png")).status_code == 404


async def test_a_restart_keeps_log_clock_and_standings(content: Path, database_url: str) -> None:
    async with _visited(content, database_url) as ada:
        asked = await ada.asked()
        await ada.answer(asked.posting, *asked.right)
        await ada.move("next")
        me, log, clock = await ada.type("/tutor me"), await ada.log(), await ada.clock()

    async with _visited(content, database_url) as ada:
        assert await ada.log() == log
        assert await ada.clock() > clock - timedelta(seconds=1)
        assert await ada.type("/tutor me") == me


async def test_open_pages_are_hung_up_when_the_demo_ends(content: Path, database_url: str) -> None:
    async with (
        httpx.AsyncClient(trust_env=False) as client,
        demo(database_url=database_url, content=content, port=0) as server,
    ):
        client.base_url = httpx.URL(server.url)
        async with Visitor(client, "ada", "genl-daily").listening() as page:
            server.stop()

            await asyncio.wait_for(page.ended.wait(), 5)


@asynccontextmanager
async def _visited(content: Path, database_url: str) -> AsyncIterator[Visitor]:
    async with (
        demo(database_url=database_url, content=content, port=0) as server,
        httpx.AsyncClient(base_url=server.url, trust_env=False) as client,
    ):
        yield Visitor(client, "ada", "genl-daily")


async def _raw(visitor: Visitor, path: str) -> str:
    """The answer to a path as it stands, which clients would tidy up."""
    host, port = visitor.client.base_url.host, visitor.client.base_url.port
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer.decode("utf-8", "replace")


@pytest.mark.parametrize("charset", ["utf-7", "punycode", "unicode_escape", "latin-1"])
async def test_a_form_in_another_character_set_is_refused(ada: Visitor, charset: str) -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n/tutor me\r\n--x--\r\n'
    headers = {"content-type": f"multipart/form-data; boundary=x; charset={charset}"}

    answer = await ada.client.post("/command", params=ada.where, content=body, headers=headers)

    assert answer.status_code == 400

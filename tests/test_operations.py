"""One bot's day as whoever runs it sees it: asked over HTTP, in its log, by the doctor, and at its end."""

import asyncio
import json
import re
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.bank.folders import a_folder
from tests.fakes.slack.faults import Delay, TooMany
from tests.fakes.slack.world import SlackWorld
from tests.test_run import a_bot, in_socket_mode, line

SECRET = "hunter2-hunter2"
PATHS = ("/healthz", "/readyz", "/metrics", "/slack/events")
GRADED = ("correct", "not_correct")


pytestmark = pytest.mark.xdist_group("operations")


@dataclass(frozen=True, kw_only=True)
class Day:
    """What was seen of it."""

    answers: dict[str, httpx.Response]
    figures: dict[str, float]
    doctor: tuple[int | None, str]
    log: str
    code: int | None
    secrets: list[str]
    cards: list[str]

    @property
    def events(self) -> list[dict[str, object]]:
        return [json.loads(each) for each in self.log.splitlines()]


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Day:
    return asyncio.run(_a_day(tmp_path_factory.mktemp("operations")))


async def _a_day(folder: Path) -> Day:
    async with SlackWorld() as world:
        team = world.workspace("acme")
        dana, room = world.person("Dana", team, admin=True), team.channel("daily")
        settings = in_socket_mode(world, team.token) | {"LOG__LEVEL": "info", "SECRET_KEY": SECRET}
        settings["CONTENT"] = str(a_folder(folder / "content"))
        async with a_bot(folder, settings) as bot:
            await line(bot)
            url = (await line(bot)).removeprefix("HTTP: ")
            await world.until(lambda: world.sockets.connections, within=30)
            await dana.command("/classroom", "setup at=9", room)
            world.faults.add("chat.postMessage", TooMany(retry_after=1))
            await dana.command("/classroom", "ask", room)
            await world.until(lambda: room.messages, within=30)
            await dana.click(room.messages[0], action_id="answer.A")
            await world.until(lambda: any("orrect" in said.read() for said in dana.ephemerals), within=30)
            async with httpx.AsyncClient(base_url=url, trust_env=False) as client:
                answers = {path: await client.get(path) for path in PATHS}
            async with a_bot(folder, settings, "doctor") as doctor:
                said, _ = await doctor.communicate()
            code, log = await _ended_by_two_signals(world, bot, url, lambda: dana.command("/classroom", "close", room))
        return Day(
            answers=answers,
            figures=_figures(answers["/metrics"].text),
            doctor=(doctor.returncode, said.decode()),
            log=log,
            code=code,
            secrets=[team.token, world.app.app_token, SECRET],
            cards=room.transcript(),
        )


async def _ended_by_two_signals(
    world: SlackWorld, bot: asyncio.subprocess.Process, url: str, close: Callable[[], Awaitable[object]]
) -> tuple[int | None, str]:
    """The second comes while an edit hangs that the first waits for."""
    for_ever, before = asyncio.Event(), len(world.calls)
    world.faults.add("chat.update", Delay(for_ever, after_work=True), times=2)
    await close()
    await world.until(lambda: any(call.method == "chat.update" for call in world.calls[before:]), within=30)
    bot.send_signal(signal.SIGTERM)
    async with asyncio.timeout(30), httpx.AsyncClient(base_url=url, trust_env=False) as client:
        with suppress(httpx.TransportError):
            while True:
                await client.get("/healthz")
    bot.send_signal(signal.SIGTERM)
    _, err = await asyncio.wait_for(bot.communicate(), 3)
    for_ever.set()
    return bot.returncode, err.decode()


def _figures(page: str) -> dict[str, float]:
    """Every sample by its name with its labels, as the page writes them."""
    lines = (each.rpartition(" ") for each in page.splitlines() if not each.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def test_it_is_alive_and_ready(day: Day) -> None:
    assert [day.answers[path].status_code for path in ("/healthz", "/readyz")] == [200, 200]
    assert day.answers["/readyz"].json() == {"ready": True, "missing": []}


def test_the_figures_tell_of_posts_and_answers(day: Day) -> None:
    answers = [day.figures.get(f'trapwise_answers_total{{outcome="{each}",platform="slack"}}', 0) for each in GRADED]

    assert sum(answers) == 1
    assert day.figures['trapwise_reply_seconds_count{platform="slack"}'] == 1
    assert day.figures['trapwise_deliveries_total{kind="open",outcome="sent"}'] == 1


def test_what_goes_wrong_stands_in_the_log_and_in_the_figures(day: Day) -> None:
    (told,) = [event for event in day.events if event["event"] == "delivery_later"]

    assert told.keys() >= {"delivery", "posting", "classroom", "workspace", "reason", "timestamp"}
    assert day.figures['trapwise_troubles_total{event="delivery_later",level="warning"}'] == 1
    assert day.figures['trapwise_deliveries_total{kind="open",outcome="later"}'] == 1


def test_the_log_at_info_shows_no_secret_and_no_question(day: Day) -> None:
    lines = [text for card in day.cards for text in card.splitlines() if len(text) > 20]

    assert day.events
    assert lines
    assert [each for each in [*day.secrets, *lines] if each in day.log + day.answers["/metrics"].text] == []


def test_the_figures_name_nobody(day: Day) -> None:
    assert re.findall(r"\b[UTCB]0[0-9A-F]{8}\b", day.answers["/metrics"].text) == []


def test_the_doctor_works_beside_it(day: Day) -> None:
    code, said = day.doctor

    assert code == 0
    assert said.splitlines()[-1].startswith("0 faults")
    assert "ok       database: a bot is running on it" in said
    assert "the bot is in its channel" in said


def test_a_second_signal_ends_it_at_once(day: Day) -> None:
    assert day.code == -signal.SIGTERM


def test_in_socket_mode_nothing_of_slack_comes_in_over_http(day: Day) -> None:
    assert day.answers["/slack/events"].status_code == 404

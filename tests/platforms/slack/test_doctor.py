"""What the doctor finds at a Slack on loopback."""

from collections.abc import AsyncIterator

import aiohttp
import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.core.classroom import Classroom
from bot.doctor.finding import Level
from bot.platforms.slack.doctor import Account, Doctor
from bot.store import classrooms
from tests.fakes.slack.faults import Fault, ResetBefore, ServerError, TooMany, Word
from tests.platforms.slack.conftest import Line


def the_classroom(line: Line) -> Classroom:
    with line.database.reader.begin() as tx:
        return classrooms.all_classrooms(tx)[0]


@pytest.fixture
async def doctor(line: Line) -> AsyncIterator[Doctor]:
    async with aiohttp.ClientSession() as session:
        yield Doctor(AsyncWebClient(session=session, retry_handlers=[], base_url=line.world.base_url))


async def of_account(line: Line, doctor: Doctor, token: str = "") -> list[str]:
    account = Account(token=token or line.team.token, source="BOT_TOKEN", remedy="Take a new one.")
    return [str(each) for each in await doctor.account(account)]


async def test_a_good_token_has_its_workspace_its_scopes_and_the_time(line: Line, doctor: Doctor) -> None:
    assert await of_account(line, doctor) == [
        f"ok       slack: BOT_TOKEN is good for workspace acme ({line.team.id})",
        "ok       slack: the token has all scopes of the manifest",
        "ok       slack: the clock agrees with ours to 0 s",
    ]


async def test_a_scope_that_is_lacking_is_a_fault(line: Line, doctor: Doctor) -> None:
    line.team.scopes = line.team.scopes - {"files:write", "im:write"}

    told = (await of_account(line, doctor))[1]

    assert told.startswith("fault    slack: the token lacks im:write, files:write. Give the app the scopes of deploy/")


async def test_a_refused_token_is_a_fault_that_does_not_show_it(line: Line, doctor: Doctor) -> None:
    (told,) = await of_account(line, doctor, "xoxb-0000000000-wrong")

    assert told == "fault    slack: BOT_TOKEN is refused (invalid_auth). Take a new one."


async def test_a_slack_that_cannot_be_reached_is_a_fault(line: Line, doctor: Doctor) -> None:
    line.world.faults.add("auth.test", ResetBefore())

    (told,) = await of_account(line, doctor)

    assert told.startswith("fault    slack: Slack cannot be reached (")


async def test_an_app_token_is_tried(line: Line, doctor: Doctor) -> None:
    good = str(await doctor.app_token(line.world.app.app_token))
    line.world.faults.add("apps.connections.open", Word("invalid_auth"))
    bad = str(await doctor.app_token(line.world.app.app_token))

    assert good == "ok       slack: the app token opens sockets"
    assert bad.startswith("fault    slack: TRAPWISE_SLACK__APP_TOKEN is refused (invalid_auth).")


async def test_a_bot_in_its_channel_is_well(classroom_here: Line, doctor: Doctor) -> None:
    await of_account(classroom_here, doctor)

    found = await doctor.channel(the_classroom(classroom_here))

    assert str(found).startswith("ok       classroom 1 (slack:")
    assert found.told == "the bot is in its channel"


async def test_a_channel_without_the_bot_is_a_fault(classroom_here: Line, doctor: Doctor) -> None:
    await of_account(classroom_here, doctor)
    await classroom_here.world.admin.remove_bot(classroom_here.room)

    found = await doctor.channel(the_classroom(classroom_here))

    assert (found.level, found.remedy) == (Level.FAULT, "Type /invite @Trapwise there.")


async def test_a_workspace_without_the_app_is_a_fault(classroom_here: Line, doctor: Doctor) -> None:
    found = await doctor.channel(the_classroom(classroom_here))

    assert found.level is Level.FAULT
    assert found.told.startswith("the app is not installed in this workspace any more")
    assert found.remedy == ""


@pytest.mark.parametrize("fault", [TooMany(retry_after=30), ServerError()], ids=["too many", "broken"])
async def test_a_channel_that_cannot_be_looked_into_now_is_a_warning(
    classroom_here: Line, doctor: Doctor, fault: Fault
) -> None:
    await of_account(classroom_here, doctor)
    classroom_here.world.faults.add("conversations.history", fault)

    assert (await doctor.channel(the_classroom(classroom_here))).level is Level.WARNING


async def test_a_dead_token_is_a_fault_and_pauses_nothing(classroom_here: Line, doctor: Doctor) -> None:
    await of_account(classroom_here, doctor)
    classroom_here.world.faults.add("conversations.history", Word("token_revoked"))
    classroom_here.world.faults.add("auth.test", Word("token_revoked"))
    before = the_classroom(classroom_here)

    found = await doctor.channel(before)

    assert found.level is Level.FAULT
    assert the_classroom(classroom_here) == before

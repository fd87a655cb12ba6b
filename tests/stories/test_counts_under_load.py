"""Two hundred people answer in twenty classrooms of one workspace: its cards are edited no more than Slack takes."""

import asyncio
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from bot.core.address import Caller, PersonKey, WorkspaceKey
from bot.core.posting import ClassroomId, PostingId
from bot.platforms.slack.workspaces import workspace_key
from bot.store import classrooms, postings
from bot.store.database import Database
from bot.tutor import closing
from tests.databases import on_sqlite
from tests.fakes.leaping_loop import leaping
from tests.fakes.slack.world import SlackWorld
from tests.stories.nine_oclock import Morning, slack_at_nine

pytestmark = on_sqlite
CLASSROOMS, PEOPLE = 20, 200


@dataclass(kw_only=True)
class Seen:
    """The cards after ten seconds, when all have answered, and after the close; and what Slack refused."""

    soon: list[str]
    answered: list[str]
    closed: list[str]
    edits: list[float]
    refused: int
    troubles: list[str]


async def answering(database: Database) -> Seen:
    """Everybody answers within half a minute; a minute later all questions close at once."""
    async with slack_at_nine(database, 1, CLASSROOMS) as (world, morning):
        (team,) = world.workspaces
        await morning.passes(until=10)
        begun = morning.clock.now()
        answers = asyncio.create_task(everybody(morning, workspace_key(None, team)))
        await morning.passes(until=21)
        soon = cards(world)
        await morning.passes(until=95)
        await answers
        answered = cards(world)
        await morning.desk.write(close_all, morning.clock())
        await morning.passes(until=140)
        return Seen(
            soon=soon,
            answered=answered,
            closed=cards(world),
            edits=[call.at - begun for call in world.calls if call.method == "chat.update"],
            refused=len(world.rates.hits),
            troubles=await morning.troubles(),
        )


async def everybody(morning: Morning, home: WorkspaceKey) -> None:
    for place in range(PEOPLE):
        caller = Caller(key=PersonKey(workspace=home, person=f"U{place}"), name=f"Learner {place}")
        posting = PostingId(1 + place % CLASSROOMS)
        await morning.school.reception.answered(caller, str(posting), ["A"], morning.clock())
        await asyncio.sleep(0.15)


def close_all(tx: Connection, now: datetime) -> None:
    for which in range(1, CLASSROOMS + 1):
        classroom = classrooms.get_classroom(tx, ClassroomId(which))
        assert classroom is not None
        for posting in postings.open_postings(tx, classroom.id):
            closing.close_now(tx, classroom, posting.number, now)


def cards(world: SlackWorld) -> list[str]:
    (team,) = world.workspaces.values()
    rooms = [channel for channel in team.channels.values() if channel.name.startswith("daily")]
    return [room.messages[0].read() for room in rooms]


def most_within(seconds: float, moments: list[float]) -> int:
    return max(sum(start <= each < start + seconds for each in moments) for start in moments)


def test_counts_and_closes_of_a_busy_workspace_stay_below_its_limit_and_end_right(database: Database) -> None:
    seen = leaping(answering(database))

    assert sum("answered" in card for card in seen.soon) == CLASSROOMS
    assert ["10 answered" in card for card in seen.answered] == [True] * CLASSROOMS
    assert ["closed" in card.lower() for card in seen.closed] == [True] * CLASSROOMS
    assert most_within(60, seen.edits) <= 48
    assert (seen.refused, seen.troubles) == (0, [])

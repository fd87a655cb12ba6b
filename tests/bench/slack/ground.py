"""The ground of every round: a Slack channel whose question is open, and learners who all answered yesterday's."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, update

from bot.core.address import Caller, ChannelAddress, MessageAddress, PersonKey, Platform, WorkspaceKey
from bot.core.classroom import Classroom
from bot.core.delivery import DeliveryState
from bot.core.grading import Submission
from bot.core.posting import Posting, PostingId
from bot.core.question import Choice, ChoiceId, Question, QuestionId, TopicId, TrapId
from bot.store import packs, postings
from bot.store.database import Database
from bot.store.schema import upgrade
from bot.store.tables import delivery
from bot.tutor import answering, opening
from bot.tutor.setup import Wish, set_up
from tests.bench.places import an_address
from tests.bench.slack.clicks import CHANNEL, TEAM, learner_name
from tests.builders import a_pack

WORKSPACE = WorkspaceKey(platform=Platform.SLACK, external_id=TEAM)
_GROUP = 256
_RIGHT = ChoiceId(0)
_WORDS = "what a learner reads of it and weighs against the rest "


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Where answers are to be kept, the posting that takes them, and the letter of its one right choice."""

    database_url: str
    posting: PostingId
    letter: str


@contextmanager
def a_ground(kind: str, people: Sequence[str]) -> Iterator[Ground]:
    """A ground in a database of its own."""
    with an_address(kind) as url:
        yield prepared(url, people, now=datetime.now(UTC))


def prepared(database_url: str, people: Sequence[str], *, now: datetime) -> Ground:
    """Make the ground in an empty database: two days of a classroom up to now, with nothing left to be sent."""
    database = Database(database_url)
    upgrade(database)
    today = now.replace(second=0, microsecond=0)
    yesterday = today - timedelta(days=1)
    with database.writer.begin() as tx:
        classroom = _classroom(tx, now=yesterday - timedelta(hours=1), at=today)
        before = _opened(tx, classroom, yesterday)
        for place in range(0, len(people), _GROUP):
            answering.record(tx, [_answer(before, person, yesterday) for person in people[place : place + _GROUP]])
        posting = _opened(tx, classroom, today)
        tx.execute(update(delivery).values(state=DeliveryState.SENT.value))
    database.close()
    return Ground(database_url=database_url, posting=posting.id, letter=posting.letter_of(_RIGHT))


def caller_of(person: str) -> Caller:
    """A member of the workspace."""
    return Caller(key=PersonKey(workspace=WORKSPACE, person=person), name=learner_name(person))


def _classroom(tx: Connection, *, now: datetime, at: datetime) -> Classroom:
    packs.save_pack(tx, a_pack(*(_question(f"question-{number}") for number in range(3))), now=now)
    wish = Wish(at=at.time(), zone="UTC", days="daily")
    address = ChannelAddress(workspace=WORKSPACE, channel=CHANNEL)
    return set_up(tx, caller_of("U0ADMIN"), address, wish, seed="bench", now=now).classroom


def _opened(tx: Connection, classroom: Classroom, now: datetime) -> Posting:
    opening.claim_due(tx, now)
    (posting,) = postings.open_postings(tx, classroom.id)
    opening.confirm(tx, posting.id, MessageAddress(channel=CHANNEL, message=f"{now.timestamp():.6f}"), now)
    return posting


def _answer(posting: Posting, person: str, at: datetime) -> Submission:
    letters = (posting.letter_of(_RIGHT),)
    return Submission(posting=posting.id, caller=caller_of(person), letters=letters, clicked_at=at)


def _question(name: str) -> Question:
    """A question whose texts have the lengths that are usual in the pack that comes with the program."""
    return Question(
        id=QuestionId(name),
        topic=TopicId("fine-tuning"),
        title=_text(f"Title of {name}", 30),
        difficulty=3,
        stem=_text(f"Stem of {name}", 370),
        choices=tuple(_choice(name, place) for place in range(4)),
        trap=_text(f"Trap of {name}", 180),
        explanation=_text(f"Explanation of {name}", 550),
    )


def _choice(name: str, place: int) -> Choice:
    right = place == _RIGHT
    return Choice(
        text=_text(f"Choice {place} of {name}", 66),
        why=_text(f"Why {place} of {name}", 175),
        correct=right,
        tempting="" if right else _text(f"Tempting {place} of {name}", 90),
        falls_for=TrapId("a-trap") if place == 1 else None,
    )


def _text(start: str, length: int) -> str:
    return f"{start}: {_WORDS * length}"[: length - 1].rstrip() + "."

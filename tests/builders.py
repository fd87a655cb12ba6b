"""Plain builders of the things that tests talk about; every one is deterministic."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from functools import partial

from sqlalchemy import Connection

from bot.core.address import Caller, ChannelAddress, PersonKey, Platform, WorkspaceKey
from bot.core.classroom import Classroom
from bot.core.grading import Submission
from bot.core.posting import ClassroomId, Posting, PostingId, PostingState
from bot.core.question import (
    Choice,
    ChoiceId,
    Pack,
    PackId,
    Question,
    QuestionId,
    RevisionId,
    Topic,
    TopicId,
    Trap,
    TrapId,
)
from bot.store import packs
from bot.tutor.setup import Wish, set_up

MONDAY = date(2026, 11, 30)
NINE = datetime(2026, 11, 30, 9, tzinfo=UTC)
EIGHT = NINE - timedelta(hours=1)
WORKSPACE = WorkspaceKey(platform=Platform.WEB, external_id="demo")
CHANNEL = ChannelAddress(workspace=WORKSPACE, channel="genl-daily")
TOPICS = ("fine-tuning", "evaluation", "safety")


def a_person(name: str = "ada", *, manages: bool = False) -> Caller:
    return Caller(key=PersonKey(workspace=WORKSPACE, person=name), name=name.capitalize(), manages=manages)


def an_admin() -> Caller:
    return a_person("dana", manages=True)


def a_question(
    name: str = "q1", *, topic: str = "fine-tuning", correct: tuple[int, ...] = (0,), choices: int = 4
) -> Question:
    return Question(
        id=QuestionId(name),
        topic=TopicId(topic),
        title=f"Title of {name}",
        difficulty=3,
        stem=f"Stem of {name}?",
        choices=tuple(
            Choice(
                text=f"Choice {place} of {name}",
                why=f"Why {place} of {name}",
                correct=place in correct,
                tempting="" if place in correct else f"Tempting {place} of {name}",
                falls_for=None if place in correct else TrapId("a-trap"),
            )
            for place in range(choices)
        ),
        trap=f"Trap of {name}",
        explanation=f"Explanation of {name}",
        sources=("A paper, 2024",),
    )


def a_pack(*questions: Question, each: int = 10, topics: tuple[str, ...] = TOPICS) -> Pack:
    """A pack of the given questions, or of so many for each topic."""
    made = tuple(a_question(f"{topic}-{n}", topic=topic) for topic in topics for n in range(each))
    return Pack(
        id=PackId("ncp-genl"),
        title="A pack",
        exam="An exam",
        licence="CC-BY-4.0",
        topics=tuple(Topic(id=TopicId(name), title=name.capitalize(), weight=10.0) for name in topics),
        traps=(Trap(id=TrapId("a-trap"), name="A trap", text="What it is."),),
        questions=questions or made,
    )


def a_posting(
    number: int = 1,
    *,
    state: PostingState = PostingState.CLOSED,
    scheduled: bool = True,
    opened: bool = True,
    early: bool = False,
    late: bool = False,
) -> Posting:
    """The posting of the number-th day from Monday on: nine to nine, closed at its plan unless early or late."""
    due = NINE + timedelta(days=number - 1)
    closes = due + timedelta(days=1)
    ended = state in {PostingState.CLOSED, PostingState.VOID}
    return Posting(
        id=PostingId(number),
        classroom=ClassroomId(1),
        number=number,
        day=due.date() if scheduled else None,
        state=state,
        revision=RevisionId(1),
        order=tuple(ChoiceId(place) for place in range(4)),
        due_at=due,
        closes_at=closes,
        opened_at=due if opened else None,
        closed_at=closes - timedelta(hours=5 * early - late) if ended else None,
    )


def a_history(kinds: str) -> tuple[Posting, ...]:
    """Postings from number 1 on, one a letter: at plan, early, late, undelivered, void, extra, open."""
    made: dict[str, Callable[[int], Posting]] = {
        "p": a_posting,
        "e": partial(a_posting, early=True),
        "l": partial(a_posting, late=True),
        "u": partial(a_posting, opened=False),
        "v": partial(a_posting, state=PostingState.VOID),
        "x": partial(a_posting, scheduled=False),
        "o": partial(a_posting, state=PostingState.OPEN),
    }
    return tuple(made[kind](number) for number, kind in enumerate(kinds, start=1))


def a_classroom(
    tx: Connection, *, pack: Pack | None = None, now: datetime = EIGHT, days: str = "daily", **wish: object
) -> Classroom:
    """A classroom at nine UTC, its pack stored first."""
    packs.save_pack(tx, pack or a_pack(), now=now)
    named = Wish(**{"at": time(9), "zone": "UTC", "days": days, **wish})  # type: ignore[arg-type]
    return set_up(tx, an_admin(), CHANNEL, named, seed="seed", now=now).classroom


def a_click(posting: PostingId, person: str = "ada", letters: str = "A", *, at: datetime = NINE) -> Submission:
    return Submission(posting=posting, caller=a_person(person), letters=tuple(letters), clicked_at=at)

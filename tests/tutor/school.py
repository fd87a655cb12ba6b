"""A classroom with learners, moved through its days by plain calls."""

from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.core.address import MessageAddress
from bot.core.grading import Outcome
from bot.core.posting import ClassroomId, Posting, PostingState
from bot.store import postings
from bot.tutor import agenda, answering, opening
from tests.builders import a_click
from tests.due import take_due


def pass_time(tx: Connection, which: ClassroomId, until: datetime) -> None:
    """Let every opening and closing up to the moment happen at its time, every card becoming visible at once."""
    while (event := agenda.next_event(tx)) is not None and event <= until:
        take_due(tx, event)
        make_visible(tx, which, event)


def make_visible(tx: Connection, which: ClassroomId, now: datetime) -> None:
    """Confirm every claimed card."""
    for posting in postings.open_postings(tx, which):
        if posting.state is PostingState.CLAIMED:
            opening.confirm(tx, posting.id, MessageAddress(channel="c", message=f"m{posting.id}"), now)


def the_open(tx: Connection, which: ClassroomId) -> Posting:
    """The newest open posting."""
    return postings.open_postings(tx, which)[0]


def click(tx: Connection, posting: Posting, person: str = "ada", letters: str = "A", *, after: int = 1) -> Outcome:
    """A click so many minutes after the opening."""
    return answering.record(tx, [a_click(posting.id, person, letters, at=posting.due_at + timedelta(minutes=after))])[0]


def right_letters(posting: Posting, *choices: int) -> str:
    """The letters of choices; without any, of the first in the file, which builders make correct."""
    return "".join(posting.letter_of(choice) for choice in choices or (0,))  # type: ignore[arg-type]

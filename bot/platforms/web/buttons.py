"""Pressed letters on the demo page: from the form's fields to the private reply."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import assert_never

from bot.cards.blocks import Card
from bot.cards.feedback import feedback_card, unknown_card, withdrawn_card, wrong_count_card
from bot.core.grading import AlreadyAnswered, Graded, Late, Outcome, Submission, Unknown, Withdrawn, WrongCount
from bot.core.posting import PostingId
from bot.desk import Desk
from bot.live_count import LiveCount
from bot.platforms.web.people import caller
from bot.platforms.web.render import Person
from bot.tutor import answering

_MOST_LETTERS = 20
_LONGEST_ID = 12


class Buttons:
    """Takes answers; a reply is made only after the commit."""

    def __init__(self, desk: Desk, live_count: LiveCount, clock: Callable[[], datetime]) -> None:
        self._desk = desk
        self._live_count = live_count
        self._clock = clock

    async def answer(self, person: Person, posting: str, letters: Sequence[str]) -> Card:
        """Store the answer and say what came of it."""
        which = read_posting(posting)
        if which is None:
            return unknown_card()
        submission = Submission(
            posting=which,
            caller=caller(person),
            letters=tuple(letters[:_MOST_LETTERS]),
            clicked_at=self._clock(),
        )
        outcome = await self._desk.submit(answering.record, submission)
        if isinstance(outcome, Graded):
            self._live_count.touch(which)
        return await self._card(outcome)

    async def _card(self, outcome: Outcome) -> Card:
        match outcome:
            case Graded() | Late() | AlreadyAnswered():
                return feedback_card(await self._desk.read(answering.explain, outcome, self._clock()))
            case WrongCount():
                return wrong_count_card(outcome)
            case Withdrawn():
                return withdrawn_card(outcome)
            case Unknown():
                return unknown_card()
            case _:
                assert_never(outcome)


def read_posting(word: str) -> PostingId | None:
    """The posting that a button names, None for anything but its number."""
    good = word.isascii() and word.isdigit() and len(word) <= _LONGEST_ID
    return PostingId(int(word)) if good else None

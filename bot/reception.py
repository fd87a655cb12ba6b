"""Reception: what a click or a command is answered with, whatever platform it comes from."""

from collections.abc import Awaitable, Sequence
from datetime import datetime
from typing import TypeVar, assert_never

import structlog

from bot.cards.blocks import Card
from bot.cards.feedback import feedback_card, unknown_card, void_reply_card, wrong_count_card
from bot.cards.trouble import NEUTRAL, error_card
from bot.core.address import Caller
from bot.core.errors import TutorError
from bot.core.grading import Feedback, Greeting, Reply, Submission, Unexplained, UnknownPosting, Void, WrongCount
from bot.core.posting import LETTERS, PostingId
from bot.desk import Desk
from bot.live_count import LiveCount
from bot.tutor import explaining

T = TypeVar("T")

log = structlog.get_logger(__name__)

_LAST_NUMBER = 2**31 - 1


class Reception:
    """Takes answers; what it says is true because it is said after the commit."""

    def __init__(self, desk: Desk, live_count: LiveCount) -> None:
        self._desk = desk
        self._live_count = live_count

    async def answered(self, caller: Caller, posting: str, letters: Sequence[str], clicked_at: datetime) -> Card:
        """Store an answer and say what came of it; `clicked_at` is the platform's own time of the click."""
        which = read_posting(posting)
        if which is None:
            return unknown_card()
        named = tuple(letters[: len(LETTERS) + 1])
        submission = Submission(posting=which, caller=caller, letters=named, clicked_at=clicked_at)
        reply = await self._desk.submit(explaining.answer, submission)
        if isinstance(reply, Feedback) and reply.greeting is Greeting.FIRST:
            self._live_count.touch(which)
        return _card(reply)


def _card(reply: Reply) -> Card:
    match reply:
        case Feedback():
            return feedback_card(reply)
        case WrongCount():
            return wrong_count_card(reply)
        case Void():
            return void_reply_card(reply)
        case UnknownPosting():
            return unknown_card()
        case Unexplained():
            raise reply.error
        case _:
            assert_never(reply)


async def settled(asked: Awaitable[T]) -> T | TutorError:
    """What was said, or why nothing was: the one place where errors become words."""
    try:
        return await asked
    except TutorError as error:
        return error
    except Exception:
        log.exception("request_failed")
        return TutorError(NEUTRAL)


def as_card(said: Card | TutorError) -> Card:
    """The words of either."""
    return error_card(said) if isinstance(said, TutorError) else said


def read_posting(word: str) -> PostingId | None:
    """The posting that a button names, None for anything but its number."""
    good = word.isascii() and word.isdigit() and len(word) <= len(str(_LAST_NUMBER)) and int(word) <= _LAST_NUMBER
    return PostingId(int(word)) if good else None

"""Reception: what a click or a command is answered with, whatever platform it comes from."""

import time
from collections.abc import Awaitable, Sequence
from datetime import datetime
from typing import TypeVar, assert_never

import structlog

from bot.cards.blocks import Card
from bot.cards.feedback import feedback_card, unknown_card, void_reply_card, wrong_count_card
from bot.cards.trouble import NEUTRAL, error_card
from bot.core.address import Caller, Platform
from bot.core.errors import TutorError
from bot.core.grading import Feedback, Greeting, Reply, Submission, Unexplained, UnknownPosting, Void, WrongCount
from bot.core.posting import LETTERS, PostingId
from bot.desk import Desk
from bot.live_count import LiveCount
from bot.metrics import Metrics
from bot.tutor import explaining

T = TypeVar("T")

log = structlog.get_logger(__name__)

_LAST_NUMBER = 2**31 - 1
_LONGEST_NUMBER = 20


class Reception:
    """Takes answers; what it says is true because it is said after the commit."""

    def __init__(self, desk: Desk, live_count: LiveCount, metrics: Metrics | None = None) -> None:
        self._desk = desk
        self._live_count = live_count
        self._metrics = metrics or Metrics()

    async def answered(self, caller: Caller, posting: str, letters: Sequence[str], clicked_at: datetime) -> Card:
        """Store an answer and say what came of it; `clicked_at` is the platform's own time of the click."""
        workspace = caller.key.workspace
        structlog.contextvars.bind_contextvars(workspace=workspace.external_id, posting=posting[:_LONGEST_NUMBER])
        outcome = "failed"
        try:
            reply = await self._reply(caller, posting, letters, clicked_at)
            outcome = _outcome(reply)
            return _card(reply)
        finally:
            self._metrics.answered(workspace.platform, outcome)

    def replied(self, platform: Platform, received: float) -> None:
        """The private reply to a click is handed over, which was received at that moment of `time.monotonic`."""
        self._metrics.replied(platform, time.monotonic() - received)

    async def _reply(self, caller: Caller, posting: str, letters: Sequence[str], clicked_at: datetime) -> Reply:
        which = read_posting(posting)
        if which is None:
            return UnknownPosting()
        named = tuple(letters[: len(LETTERS) + 1])
        submission = Submission(posting=which, caller=caller, letters=named, clicked_at=clicked_at)
        reply = await self._desk.submit(explaining.answer, submission)
        if isinstance(reply, Feedback) and reply.greeting is Greeting.FIRST:
            self._live_count.touch(which)
        return reply


def _outcome(reply: Reply) -> str:
    """A word for the metrics."""
    match reply:
        case Feedback(greeting=Greeting.FIRST):
            return "correct" if reply.answer.correct else "not_correct"
        case Feedback():
            return reply.greeting.value
        case WrongCount():
            return "wrong_count"
        case Void():
            return "void"
        case UnknownPosting():
            return "unknown"
        case Unexplained():
            return "failed"
        case _:
            assert_never(reply)


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

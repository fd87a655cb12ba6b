"""What every member may ask of the tutor."""

from collections.abc import Sequence

from sqlalchemy import Connection

from bot.cards.blocks import Card, FieldKind, Heading, Mention, Note
from bot.cards.feedback import feedback_card
from bot.cards.progress import board_card, progress_card, streak_card
from bot.cards.question import open_card
from bot.commands.command import Call, Command, Parameter, Root
from bot.core.grading import Feedback
from bot.core.standings import Period
from bot.tutor import progress
from bot.tutor.classroom import the_classroom
from bot.tutor.today import today


def members_commands() -> Sequence[Command]:
    """Every command of /tutor but help, in the order of the help."""
    period = Parameter(
        name="period",
        help="the running week, the running month, or all time",
        kind=FieldKind.CHOICE,
        example="week",
        options=tuple(Period),
    )
    return (
        Command(root=Root.TUTOR, name="today", help="The open questions, or your answers to them", run=_today),
        Command(root=Root.TUTOR, name="me", help="Your streak, accuracy by topic and rank", run=_me),
        Command(
            root=Root.TUTOR, name="streak", help="Why your streak is what it is, question by question", run=_streak
        ),
        Command(root=Root.TUTOR, name="top", help="Who has the most correct answers", run=_top, parameters=(period,)),
    )


def _today(tx: Connection, call: Call) -> Card:
    found = today(tx, the_classroom(tx, call.address), call.caller.key, call.now)
    if not found:
        return Heading(text="No question is open"), Note(
            text="The next one comes by itself. /tutor me shows how you are doing."
        )
    cards = (feedback_card(item) if isinstance(item, Feedback) else open_card(item) for item in found)
    return tuple(block for card in cards for block in card if not isinstance(block, Mention))


def _me(tx: Connection, call: Call) -> Card:
    return progress_card(progress.me(tx, the_classroom(tx, call.address), call.caller.key, call.now))


def _streak(tx: Connection, call: Call) -> Card:
    return streak_card(progress.streak(tx, the_classroom(tx, call.address), call.caller.key))


def _top(tx: Connection, call: Call) -> Card:
    period = Period(call.arguments.get("period", Period.ALL).casefold())
    return board_card(progress.top(tx, the_classroom(tx, call.address), call.caller.key, period, call.now))

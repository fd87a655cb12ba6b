"""A person's own page: a card a classroom, and for staff one with what comes next."""

from bot.cards.blocks import Card, Fact, Facts, Heading, Mention, Note
from bot.cards.classroom import upcoming_in_words
from bot.cards.progress import progress_card
from bot.cards.question import open_card
from bot.core.classroom import ClassroomState
from bot.core.home import Home, Plan, Seat

_MOST_SEATS = 3
_MOST_PLANS = 20


def home_cards(home: Home) -> tuple[Card, ...]:
    """What waits for the person first, then how they stand, then what staff look after."""
    seats = [card for seat in home.seats[:_MOST_SEATS] for card in _seat(seat)]
    more = len(home.seats) - _MOST_SEATS
    rest: list[Card] = [(Note(text=f"You also answer in {more} more: /tutor me there shows how."),)] if more > 0 else []
    welcome: list[Card] = [] if seats else [_WELCOME]
    plans = [_plans(home.plans)] if home.plans else []
    return (*welcome, *seats, *rest, *plans)


_WELCOME: Card = (
    Heading(text="Welcome"),
    Note(text="Answer a question in a channel, and this page shows your streak and your accuracy by topic."),
    Note(text="/tutor help lists what you can type there."),
)


def _seat(seat: Seat) -> list[Card]:
    where = Facts(items=(Fact(label="In", channel=seat.classroom.address.channel),))
    waiting = [
        tuple(block for block in open_card(asked) if not isinstance(block, Mention)) for asked in seat.unanswered
    ]
    return [*((where, *card) for card in waiting), (where, *progress_card(seat.progress))]


def _plans(plans: tuple[Plan, ...]) -> Card:
    shown = tuple(_plan(plan) for plan in plans[:_MOST_PLANS])
    more = len(plans) - _MOST_PLANS
    rest = (Note(text=f"{more} more: trapwise classroom on the server lists all."),) if more > 0 else ()
    return Heading(text="Classrooms"), Facts(items=shown), *rest


def _plan(plan: Plan) -> Fact:
    label = f"{plan.classroom.id} · {plan.classroom.pack}"
    if plan.classroom.state is ClassroomState.PAUSED:
        return Fact(label=label, text="paused; /classroom resume goes on. In", channel=plan.classroom.address.channel)
    coming = ", ".join(upcoming_in_words(each)[0] for each in plan.coming[:1])
    return Fact(label=label, text=f"next {coming or 'nothing'} in", channel=plan.classroom.address.channel)

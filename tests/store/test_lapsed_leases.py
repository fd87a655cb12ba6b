"""What becomes of a delivery whose worker seems to have let it go: it rests, and that worker may still settle it."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from sqlalchemy import Connection

from bot.core.address import MessageAddress, Platform
from bot.core.delivery import LEASE, Delivery, DeliveryKind
from bot.core.posting import PostingState
from bot.core.shares import Shares
from bot.store import deliveries, owing
from tests.builders import NINE, a_classroom, a_pack, a_posting
from tests.stored import add_posting

POSTING = a_posting(1, state=PostingState.CLAIMED, opened=False)
CARD = MessageAddress(channel="genl-daily", message="77")
HERE = Platform.WEB
MILLISECOND, SECOND, HOUR = timedelta(milliseconds=1), timedelta(seconds=1), timedelta(hours=1)
REST = timedelta(seconds=30)


@pytest.fixture
def held(tx: Connection) -> Delivery:
    """A card claimed at nine."""
    a_classroom(tx, pack=a_pack(each=1))
    assert add_posting(tx, POSTING) == POSTING.id
    owing.owe(tx, DeliveryKind.OPEN, [POSTING.id], due_at=NINE)
    [found] = claim(tx, NINE)
    return found


def claim(tx: Connection, now: datetime) -> list[Delivery]:
    return deliveries.claim_due(tx, now=now, shares=Shares(Platform.WEB, 9))


def take_over(tx: Connection, now: datetime) -> None:
    deliveries.put_back_lapsed(tx, now=now, due_at=now + REST, platform=HERE)


def is_held(tx: Connection) -> bool:
    """Whether even a clock a day ahead finds nothing to claim."""
    return claim(tx, NINE + 24 * HOUR) == []


@pytest.mark.parametrize(
    "clock",
    [-LEASE, -SECOND, -MILLISECOND, timedelta(), MILLISECOND, SECOND, LEASE - MILLISECOND],
    ids=["a lease behind", "a second behind", "a millisecond behind", "the same", "ahead", "a second ahead", "the end"],
)
def test_a_lease_holds_against_clocks_that_differ_a_little(tx: Connection, held: Delivery, clock: timedelta) -> None:
    take_over(tx, held.lease_until - LEASE + clock)

    assert is_held(tx)


@pytest.mark.parametrize(
    "clock", [LEASE, HOUR, -LEASE - MILLISECOND, -HOUR], ids=["ended", "an hour ahead", "far behind", "an hour behind"]
)
def test_what_is_taken_over_rests_and_comes_back_in_doubt(tx: Connection, held: Delivery, clock: timedelta) -> None:
    now = held.lease_until - LEASE + clock
    take_over(tx, now)

    early = claim(tx, now + REST - SECOND)
    [again] = claim(tx, now + REST)

    assert early == []
    assert (again.attempts, again.failures, again.in_doubt) == (2, 0, True)


@pytest.mark.usefixtures("held")
def test_the_doubt_stays_until_somebody_knows(tx: Connection) -> None:
    take_over(tx, NINE + HOUR)
    claim(tx, NINE + 2 * HOUR)
    take_over(tx, NINE + 3 * HOUR)

    [again] = claim(tx, NINE + 4 * HOUR)

    assert again.in_doubt


def arrive(tx: Connection, claimed: Delivery) -> bool:
    return deliveries.mark_sent(tx, claimed, CARD)


def wait(tx: Connection, claimed: Delivery) -> bool:
    return deliveries.put_back(tx, claimed, due_at=NINE, error="429", in_doubt=False)


def fail(tx: Connection, claimed: Delivery) -> bool:
    return deliveries.mark_failed(tx, claimed, error="channel_not_found")


def drop(tx: Connection, claimed: Delivery) -> bool:
    return deliveries.drop(tx, claimed, reason="overtaken")


def move(tx: Connection, claimed: Delivery) -> bool:
    return deliveries.try_in(tx, claimed, "quiz-lounge")


@pytest.mark.parametrize("settle", [arrive, wait, fail, drop, move])
def test_until_it_is_claimed_anew_its_first_worker_settles_it(
    tx: Connection, held: Delivery, settle: Callable[[Connection, Delivery], bool]
) -> None:
    take_over(tx, NINE + HOUR)

    assert settle(tx, held)


@pytest.mark.parametrize("settle", [arrive, wait, fail, drop, move])
def test_a_worker_whose_claim_was_taken_over_settles_nothing(
    tx: Connection, held: Delivery, settle: Callable[[Connection, Delivery], bool]
) -> None:
    take_over(tx, NINE + HOUR)
    [newer] = claim(tx, NINE + 2 * HOUR)

    settled = settle(tx, held)

    assert not settled
    assert arrive(tx, newer)


def test_what_arrived_after_it_was_taken_over_is_done(tx: Connection, held: Delivery) -> None:
    take_over(tx, NINE + HOUR)

    arrive(tx, held)

    assert is_held(tx)


def test_a_lost_answer_does_not_cut_the_rest_short(tx: Connection, held: Delivery) -> None:
    take_over(tx, NINE + HOUR)

    deliveries.put_back(tx, held, due_at=NINE + 5 * SECOND, error="timeout", in_doubt=True)

    assert claim(tx, NINE + HOUR + REST - SECOND) == []
    assert len(claim(tx, NINE + HOUR + REST)) == 1


def test_a_worker_that_knows_it_was_not_sent_ends_the_rest(tx: Connection, held: Delivery) -> None:
    take_over(tx, NINE + HOUR)

    deliveries.put_back(tx, held, due_at=NINE + 5 * SECOND, error="429", in_doubt=False)

    [again] = claim(tx, NINE + 5 * SECOND)
    assert not again.in_doubt


def test_nobody_takes_from_himself_or_from_a_platform_he_does_not_run(tx: Connection, held: Delivery) -> None:
    late = NINE + HOUR
    deliveries.put_back_lapsed(tx, now=late, due_at=late, platform=HERE, busy={held.id})
    deliveries.put_back_lapsed(tx, now=late, due_at=late, platform=Platform.SLACK)

    assert is_held(tx)


def test_what_was_let_go_is_something_to_do(tx: Connection, held: Delivery) -> None:
    assert not deliveries.anything_due(tx, NINE)
    assert deliveries.anything_due(tx, held.lease_until)

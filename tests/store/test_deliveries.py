from datetime import timedelta

import pytest
from sqlalchemy import Connection, select

from bot.core.address import MessageAddress, Platform
from bot.core.delivery import LEASE, Delivery, DeliveryId, DeliveryKind, DeliveryState
from bot.core.posting import ClassroomId, PostingState
from bot.core.shares import Shares
from bot.store import deliveries, owing
from bot.store.tables import delivery
from tests.builders import NINE, a_classroom, a_pack, a_posting
from tests.stored import add_posting

ROOM = ClassroomId(1)
POSTING = a_posting(1, state=PostingState.CLAIMED, opened=False)
CARD = MessageAddress(channel="genl-daily", message="77")
SECOND = timedelta(seconds=1)
NOTE_TEXT = "The classroom is paused."


@pytest.fixture(autouse=True)
def room(tx: Connection) -> None:
    """A classroom with one posting."""
    a_classroom(tx, pack=a_pack(each=1))
    assert add_posting(tx, POSTING) == POSTING.id


def owe(
    tx: Connection, kind: DeliveryKind = DeliveryKind.OPEN, *, after: timedelta = timedelta(), part: int = 1
) -> None:
    owing.owe(tx, kind, [POSTING.id], due_at=NINE + after, part=part)


def owe_note(tx: Connection, *, key: str = "paused", text: str = NOTE_TEXT) -> None:
    owing.owe_note(tx, ROOM, key=key, person="dana", text=text, due_at=NINE)


def claim(tx: Connection, *, after: timedelta = timedelta(), most: int = 9) -> list[Delivery]:
    return deliveries.claim_due(tx, now=NINE + after, shares=Shares(Platform.WEB, most))


def claim_one(tx: Connection, *, after: timedelta = timedelta()) -> Delivery:
    [found] = claim(tx, after=after)
    return found


def owed(tx: Connection) -> Delivery:
    """The card of the posting, owed and claimed."""
    owe(tx)
    return claim_one(tx)


def state_of(tx: Connection, kind: DeliveryKind = DeliveryKind.OPEN) -> DeliveryState | None:
    found = tx.execute(select(delivery.c.state).where(delivery.c.kind == kind.value)).scalar_one_or_none()
    return None if found is None else DeliveryState(found)


def test_a_claimed_delivery_says_what_is_owed(tx: Connection) -> None:
    owe(tx)

    assert claim_one(tx, after=3 * SECOND) == Delivery(
        id=DeliveryId(1),
        key="open:1",
        kind=DeliveryKind.OPEN,
        classroom=ROOM,
        posting=POSTING.id,
        person="",
        text="",
        created_at=NINE,
        attempts=1,
        failures=0,
        error="",
        tried_in="",
        lease_until=NINE + 3 * SECOND + LEASE,
        in_doubt=False,
    )
    assert state_of(tx) is DeliveryState.SENDING


def test_a_claimed_note_says_whom_to_tell_what(tx: Connection) -> None:
    owe_note(tx)

    note = claim_one(tx)

    assert (note.key, note.kind, note.posting) == ("note:1:paused", DeliveryKind.NOTE, None)
    assert (note.person, note.text) == ("dana", NOTE_TEXT)


def test_owing_twice_is_owing_once(tx: Connection) -> None:
    owe(tx)
    owe(tx)

    assert len(claim(tx)) == 1


def test_what_was_sent_is_not_owed_again(tx: Connection) -> None:
    deliveries.mark_sent(tx, owed(tx), CARD)

    owe(tx)

    assert claim(tx) == []
    assert state_of(tx) is DeliveryState.SENT


def test_the_parts_of_a_reveal_are_owed_one_by_one(tx: Connection) -> None:
    owe(tx, DeliveryKind.REVEAL)
    owe(tx, DeliveryKind.REVEAL, part=2)
    owe(tx, DeliveryKind.REVEAL, part=2)

    assert [each.key for each in claim(tx)] == ["reveal:1:1", "reveal:1:2"]


def test_notes_with_different_keys_are_different_notes(tx: Connection) -> None:
    owe_note(tx, key="one", text="first")
    owe_note(tx, key="two", text="second")
    owe_note(tx, key="one", text="again")

    assert [note.text for note in claim(tx)] == ["first", "second"]


@pytest.mark.parametrize("how", [owe, owe_note], ids=["card", "note"])
def test_whoever_owes_leaves_word_for_the_courier(tx: Connection, how: object) -> None:
    assert callable(how)

    how(tx)

    assert tx.info.pop(owing.OWED)


def test_what_is_due_is_claimed_once(tx: Connection) -> None:
    owe(tx)

    assert deliveries.anything_due(tx, NINE)
    assert len(claim(tx)) == 1
    assert claim(tx) == []
    assert not deliveries.anything_due(tx, NINE)


def test_what_is_not_due_yet_is_left(tx: Connection) -> None:
    owe(tx, after=SECOND)

    assert claim(tx) == []
    assert not deliveries.anything_due(tx, NINE)
    assert len(claim(tx, after=SECOND)) == 1


def test_the_longest_due_are_claimed_first(tx: Connection) -> None:
    owe(tx, DeliveryKind.CLOSE, after=SECOND)
    owe(tx, DeliveryKind.OPEN)
    owe(tx, DeliveryKind.REVEAL, after=2 * SECOND)

    found = claim(tx, after=9 * SECOND, most=2)

    assert [delivery.kind for delivery in found] == [DeliveryKind.OPEN, DeliveryKind.CLOSE]


@pytest.mark.parametrize("in_doubt", [True, False])
def test_what_is_put_back_comes_again_when_it_is_due(tx: Connection, in_doubt: bool) -> None:
    which = owed(tx)

    deliveries.put_back(tx, which, due_at=NINE + 5 * SECOND, error="429", in_doubt=in_doubt)

    assert claim(tx, after=4 * SECOND) == []
    again = claim_one(tx, after=5 * SECOND)
    assert (again.attempts, again.in_doubt) == (2, in_doubt)


def test_a_doubt_that_was_cleared_up_is_gone(tx: Connection) -> None:
    which = owed(tx)
    deliveries.put_back(tx, which, due_at=NINE, error="timeout", in_doubt=True)

    deliveries.put_back(tx, claim_one(tx), due_at=NINE, error="429", in_doubt=False)

    assert not claim_one(tx).in_doubt


def end_with_sent(tx: Connection, which: Delivery) -> None:
    deliveries.mark_sent(tx, which, CARD)


def end_with_failed(tx: Connection, which: Delivery) -> None:
    deliveries.mark_failed(tx, which, error="channel_not_found")


def end_with_dropped(tx: Connection, which: Delivery) -> None:
    deliveries.drop(tx, which, reason="overtaken")


@pytest.mark.parametrize(
    ("end", "state"),
    [
        (end_with_sent, DeliveryState.SENT),
        (end_with_failed, DeliveryState.FAILED),
        (end_with_dropped, DeliveryState.DROPPED),
    ],
)
def test_what_has_ended_is_not_claimed_again(tx: Connection, end: object, state: DeliveryState) -> None:
    which = owed(tx)
    assert callable(end)

    end(tx, which)

    assert state_of(tx) is state
    assert claim(tx, after=10 * LEASE) == []


def test_what_failed_is_owed_again_after_a_revival_and_notes_are_not(tx: Connection) -> None:
    owe(tx)
    owe_note(tx)
    for each in claim(tx):
        deliveries.mark_failed(tx, each, error="channel_not_found")

    revived = deliveries.revive(tx, ROOM, now=NINE + SECOND)

    assert revived == 1
    assert [each.key for each in claim(tx, after=SECOND)] == ["open:1"]


def test_a_revival_leaves_what_was_sent(tx: Connection) -> None:
    deliveries.mark_sent(tx, owed(tx), CARD)

    assert deliveries.revive(tx, ROOM, now=NINE) == 0
    assert claim(tx) == []


def test_troubles_are_what_waits_after_an_error_or_has_failed(tx: Connection) -> None:
    owe(tx, DeliveryKind.OPEN)
    owe(tx, DeliveryKind.CLOSE)
    owe(tx, DeliveryKind.VOID)
    owe(tx, DeliveryKind.REVEAL)
    waiting, failed, dropped, _ = claim(tx)
    deliveries.put_back(tx, waiting, due_at=NINE, error="timeout", in_doubt=True)
    deliveries.mark_failed(tx, failed, error="channel_not_found")
    deliveries.drop(tx, dropped, reason="overtaken")

    assert deliveries.troubles_of(tx, ROOM) == [
        ("open:1", DeliveryState.DUE, "timeout"),
        ("close:1", DeliveryState.FAILED, "channel_not_found"),
    ]


def test_a_success_ends_the_trouble(tx: Connection) -> None:
    deliveries.put_back(tx, owed(tx), due_at=NINE, error="timeout", in_doubt=True)

    deliveries.mark_sent(tx, claim_one(tx), CARD)

    assert deliveries.troubles_of(tx, ROOM) == []


def test_notes_that_reached_nobody_are_handed_out_once(tx: Connection) -> None:
    owe_note(tx, key="one", text="first")
    owe_note(tx, key="two", text="second")
    for note in claim(tx):
        deliveries.mark_failed(tx, note, error="cannot_dm_bot")

    first, second = deliveries.take_unread_notes(tx, ROOM), deliveries.take_unread_notes(tx, ROOM)

    assert (first, second) == (["first", "second"], [])


def test_notes_that_wait_or_arrived_are_not_handed_out(tx: Connection) -> None:
    owe_note(tx, key="one", text="arrived")
    deliveries.mark_sent(tx, claim_one(tx), CARD)
    owe_note(tx, key="two", text="waits")

    assert deliveries.take_unread_notes(tx, ROOM) == []


def test_what_was_dropped_is_due_again_when_it_is_owed_again(tx: Connection) -> None:
    deliveries.drop(tx, owed(tx), reason="its card was never visible")

    owe(tx)

    assert state_of(tx) is DeliveryState.DUE

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta, timezone

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.core.address import MessageAddress
from bot.core.posting import ClassroomId, Posting, PostingId, PostingState
from bot.core.question import ChoiceId, TopicId
from bot.core.timetable import Slot
from bot.store import classrooms, gradables, packs, postings
from tests.builders import CHANNEL, MONDAY, NINE, a_classroom, a_pack, a_posting, a_question
from tests.stored import add_posting, load_revision, next_number

ROOM, OTHER_ROOM = ClassroomId(1), ClassroomId(2)
ONE, TWO = PostingId(1), PostingId(2)
CARD = MessageAddress(channel="genl-daily", message="77")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def room(tx: Connection) -> None:
    """A classroom, the first one, whose pack has revisions from 1 on."""
    a_classroom(tx, pack=a_pack(each=1))


def add(tx: Connection, *values: Posting) -> None:
    for value in values:
        assert add_posting(tx, value) is not None


def get(tx: Connection, which: PostingId = ONE) -> Posting:
    found = postings.get_posting(tx, which)
    assert found is not None
    return found


def another_room(tx: Connection) -> None:
    """A second classroom, in another channel."""
    first = classrooms.get_classroom(tx, ROOM)
    assert first is not None
    new = classrooms.add_classroom(tx, replace(first, address=replace(CHANNEL, channel="elsewhere")))
    assert new == OTHER_ROOM


def claimed(number: int = 1, *, scheduled: bool = True) -> Posting:
    return a_posting(number, state=PostingState.CLAIMED, opened=False, scheduled=scheduled)


def test_a_posting_is_kept_as_it_was_claimed(tx: Connection) -> None:
    value = replace(claimed(), order=tuple(ChoiceId(place) for place in (2, 0, 3, 1)))

    add(tx, value)

    assert get(tx) == value


def test_a_date_has_one_scheduled_posting(tx: Connection) -> None:
    add(tx, claimed(1))

    second = add_posting(tx, replace(claimed(2), day=MONDAY))

    assert second is None
    assert next_number(tx, ROOM) == 2


def test_a_date_may_have_many_extra_postings(tx: Connection) -> None:
    add(tx, claimed(1), claimed(2, scheduled=False), claimed(3, scheduled=False))

    assert [value.number for value in postings.open_postings(tx, ROOM)] == [3, 2, 1]


def test_a_number_that_another_worker_took_is_no_reason_to_lose_the_date(tx: Connection) -> None:
    add(tx, claimed(1, scheduled=False))

    with pytest.raises(IntegrityError, match=r"posting.number|uq_posting_classroom_id_number"):
        add_posting(tx, claimed(1))


def test_two_classrooms_have_dates_and_numbers_of_their_own(tx: Connection) -> None:
    another_room(tx)

    add(tx, claimed(1), replace(claimed(1), classroom=OTHER_ROOM))

    assert get(tx, TWO).classroom == OTHER_ROOM


def test_numbers_run_through_scheduled_and_extra_postings(tx: Connection) -> None:
    add(tx, claimed(1), claimed(2, scheduled=False))

    assert next_number(tx, ROOM) == 3
    assert next_number(tx, OTHER_ROOM) == 1


def test_a_skipped_slot_takes_its_date_and_no_number(tx: Connection) -> None:
    postings.add_skipped(tx, [(ROOM, Slot(day=MONDAY, at=NINE), "the bot was away")])

    assert add_posting(tx, claimed(1)) is None
    assert next_number(tx, ROOM) == 1
    assert postings.get_posting(tx, ONE) is None
    assert postings.last_day(tx, ROOM) == MONDAY


def test_a_slot_that_was_asked_cannot_be_skipped(tx: Connection) -> None:
    add(tx, claimed(1))

    postings.add_skipped(tx, [(ROOM, Slot(day=MONDAY, at=NINE), "the bot was away")])

    assert postings.skipped_since(tx, ROOM, NINE) == ()
    assert get(tx).state is PostingState.CLAIMED


def test_skipped_dates_are_told_from_a_moment_on(tx: Connection) -> None:
    for ahead in range(3):
        postings.add_skipped(tx, [(ROOM, Slot(day=MONDAY + ahead * DAY, at=NINE + ahead * DAY), f"note {ahead}")])

    found = postings.skipped_since(tx, ROOM, NINE + DAY)

    assert found == ((MONDAY + DAY, "note 1"), (MONDAY + 2 * DAY, "note 2"))


def test_the_last_day_is_none_before_the_first(tx: Connection) -> None:
    add(tx, claimed(1, scheduled=False))

    assert postings.last_day(tx, ROOM) is None


def test_an_opened_posting_knows_when_and_where(tx: Connection) -> None:
    add(tx, claimed())

    postings.mark_opened(tx, ONE, at=NINE + HOUR, message=CARD)

    assert get(tx) == replace(claimed(), state=PostingState.OPEN, opened_at=NINE + HOUR, message=CARD)


def test_opening_again_keeps_the_first_moment(tx: Connection) -> None:
    add(tx, claimed())
    postings.mark_opened(tx, ONE, at=NINE, message=CARD)

    postings.mark_opened(tx, ONE, at=NINE + HOUR, message=CARD)

    assert get(tx).opened_at == NINE


@pytest.mark.parametrize(
    ("end", "state"),
    [
        pytest.param(postings.mark_closed, PostingState.CLOSED, id="closed"),
        pytest.param(postings.mark_void, PostingState.VOID, id="void"),
    ],
)
def test_a_posting_that_ended_meanwhile_does_not_open(
    tx: Connection, end: Callable[..., object], state: PostingState
) -> None:
    add(tx, claimed())
    end(tx, ONE, at=NINE + HOUR)

    postings.mark_opened(tx, ONE, at=NINE + 2 * HOUR, message=CARD)

    found = get(tx)
    assert (found.state, found.opened_at, found.message) == (state, None, CARD)


@pytest.mark.parametrize("state", [PostingState.CLAIMED, PostingState.OPEN])
def test_what_takes_answers_can_be_closed_once(tx: Connection, state: PostingState) -> None:
    add(tx, a_posting(state=state))

    first, second = (postings.mark_closed(tx, ONE, at=NINE + hours * HOUR) for hours in (1, 2))

    assert (first, second) == (True, False)
    assert (get(tx).state, get(tx).closed_at) == (PostingState.CLOSED, NINE + HOUR)


def test_a_void_posting_is_not_closed(tx: Connection) -> None:
    add(tx, claimed())
    postings.mark_void(tx, ONE, at=NINE)

    assert not postings.mark_closed(tx, ONE, at=NINE + HOUR)
    assert get(tx).state is PostingState.VOID


def test_a_posting_voided_while_open_ends_at_that_moment(tx: Connection) -> None:
    add(tx, claimed())

    postings.mark_void(tx, ONE, at=NINE + HOUR)

    assert get(tx).closed_at == NINE + HOUR


def test_a_posting_voided_after_its_close_keeps_its_end(tx: Connection) -> None:
    add(tx, claimed())
    postings.mark_closed(tx, ONE, at=NINE + HOUR)

    postings.mark_void(tx, ONE, at=NINE + DAY)

    assert get(tx).closed_at == NINE + HOUR


def test_a_void_is_the_same_instant_in_any_zone(tx: Connection) -> None:
    add(tx, claimed())

    postings.mark_void(tx, ONE, at=NINE.astimezone(timezone(timedelta(hours=5))))

    assert get(tx).closed_at == NINE


def test_void_numbers_are_those_of_both_kinds(tx: Connection) -> None:
    add(tx, claimed(1), claimed(2, scheduled=False), claimed(3))
    postings.mark_void(tx, ONE, at=NINE)
    postings.mark_void(tx, TWO, at=NINE)

    assert postings.void_numbers(tx, ROOM) == {1, 2}


@pytest.mark.parametrize(
    ("after", "before", "numbers"),
    [
        pytest.param(0, None, [1, 3, 4, 6], id="all"),
        pytest.param(1, None, [3, 4, 6], id="after one, itself left out"),
        pytest.param(0, 4, [1, 3], id="before one, itself left out"),
        pytest.param(1, 6, [3, 4], id="between two"),
        pytest.param(3, 4, [], id="between neighbours"),
        pytest.param(9, None, [], id="after the last"),
    ],
)
def test_scheduled_postings_between_two_numbers(
    tx: Connection, after: int, before: int | None, numbers: list[int]
) -> None:
    add(tx, *(claimed(number, scheduled=number not in {2, 5}) for number in (1, 2, 3, 4, 5, 6)))
    postings.add_skipped(tx, [(ROOM, Slot(day=MONDAY + 30 * DAY, at=NINE), "")])

    found = postings.scheduled_between(tx, [ROOM], after=after, before=before)

    assert [value.number for value in found[ROOM]] == numbers


def test_scheduled_postings_are_kept_apart_by_classroom(tx: Connection) -> None:
    another_room(tx)
    add(tx, claimed(1), replace(claimed(2), classroom=OTHER_ROOM))

    found = postings.scheduled_between(tx, [OTHER_ROOM, ROOM, ClassroomId(3)])

    assert {room: [value.number for value in values] for room, values in found.items()} == {1: [1], 2: [2], 3: []}


def test_the_scheduled_posting_before_another_is_no_extra_one(tx: Connection) -> None:
    add(tx, claimed(1), claimed(2, scheduled=False), claimed(3))

    before = postings.scheduled_before(tx, claimed(3))

    assert before == claimed(1)
    assert postings.scheduled_before(tx, claimed(1)) is None


def test_a_posting_is_graded_by_the_key_of_its_own_revision(tx: Connection) -> None:
    add(tx, claimed(1))
    asked = load_revision(tx, claimed(1).revision)
    packs.save_pack(tx, a_pack(replace(asked, choices=asked.choices[::-1])), now=NINE)

    gradable = gradables.gradable_postings(tx, {ONE})[ONE]

    assert (gradable.key, gradable.topic) == (asked.key, asked.topic)


def test_postings_are_found_by_id_and_by_number(tx: Connection) -> None:
    add(tx, claimed(1), claimed(2))

    found = gradables.gradable_postings(tx, {ONE, TWO, PostingId(9)})

    assert {which: gradable.posting for which, gradable in found.items()} == {ONE: claimed(1), TWO: claimed(2)}
    assert postings.posting_numbered(tx, ROOM, 2) == claimed(2)
    assert postings.posting_numbered(tx, ROOM, 3) is None


def test_open_postings_take_answers_and_the_newest_is_first(tx: Connection) -> None:
    add(tx, a_posting(1), claimed(2), a_posting(3, state=PostingState.VOID), a_posting(4, state=PostingState.OPEN))

    assert [value.number for value in postings.open_postings(tx, ROOM)] == [4, 2]


def test_postings_close_when_their_plan_has_come(tx: Connection) -> None:
    add(tx, claimed(1), a_posting(2, state=PostingState.OPEN), claimed(3), a_posting(4))

    due = postings.due_to_close(tx, claimed(2).closes_at, most=9)

    assert [value.number for value in due] == [1, 2]
    assert len(postings.due_to_close(tx, claimed(2).closes_at, most=1)) == 1
    assert postings.next_close(tx) == claimed(1).closes_at


def test_nothing_open_has_no_next_close(tx: Connection) -> None:
    add(tx, a_posting(1))

    assert postings.next_close(tx) is None


def test_the_history_names_every_question_oldest_first(tx: Connection) -> None:
    packs.save_pack(tx, a_pack(a_question("new", topic="safety")), now=NINE)
    revision = packs.load_current(tx, a_pack().id)[1]
    newest = next(iter(revision.values()))
    add(tx, replace(claimed(2, scheduled=False), revision=newest), claimed(1), claimed(3))
    postings.mark_void(tx, TWO, at=NINE)
    postings.add_skipped(tx, [(ROOM, Slot(day=MONDAY + 30 * DAY, at=NINE), "")])

    history = postings.history_of(tx, ROOM)

    assert [(item.question, item.topic) for item in history] == [
        ("fine-tuning-0", TopicId("fine-tuning")),
        ("new", TopicId("safety")),
        ("fine-tuning-0", TopicId("fine-tuning")),
    ]


def lease(tx: Connection, seconds: int, which: PostingId = ONE) -> bool:
    """Whether somebody who comes so many seconds after nine gets the lease of 20 seconds."""
    now = NINE + timedelta(seconds=seconds)
    return postings.take_edit_lease(tx, which, now=now, until=now + timedelta(seconds=20))


def test_one_edits_a_message_at_a_time(tx: Connection) -> None:
    add(tx, claimed(1), claimed(2))

    assert [lease(tx, 0), lease(tx, 0), lease(tx, 19)] == [True, False, False]
    assert lease(tx, 0, TWO)


def test_an_edit_lease_runs_out(tx: Connection) -> None:
    add(tx, claimed())

    assert [lease(tx, 0), lease(tx, 20), lease(tx, 21)] == [True, True, False]


def test_an_edit_lease_from_a_clock_that_is_a_little_ahead_holds(tx: Connection) -> None:
    add(tx, claimed())

    assert [lease(tx, 1), lease(tx, 0)] == [True, False]


def test_a_released_edit_lease_is_free_at_once(tx: Connection) -> None:
    add(tx, claimed())
    lease(tx, 0)

    postings.release_edit_lease(tx, ONE, until=NINE + timedelta(seconds=20))

    assert lease(tx, 1)


def test_nobody_gives_back_anothers_edit_lease(tx: Connection) -> None:
    add(tx, claimed())
    lease(tx, 0)

    postings.release_edit_lease(tx, ONE, until=NINE + timedelta(seconds=19))

    assert not lease(tx, 1)

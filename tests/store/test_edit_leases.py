"""The right to edit a card, between workers whose clocks differ."""

from datetime import timedelta

import pytest
from sqlalchemy import Connection

from bot.core.delivery import LEASE
from bot.core.posting import PostingState
from bot.store import postings
from tests.builders import NINE, a_classroom, a_pack, a_posting
from tests.stored import add_posting

POSTING = a_posting(1, state=PostingState.CLAIMED, opened=False)


def both_get_it(tx: Connection, skew: timedelta) -> bool:
    """Whether a second worker gets the card that a first one took at nine, by a clock so far from the first one's."""
    a_classroom(tx, pack=a_pack(each=1))
    assert add_posting(tx, POSTING) == POSTING.id
    assert postings.take_edit_lease(tx, POSTING.id, now=NINE, until=NINE + LEASE)
    return postings.take_edit_lease(tx, POSTING.id, now=NINE + skew, until=NINE + skew + LEASE)


@pytest.mark.parametrize("milliseconds", [-20_000, -1000, -1, 0, 1, 1000, 19_999])
def test_clocks_that_differ_a_little_do_not_let_both_in(tx: Connection, milliseconds: int) -> None:
    assert not both_get_it(tx, timedelta(milliseconds=milliseconds))


@pytest.mark.parametrize("milliseconds", [20_000, -20_001, -3_600_000], ids=["ended", "far beyond", "hours beyond"])
def test_a_hold_that_ended_or_lies_far_beyond_is_none(tx: Connection, milliseconds: int) -> None:
    assert both_get_it(tx, timedelta(milliseconds=milliseconds))

import math
from datetime import timedelta

import pytest

from bot.core.delivery import DeliveryKind, posting_key, wait_after
from bot.core.posting import PostingId


@pytest.mark.parametrize(
    ("attempts", "seconds"),
    [(1, 1), (2, 2), (3, 4), (5, 16), (9, 256), (10, 300), (11, 300), (1000, 300)],
)
def test_the_wait_doubles_up_to_five_minutes(attempts: int, seconds: int) -> None:
    assert wait_after(attempts) == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("asked", "seconds"), [(0, 1), (0.25, 1), (30, 30), (3600, 3600), (-5, 1), (1e7, 3600)], ids=str
)
def test_the_wait_that_the_platform_asks_for_goes_first(asked: float, seconds: float) -> None:
    assert wait_after(7, asked) == timedelta(seconds=seconds)


@pytest.mark.parametrize("asked", [math.inf, math.nan], ids=str)
def test_a_wait_that_is_no_number_is_as_if_none_was_asked_for(asked: float) -> None:
    assert wait_after(2, asked) == wait_after(2)


@pytest.mark.parametrize(
    ("kind", "key"),
    [
        (DeliveryKind.OPEN, "open:7"),
        (DeliveryKind.CLOSE, "close:7"),
        (DeliveryKind.VOID, "void:7"),
        (DeliveryKind.REVEAL, "reveal:7:1"),
    ],
)
def test_a_key_names_the_kind_and_the_posting(kind: DeliveryKind, key: str) -> None:
    assert posting_key(kind, PostingId(7)) == key


def test_every_part_of_a_reveal_has_its_own_key() -> None:
    assert posting_key(DeliveryKind.REVEAL, PostingId(7), 3) == "reveal:7:3"

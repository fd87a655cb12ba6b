"""Budgets: so many at once, so many a second, and who goes first."""

import asyncio

import pytest

from bot.budget import Budget, Budgets
from bot.port import NotYet
from tests.fakes.leaping_loop import leaping


async def turns(budget: Budget, many: int) -> list[float]:
    for _ in range(many):
        await budget.turn(within=10)
    return [asyncio.get_running_loop().time()]


def test_what_is_over_begins_at_its_pace() -> None:
    (ended,) = leaping(turns(Budget(at_once=3, a_second=2), 9))

    assert ended == pytest.approx(3)


async def test_who_would_wait_too_long_is_told() -> None:
    budget = Budget(at_once=1, a_second=0.1)
    await budget.turn(within=0)

    with pytest.raises(NotYet):
        await budget.turn(within=0.01)


async def test_turns_to_spare_leave_some_to_others() -> None:
    budget = Budget(at_once=3, a_second=0.1)

    assert [await budget.spare(leaving=1) for _ in range(3)] == [True, True, False]
    assert budget.room == 1


async def test_only_those_of_which_something_is_used_are_short() -> None:
    budgets = Budgets(at_once=2, a_second=0.1)
    await budgets.of("here").turn(within=0)
    budgets.of("beside")

    assert budgets.short() == {"here": 1}


async def test_a_budget_is_full_again_by_and_by() -> None:
    budgets = Budgets(at_once=2, a_second=1000)
    await budgets.of("here").turn(within=0)
    await asyncio.sleep(0.01)

    assert budgets.short() == {}

from itertools import count

import pytest

from tests.bench.rounds import Promise, Result, take_turns


def a_promise(*, at_most: bool = False) -> Promise:
    return Promise(
        row=0, name="a promise", ours=lambda: 1.0, yardstick=lambda: 2.0, gate=0.5, goal=0.6, at_most=at_most
    )


def a_result(*ratios: float, at_most: bool = False) -> Result:
    return Result(promise=a_promise(at_most=at_most), pairs=tuple((ratio, 1.0) for ratio in ratios))


def test_both_sides_take_turns_and_neither_is_always_first() -> None:
    clock = count(1.0)
    promise = Promise(
        row=0, name="a promise", ours=lambda: next(clock), yardstick=lambda: next(clock), gate=0.5, goal=0.6
    )

    result = take_turns(promise, 2)

    assert result.pairs == ((1.0, 2.0), (4.0, 3.0))


def test_one_bad_round_does_not_decide() -> None:
    result = a_result(0.55, 0.55, 0.01)

    assert result.ratio == 0.55
    assert result.holds


@pytest.mark.parametrize(
    ("ratio", "at_most", "verdict"),
    [
        pytest.param(0.4, False, "BROKEN", id="too-little"),
        pytest.param(0.5, False, "gate held", id="enough"),
        pytest.param(0.6, False, "goal reached", id="as-much-as-wished"),
        pytest.param(0.7, True, "BROKEN", id="too-much"),
    ],
)
def test_the_verdict_compares_with_gate_and_goal(ratio: float, at_most: bool, verdict: str) -> None:
    assert a_result(ratio, at_most=at_most).verdict == verdict

import time as stopwatch

import pytest

from bot.core.question import keeps_order
from tests.builders import a_question


def test_the_key_holds_every_correct_choice() -> None:
    assert a_question(correct=(1, 3)).key == {1, 3}


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(["1", "2", "10"], id="integers"),
        pytest.param(["0.1", "-2.5", "+3", "−4"], id="signs and decimals"),
        pytest.param(["1,000", "10 000", "1_000_000"], id="grouped digits"),
        pytest.param(["10%", "50 %", "75%"], id="percent"),
        pytest.param(["8 GB", "16GB", "2 GB/s", "90°"], id="units"),
        pytest.param(["~3", "≈ 4", "< 5", "$6", "(7)"], id="marks before"),
        pytest.param(["`8`", "**16**", "*32*."], id="marked up"),
        pytest.param(["True", "False"], id="true and false"),
        pytest.param(["yes", "No."], id="yes and no"),
        pytest.param(["**True**", "`false`"], id="marked up truths"),
    ],
)
def test_numbers_and_truths_keep_the_order_of_their_file(texts: list[str]) -> None:
    assert keeps_order(texts)


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(["LoRA", "QLoRA"], id="words"),
        pytest.param(["8", "16", "It depends"], id="one of them is words"),
        pytest.param(["8 GB of memory", "16 GB of memory"], id="sentences that begin with a number"),
        pytest.param(["4 to 8", "8 to 16"], id="ranges in words"),
        pytest.param(["True", "False", "Not enough information"], id="truths and words"),
        pytest.param(["True", "8"], id="a truth and a number"),
        pytest.param(["FP8", "FP16"], id="names that end in a number"),
    ],
)
def test_other_choices_are_shuffled(texts: list[str]) -> None:
    assert not keeps_order(texts)


@pytest.mark.parametrize("filler", [" ", "1", "%", "1 ", "-"], ids=["spaces", "digits", "percent", "both", "dashes"])
def test_a_hostile_text_is_read_at_once(filler: str) -> None:
    started = stopwatch.perf_counter()

    keeps_order([f"1{filler * 3500}x y"])

    assert stopwatch.perf_counter() - started < 0.5

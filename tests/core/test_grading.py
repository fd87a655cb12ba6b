from dataclasses import replace

import pytest

from bot.core.grading import grade, picked_choices
from bot.core.question import ChoiceId
from tests.builders import a_posting

SHUFFLED = replace(a_posting(), order=tuple(ChoiceId(place) for place in (2, 0, 3, 1)))


def choices(*places: int) -> frozenset[ChoiceId]:
    return frozenset(ChoiceId(place) for place in places)


@pytest.mark.parametrize(
    ("key", "picked", "correct"),
    [
        pytest.param(choices(1), choices(1), True, id="the one"),
        pytest.param(choices(1), choices(2), False, id="another"),
        pytest.param(choices(1, 3), choices(3, 1), True, id="both"),
        pytest.param(choices(1, 3), choices(1, 2), False, id="one of two"),
        pytest.param(choices(1, 3), choices(1), False, id="too few"),
        pytest.param(choices(1, 3), choices(1, 2, 3), False, id="too many"),
        pytest.param(choices(1), choices(), False, id="nothing"),
    ],
)
def test_an_answer_is_all_or_nothing(key: frozenset[ChoiceId], picked: frozenset[ChoiceId], correct: bool) -> None:
    assert grade(key, picked) is correct


@pytest.mark.parametrize(
    ("letters", "picked"),
    [
        pytest.param("A", choices(2), id="one"),
        pytest.param("BD", choices(0, 1), id="two"),
        pytest.param("DB", choices(0, 1), id="two in another order"),
        pytest.param("AA", choices(2), id="the same twice"),
        pytest.param("AZ", choices(2), id="one that is not there"),
        pytest.param("", choices(), id="none"),
    ],
)
def test_letters_become_the_choices_that_stood_there(letters: str, picked: frozenset[ChoiceId]) -> None:
    assert picked_choices(SHUFFLED, tuple(letters)) == picked

"""A question that comes again, with texts that speak of its choices by letter."""

import pytest

from bot.bank.importing.draft import DraftChoice
from bot.bank.importing.planning import Outcome
from tests.bank.importing.test_planning import ONE, TWO, a_draft, after, planned

A_IS, B_IS = "A is correct, so it was.", "B is correct, so it was."


def texts(values: dict[str, object]) -> list[str]:
    choices = values["choices"]
    assert isinstance(choices, list)
    return [choice["text"] for choice in choices]


def test_a_new_text_with_letters_comes_with_the_order_of_its_source() -> None:
    found = planned(a_draft("Which?", TWO, ONE, explanation=B_IS), after(a_draft(explanation=A_IS)))

    assert found.outcome is Outcome.CHANGED
    assert (found.values["explanation"], found.values["order"]) == (B_IS, "fixed")
    assert texts(found.values) == ["two", "one"]


def test_a_new_text_with_letters_fixes_the_order() -> None:
    found = planned(a_draft(explanation=A_IS), after(a_draft(explanation="So.")))

    assert (found.values["explanation"], found.values["order"]) == (A_IS, "fixed")
    assert texts(found.values) == ["one", "two"]


@pytest.mark.parametrize(
    ("edits", "order"),
    [
        ({"choices": [{"text": "two"}, {"text": "one", "correct": True, "why": "Because."}]}, (ONE, TWO)),
        ({"trap": "Who takes B is wrong: B is incorrect."}, (TWO, ONE)),
        ({"choices": [{"text": "one", "correct": True}, {"text": "by hand"}]}, (ONE, TWO)),
    ],
    ids=["another order", "another text with letters", "other choices"],
)
def test_what_was_written_by_hand_keeps_a_text_with_letters_out(
    edits: dict[str, object], order: tuple[DraftChoice, ...]
) -> None:
    state = after(a_draft(explanation=A_IS), **edits)
    (existing,) = state.questions.values()

    found = planned(a_draft("Which?", *order, explanation="A is correct, of course."), state)

    assert found.values == existing.values
    assert found.notes[0].endswith("what the pack says stays, the source has other text")


def test_a_text_without_letters_leaves_the_order_alone() -> None:
    found = planned(a_draft("Which?", TWO, ONE, explanation="New."), after(a_draft(explanation="So.")))

    assert texts(found.values) == ["one", "two"]
    assert "order" not in found.values

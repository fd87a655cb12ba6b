"""What becomes of drafts: new, changed or the same, with the pack's own words kept."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.bank.importing.draft import Draft, DraftChoice, DraftPicture, Skipped
from bot.bank.importing.fitting import fitted
from bot.bank.importing.pack_state import Existing, PackState
from bot.bank.importing.planning import Outcome, Planned, Planner
from bot.bank.importing.record import remembered
from bot.bank.importing.topics import Topics
from tests.bank.importing.reading import PNG

ONE = DraftChoice(text="one", correct=True, why="Because.")
TWO = DraftChoice(text="two")


def a_draft(stem: str = "Which?", *choices: DraftChoice, **fields: object) -> Draft:
    return replace(Draft(place="line 1", stem=stem, choices=choices or (ONE, TWO)), **fields)  # type: ignore[arg-type]


def planned(draft: Draft, state: PackState | None = None) -> Planned:
    (found,) = plan([draft], state)
    assert isinstance(found, Planned)
    return found


def plan(drafts: list[Draft], state: PackState | None = None) -> list[Planned | Skipped]:
    state = state or PackState(folder=Path("facts"))
    return Planner(state, Topics(titles={"cells": "Cell Biology"})).plan(drafts)


def outcomes(found: list[Planned | Skipped]) -> list[str]:
    return [each.outcome if isinstance(each, Planned) else each.reason for each in found]


def after(*drafts: Draft, **edits: object) -> PackState:
    """A pack in which these drafts were imported; edits are made to every question by hand."""
    found = [each for each in plan(list(drafts)) if isinstance(each, Planned)]
    questions = {each.id: Existing(each.id, each.topic, {**each.values, **edits}, each.picture) for each in found}
    record = {each.id: each.remembered for each in found if each.remembered}
    return PackState(folder=Path("facts"), questions=questions, names=frozenset(questions), record=record)


def test_a_new_question_is_named_by_the_first_words_of_its_stem() -> None:
    found = planned(a_draft("What's the *capital* of São Tomé, and why do so many people get it wrong?"))

    assert found.outcome is Outcome.NEW
    assert found.id == "whats-the-capital-of-sao-tome-and"


def test_a_stem_without_latin_letters_still_has_an_id() -> None:
    first, second = plan([a_draft("何が出力されるでしょうか？"), a_draft("何が出力されますか？")])

    assert isinstance(first, Planned)
    assert isinstance(second, Planned)
    assert first.id.startswith("q-")
    assert first.id != second.id


def test_ids_stay_unique() -> None:
    found = plan([a_draft("Which of the many things is it, a?"), a_draft("Which of the many things is it, b?")])

    assert [each.id for each in found if isinstance(each, Planned)] == [
        "which-of-the-many-things-is-it",
        "which-of-the-many-things-is-it-2",
    ]


@pytest.mark.parametrize(
    ("words", "topic"),
    [(("Cell biology",), "cells"), (("x", "cells"), "cells"), (("Rocks",), "unsorted"), ((), "unsorted")],
)
def test_topics_are_found_by_id_or_title(words: tuple[str, ...], topic: str) -> None:
    assert planned(a_draft(topics=words)).topic == topic


def test_the_same_again_is_the_same() -> None:
    draft = a_draft(explanation="So.")

    assert planned(draft, after(draft)).outcome is Outcome.SAME


def test_spacing_and_the_order_of_choices_change_nothing() -> None:
    again = a_draft("Which?  ", TWO, ONE)

    assert planned(again, after(a_draft())).outcome is Outcome.SAME


def test_an_external_id_meets_a_question_whose_stem_was_changed() -> None:
    found = planned(
        a_draft("Which one is it?", external_id="q7"), after(a_draft("Which one was it?", external_id="q7"))
    )

    assert (found.outcome, found.id) == (Outcome.CHANGED, "which-one-was-it")
    assert found.values["stem"] == "Which one is it?"


def test_one_id_in_two_banks_is_two_questions() -> None:
    other = a_draft("How tall is it?", DraftChoice(text="3 m", correct=True), DraftChoice(text="4 m"), external_id="1")

    assert planned(other, after(a_draft("Name the capital!", external_id="1"))).outcome is Outcome.NEW


def test_without_an_id_the_stem_meets_and_its_code_counts() -> None:
    state = after(a_draft("Prints?\n\n`a`"))

    found = plan([a_draft("Prints?\n\n`a`", ONE, DraftChoice(text="three")), a_draft("Prints?\n\n`A`")], state)

    assert outcomes(found) == [Outcome.CHANGED, Outcome.NEW]


def test_stems_that_repeat_are_told_apart_by_their_choices() -> None:
    pairs = [a_draft("Which?", ONE, TWO), a_draft("Which?", DraftChoice(text="three", correct=True), TWO)]
    again = [pairs[1], replace(pairs[0], explanation="New.")]

    assert outcomes(plan(pairs)) == [Outcome.NEW, Outcome.NEW]
    assert outcomes(plan(again, after(*pairs))) == [Outcome.SAME, Outcome.CHANGED]


def test_pictures_tell_equal_stems_apart() -> None:
    pictures = [DraftPicture(name="a.png", data=PNG), DraftPicture(name="b.png", data=PNG + b"x")]

    found = plan([a_draft(picture=picture) for picture in pictures])

    assert outcomes(found) == [Outcome.NEW, Outcome.NEW]


def test_one_question_twice_in_an_import_is_the_same_and_with_another_key_skipped() -> None:
    other = (replace(ONE, correct=False), replace(TWO, correct=True))

    found = plan([a_draft(), a_draft(), a_draft("Which?", *other)])

    assert outcomes(found) == [
        Outcome.NEW,
        Outcome.SAME,
        "it asks the same as line 1 of this import and has another key or text",
    ]


def test_what_changed_at_the_source_is_taken_over() -> None:
    first = a_draft("Which?", ONE, TWO, explanation="Old.")
    second = a_draft("Which?", replace(ONE, why="Better."), DraftChoice(text="too"), explanation="New.")

    found = planned(second, after(first))

    assert found.outcome is Outcome.CHANGED
    assert found.values["explanation"] == "New."
    assert found.values["choices"] == [{"text": "one", "why": "Better.", "correct": True}, {"text": "too"}]
    assert found.notes == ()


def test_a_why_written_by_hand_stays_whatever_the_source_says() -> None:
    by_hand = [{"text": "one", "correct": True, "why": "Mine."}, {"text": "two", "why": "Also mine.", "tempting": "x"}]

    found = planned(a_draft("Which?", replace(ONE, why="Better."), TWO), after(a_draft(), choices=by_hand))

    assert found.outcome is Outcome.SAME
    assert found.values["choices"] == by_hand
    assert found.notes == ("a why: what the pack says stays, the source has other text",)


def test_a_why_written_by_hand_keeps_its_choice_from_going() -> None:
    by_hand = [{"text": "one", "correct": True, "why": "Because."}, {"text": "two", "why": "Mine."}]
    without_two = a_draft("Which?", ONE, DraftChoice(text="four"), DraftChoice(text="five"))

    found = planned(without_two, after(a_draft(), choices=by_hand))

    assert found.values["choices"] == by_hand
    assert found.notes == ("choices: what the pack says stays, the source has other text",)


def test_a_why_written_by_hand_goes_with_its_reworded_choice() -> None:
    by_hand = [{"text": "one", "correct": True, "why": "Because."}, {"text": "two", "why": "Mine.", "tempting": "x"}]

    found = planned(a_draft("Which?", ONE, DraftChoice(text="Two")), after(a_draft(), choices=by_hand))

    assert found.values["choices"][1] == {"text": "Two", "why": "Mine.", "tempting": "x"}


def test_an_edit_by_hand_is_not_undone_by_the_same_source() -> None:
    found = planned(a_draft(explanation="So."), after(a_draft(explanation="So."), explanation="My own.", stem="Mine?"))

    assert found.outcome is Outcome.NEW


def test_an_edited_explanation_stays_and_a_blank_one_is_filled() -> None:
    edited = planned(a_draft(explanation="New."), after(a_draft(explanation="Old."), explanation="Mine."))
    blank = planned(a_draft(explanation="New."), after(a_draft()))

    assert edited.values["explanation"] == "Mine."
    assert blank.values["explanation"] == "New."


def test_a_question_that_nobody_imported_is_only_filled() -> None:
    values = {
        "title": "t",
        "stem": "Which?",
        "choices": [{"text": "one", "correct": True}, {"text": "two"}],
        "trap": "T.",
    }
    state = PackState(
        folder=Path("facts"), questions={"own": Existing("own", "cells", values)}, names=frozenset({"own"})
    )

    found = planned(a_draft(explanation="So.", trap="Other."), state)

    assert (found.outcome, found.id, found.topic) == (Outcome.CHANGED, "own", "cells")
    assert (found.values["explanation"], found.values["trap"]) == ("So.", "T.")
    assert found.values["choices"][0] == {"text": "one", "correct": True, "why": "Because."}


def test_a_picture_that_changed_at_the_source_is_taken_over_but_nobodys_own() -> None:
    old, new = DraftPicture(name="a.png", data=PNG), DraftPicture(name="a.png", data=PNG + b"x")
    state = after(a_draft(picture=old))
    (question,) = state.questions.values()
    own = replace(state, questions={question.id: replace(question, picture=b"own")})

    assert planned(a_draft(picture=new), state).picture == new.data
    assert planned(a_draft(picture=new), own).picture is None


def test_remembered_fields_are_digests_of_what_was_imported() -> None:
    values = fitted(a_draft(), ()).values

    found = remembered(values, "q7", None)

    assert found.external_id == "q7"
    assert {"stem", "choices"} < set(found.fields)
    assert all(len(digest) == 12 for digest in found.fields.values())

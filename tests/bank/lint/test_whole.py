"""Lint of a whole pack: what shows only over many questions."""

from dataclasses import replace
from hashlib import sha256

import pytest

from bot.bank.lint.guessing import tricks
from bot.bank.lint.remark import Level
from bot.bank.lint.whole import key_longest_z, pack_remarks
from bot.core.question import Choice, Pack, Question, Topic, TopicId, Trap, TrapId
from tests.builders import a_pack, a_question


def lengths(name: str, *sizes: int, key: int = 0, fixed_order: bool = False) -> Question:
    """A question whose choices are so many letters long."""
    choices = tuple(
        Choice(
            text=chr(ord("a") + place) * size, correct=place == key, why=f"Why {name} {place} is what it is, in words."
        )
        for place, size in enumerate(sizes)
    )
    return replace(
        a_question(name), choices=choices, fixed_order=fixed_order, stem=f"{sha256(name.encode()).hexdigest()}?"
    )


def remarks(pack: Pack) -> list[tuple[str, Level]]:
    return [(remark.check, remark.level) for remark in pack_remarks(pack)]


def many(count: int, *sizes: int, fixed_order: bool = False) -> list[Question]:
    return [lengths(f"{n}", *sizes, fixed_order=fixed_order) for n in range(count)]


def test_keys_that_are_always_the_longest_are_an_error() -> None:
    assert ("key is longest", Level.ERROR) in remarks(a_pack(*many(60, 9, 5, 5, 5)))


def test_keys_that_are_the_longest_too_often_are_a_warning() -> None:
    pack = a_pack(*many(24, 9, 5, 5, 5), *(lengths(f"x{n}", 5, 9, 5, 5) for n in range(24)))

    assert ("key is longest", Level.WARNING) in remarks(pack)


def test_keys_that_are_the_longest_as_often_as_chance_has_it_are_fine() -> None:
    questions = [lengths(f"{n}", 9, 5, 5, 5, key=n % 4) for n in range(60)]

    assert key_longest_z(questions) == pytest.approx(0.0, abs=0.1)
    assert "key is longest" not in dict(remarks(a_pack(*questions)))


def test_of_few_questions_nothing_is_said() -> None:
    assert remarks(a_pack(*many(29, 9, 5, 5, 5))) == []


def test_fixed_orders_with_the_key_in_one_place_are_a_warning() -> None:
    assert ("key position", Level.WARNING) in remarks(a_pack(*many(30, 5, 5, 5, 5, fixed_order=True)))


def test_shuffled_choices_with_the_key_in_one_place_of_the_file_are_advice() -> None:
    assert ("key position", Level.ADVICE) in remarks(a_pack(*many(30, 5, 5, 5, 5)))


def test_a_topic_far_from_its_weight_is_advice() -> None:
    pack = replace(
        a_pack(*many(40, 5, 5, 5, 5)),
        topics=tuple(Topic(id=TopicId(name), title=name, weight=50) for name in ("fine-tuning", "evaluation")),
    )

    assert remarks(pack).count(("topic balance", Level.ADVICE)) == 2


def test_a_trap_that_few_questions_use_is_a_warning() -> None:
    pack = replace(a_pack(*many(30, 5, 5, 5, 5)), traps=(Trap(id=TrapId("lonely"), name="Lonely", text="Alone."),))

    assert ("named traps", Level.WARNING) in remarks(pack)


def test_stems_that_are_nearly_the_same_are_a_warning() -> None:
    stem = "What does this program print?\n\n```python\nprint(sum(range(10)))\n```"
    twins = (replace(a_question("one"), stem=stem), replace(a_question("two"), stem=stem.replace("10", "11")))

    assert ("near-duplicate", Level.WARNING) in remarks(a_pack(*twins))


def test_the_same_first_line_over_different_code_is_no_duplicate() -> None:
    codes = ("print(sum(range(10)))", "for key in {}: raise KeyError", "x = [y := 1, y**2]; del x")
    others = (
        replace(a_question(f"{n}"), stem=f"What is printed?\n\n```python\n{code}\n```") for n, code in enumerate(codes)
    )

    assert "near-duplicate" not in dict(remarks(a_pack(*others)))


def test_a_why_that_stands_in_two_questions_is_a_warning() -> None:
    one, two = lengths("one", 5, 5, 5, 5), lengths("two", 5, 5, 5, 5)
    copied = replace(two, choices=(replace(two.choices[0], why=one.choices[0].why), *two.choices[1:]))

    assert ("repeated why", Level.WARNING) in remarks(a_pack(one, copied))


def test_a_guesser_who_picks_the_longest_scores_what_the_lengths_give_away() -> None:
    longest, *_ = tricks([lengths("one", 9, 5, 5, 5), lengths("two", 5, 9, 5, 5), lengths("three", 9, 9, 5, 5)])

    assert longest.score == pytest.approx(0.5)
    assert longest.questions == 3


def test_only_single_key_questions_of_four_choices_are_scored() -> None:
    assert [trick.questions for trick in tricks([lengths("one", 5, 5, 5), a_question(correct=(0, 1))])] == [0, 0, 0]

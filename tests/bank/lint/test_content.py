"""The questions that come with the program pass their own lint."""

from collections import Counter

import pytest

from bot.bank.files import load
from bot.bank.lint.bank import lint
from bot.bank.lint.remark import Level
from bot.settings import Settings

HIGHEST_FAIR = 0.30


@pytest.mark.parametrize("level", [Level.ERROR, Level.WARNING])
def test_content_has_no_remark_of_level(level: Level) -> None:
    report = lint(load(Settings().content_folder))

    assert [str(remark) for remark in report.of(level)] == []


def test_guessing_scores_little_more_than_chance() -> None:
    ((_, found),) = lint(load(Settings().content_folder)).tricks

    assert [trick.name for trick in found if trick.score > HIGHEST_FAIR] == []
    assert {trick.questions > 100 for trick in found} == {True}


def test_the_pack_is_as_large_and_as_varied_as_promised() -> None:
    (pack,) = load(Settings().content_folder)
    several = [question for question in pack.questions if len(question.key) > 1]
    coded = [question for question in pack.questions if "```" in question.stem or question.picture]

    assert len(pack.questions) >= 180
    assert len(several) >= 20
    assert len(coded) >= 10
    assert len(pack.traps) >= 40


@pytest.mark.parametrize(
    ("levels", "share"), [((1, 2), 0.2), ((3,), 0.5), ((4, 5), 0.3)], ids=["easy", "medium", "hard"]
)
def test_difficulties_are_spread(levels: tuple[int, ...], share: float) -> None:
    (pack,) = load(Settings().content_folder)

    found = sum(question.difficulty in levels for question in pack.questions) / len(pack.questions)

    assert abs(found - share) < 0.06


def test_every_topic_has_its_share_of_the_exam() -> None:
    (pack,) = load(Settings().content_folder)
    counts = Counter(question.topic for question in pack.questions)

    far = [topic.id for topic in pack.topics if abs(counts[topic.id] - topic.weight / 100 * len(pack.questions)) > 1.5]

    assert far == []

"""The questions that come with the program pass their own lint."""

from collections import Counter

import pytest

from bot.bank.files import load
from bot.bank.lint.bank import LintReport, lint
from bot.bank.lint.remark import Level
from bot.core.question import Pack
from bot.settings import Settings

HIGHEST_FAIR = 0.30

pytestmark = pytest.mark.xdist_group("content")


@pytest.fixture(scope="module")
def pack() -> Pack:
    (loaded,) = load(Settings().content_folder)
    return loaded


@pytest.fixture(scope="module")
def report(pack: Pack) -> LintReport:
    return lint([pack])


@pytest.mark.parametrize("level", [Level.ERROR, Level.WARNING])
def test_content_has_no_remark_of_level(report: LintReport, level: Level) -> None:
    assert [str(remark) for remark in report.of(level)] == []


def test_guessing_scores_little_more_than_chance(report: LintReport) -> None:
    ((_, found),) = report.tricks

    assert [trick.name for trick in found if trick.score > HIGHEST_FAIR] == []
    assert {trick.questions > 100 for trick in found} == {True}


def test_the_pack_is_as_large_and_as_varied_as_promised(pack: Pack) -> None:
    several = [question for question in pack.questions if len(question.key) > 1]
    coded = [question for question in pack.questions if "```" in question.stem or question.picture]

    assert len(pack.questions) >= 180
    assert len(several) >= 20
    assert len(coded) >= 10
    assert len(pack.traps) >= 40


@pytest.mark.parametrize(
    ("levels", "share"), [((1, 2), 0.2), ((3,), 0.5), ((4, 5), 0.3)], ids=["easy", "medium", "hard"]
)
def test_difficulties_are_spread(pack: Pack, levels: tuple[int, ...], share: float) -> None:
    found = sum(question.difficulty in levels for question in pack.questions) / len(pack.questions)

    assert abs(found - share) < 0.06


def test_every_topic_has_its_share_of_the_exam(pack: Pack) -> None:
    counts = Counter(question.topic for question in pack.questions)

    far = [topic.id for topic in pack.topics if abs(counts[topic.id] - topic.weight / 100 * len(pack.questions)) > 1.5]

    assert far == []

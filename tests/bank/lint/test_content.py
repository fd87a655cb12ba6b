"""The questions that come with the program pass their own lint."""

import pytest

from bot.bank.files import load
from bot.bank.lint.bank import lint
from bot.bank.lint.remark import Level
from bot.settings import Settings


@pytest.mark.parametrize("level", [Level.ERROR, Level.WARNING])
def test_content_has_no_remark_of_level(level: Level) -> None:
    report = lint(load(Settings().content_folder))

    assert [str(remark) for remark in report.of(level)] == []

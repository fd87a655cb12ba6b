"""Lint of a content folder: every remark on its packs, and how far guessing gets in each."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.bank.lint.guessing import Trick, tricks
from bot.bank.lint.item import item_remarks
from bot.bank.lint.remark import Level, Remark
from bot.bank.lint.whole import pack_remarks
from bot.core.question import Pack, PackId

_ORDER = tuple(Level)


@dataclass(frozen=True, slots=True, kw_only=True)
class LintReport:
    """All remarks, the gravest first, and the tricks' scores by pack."""

    remarks: tuple[Remark, ...]
    tricks: tuple[tuple[PackId, tuple[Trick, ...]], ...]

    def of(self, level: Level) -> tuple[Remark, ...]:
        """The remarks of one level."""
        return tuple(remark for remark in self.remarks if remark.level is level)


def lint(packs: Sequence[Pack]) -> LintReport:
    """Look at every question, and at every pack as a whole."""
    found = [remark for pack in packs for question in pack.questions for remark in item_remarks(pack.id, question)]
    found += [remark for pack in packs for remark in pack_remarks(pack)]
    found.sort(key=lambda remark: (_ORDER.index(remark.level), remark.file, remark.check))
    return LintReport(remarks=tuple(found), tricks=tuple((pack.id, tricks(pack.questions)) for pack in packs))

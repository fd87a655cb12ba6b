"""The question packs: whether the folder in use can be used."""

from collections.abc import Iterator
from pathlib import Path

from bot.bank.files import check
from bot.doctor.finding import Finding, fault, ok

_ABOUT = "content"


def content_findings(folder: Path) -> Iterator[Finding]:
    """What a check says of it, in a line."""
    report = check(folder)
    if report.problems:
        first, more = str(report.problems[0]).rstrip("."), len(report.problems) - 1
        told = f"no bot starts with it: {first} (and {more} more)." if more else f"no bot starts with it: {first}."
        yield fault(_ABOUT, told, "trapwise bank check tells all.")
    else:
        yield ok(_ABOUT, f"the packs ({report.packs}) with their {report.questions} questions are in order")

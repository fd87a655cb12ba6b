"""How far our reading of real banks agrees with independent ones: `python -m tests.bank.importing.agreement`.

The folder is named by TRAPWISE_REAL_BANKS; its `expected/*.json` list stem, options and right ones of each file.
"""

import html
import json
import os
import re
import sys
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.bank.importing.draft import Draft, NotABank, Other, Skipped
from bot.bank.importing.formats.catalogue import format_of
from bot.bank.importing.source import opened
from bot.bank.importing.wording import shown

_TAGS = re.compile(r"</?[a-zA-Z][^<>]*>")
_FORM = re.compile(r"\s*\[(?:html|moodle|markdown|plain)\]", re.IGNORECASE)
_NOISE = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"^\s*(?:question:|Q?\s*\d+\s*[.:)])\s*", re.IGNORECASE)
_PICTURE = re.compile(r"\[picture: [^\]]*\]")
_PART = 40
_FEW = 3


@dataclass(kw_only=True)
class Row:
    """One file: what others found, and how much of it we read alike."""

    file: str
    expected: int = 0
    read: int = 0
    skipped: int = 0
    others: int = 0
    stems: int = 0
    options: int = 0
    keys: int = 0
    differences: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        counts = (self.expected, self.read, self.skipped, self.others, self.stems, self.options, self.keys)
        return f"{self.file:52}" + "".join(f"{count:9}" for count in counts)


def compared(folder: Path, expected: Path) -> Row:
    """Our reading of one file against the expected one."""
    told = json.loads(expected.read_text(encoding="utf-8"))
    source = opened(folder / told["file"])
    found = list(format_of(source).read(source))
    drafts = [each for each in found if isinstance(each, Draft)]
    row = Row(
        file=told["file"],
        expected=len(told["items"]),
        read=len(drafts),
        skipped=sum(isinstance(each, Skipped) for each in found),
        others=sum(isinstance(each, Other) for each in found),
    )
    for item in told["items"]:
        _compare(row, item, drafts)
    return row


def refusal(path: Path) -> str:
    """What is said of a file that must be refused; empty if it is read."""
    source = opened(path)
    try:
        format_of(source)
    except NotABank as error:
        return error.message
    return ""


def _compare(row: Row, item: dict[str, Any], drafts: list[Draft]) -> None:
    alike = [each for each in drafts if _same_stem(item["stem"], each.stem)]
    exact = [each for each in alike if _texts(each) == _plain(item["options"])]
    right = [each for each in exact if _right(each) == sorted(_plain(item["correct"]))]
    row.stems += bool(alike)
    row.options += bool(exact)
    row.keys += bool(right)
    if not right:
        what = "key" if exact else "options" if alike else "stem"
        row.differences.append(f"  {what}: {' '.join(item['stem'].split())[:90]}")
    for used in (right or exact or alike)[:1]:
        drafts.remove(used)


def _same_stem(theirs: str, ours: str) -> bool:
    one, other = (_normal(_NUMBER.sub("", _FORM.sub("", text))) for text in (theirs, _shown(ours)))
    inside = len(one) > _FEW and (one in other or other in one)
    return one == other or inside or (len(one) > _PART and other[:_PART] == one[:_PART])


def _texts(draft: Draft) -> list[str]:
    return [_normal(_shown(choice.text)) for choice in draft.choices]


def _right(draft: Draft) -> list[str]:
    return sorted(_normal(_shown(choice.text)) for choice in draft.choices if choice.correct)


def _plain(texts: list[str]) -> list[str]:
    return [_normal(text) for text in texts]


def _shown(markdown: str) -> str:
    return shown(_PICTURE.sub("", markdown))


def _normal(text: str) -> str:
    """Letters and digits alone; of what has none the signs."""
    text = unicodedata.normalize("NFKC", html.unescape(_TAGS.sub("", text))).casefold()
    return _NOISE.sub("", text) or "".join(text.replace("`", "").split())


def table(folder: Path) -> list[Row]:
    """All files with an expected reading."""
    return [compared(folder, each) for each in sorted((folder / "expected").glob("*.json"))]


def main() -> None:
    """Print the table, and every difference below it."""
    rows = table(Path(os.environ["TRAPWISE_REAL_BANKS"]))
    names = ("expected", "read", "skipped", "other", "stems", "options", "keys")
    sys.stdout.write(f"{'file':52}" + "".join(f"{name:>9}" for name in names) + "\n")
    for row in rows:
        sys.stdout.write(f"{row}\n")
    for row in rows:
        if row.differences:
            sys.stdout.write(f"\n{row.file}\n" + "\n".join(row.differences) + "\n")


if __name__ == "__main__":
    main()

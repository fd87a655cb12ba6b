"""A table as aligned text, for places where letters are all equally wide."""

import unicodedata
from collections.abc import Sequence

_WIDEST = 100
"""A wider table is not aligned: its lines would wrap anyway."""


def aligned(rows: Sequence[Sequence[str]], right: Sequence[bool]) -> str:
    """The rows as lines, the first one underlined; `right` says which columns stand to the right."""
    widths = [max(_width(cell) for cell in column) for column in zip(*rows, strict=True)]
    if sum(widths) + 3 * len(widths) > _WIDEST:
        return "\n".join(" | ".join(row) for row in rows)
    head, *body = (_line(row, widths, right) for row in rows)
    return "\n".join((head, "-+-".join("-" * width for width in widths), *body))


def _line(row: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = (_padded(*each) for each in zip(row, widths, right, strict=True))
    return " | ".join(padded).rstrip()


def _padded(cell: str, width: int, to_the_right: bool) -> str:
    space = " " * (width - _width(cell))
    return space + cell if to_the_right else cell + space


def _width(text: str) -> int:
    """How many columns a fixed-width font gives the text."""
    return sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in {"W", "F"} else 1

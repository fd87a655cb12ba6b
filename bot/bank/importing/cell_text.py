"""What a spreadsheet shows in a cell: its value in the cell's own format, dates as year, month and day."""

import re
from datetime import datetime, time

_GENERAL = "General"
_LITERAL = re.compile(r'"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|[_*].')
_DIGITS = re.compile(r"[#0?][#0?,]*(?:\.([0#?]+))?")
_PLAIN = re.compile(r"[^A-Za-z@/]*")
_MOST_DECIMALS = 15


def cell_text(value: object, form: str | None) -> str:
    """The text of a value under a number format; formats that are not known leave the number as it is."""
    match value:
        case None:
            return ""
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case datetime() | time():
            return value.strftime(("%Y-%m-%d " if isinstance(value, datetime) else "") + "%H:%M")
        case int() | float() if not isinstance(value, bool):
            return _number(value, form or _GENERAL)
        case _:
            return str(value)


def _number(value: float, form: str) -> str:
    plain = str(int(value)) if isinstance(value, int) or value.is_integer() else repr(value)
    first = form.split(";", maxsplit=1)[0]
    digits = _DIGITS.search(_LITERAL.sub("", first))
    around = _LITERAL.sub(lambda found: found[1] or found[2] or found[3] or "", first)
    place = _DIGITS.search(around)
    if first == _GENERAL or digits is None or place is None or not _PLAIN.fullmatch(_LITERAL.sub("", first)):
        return plain
    shown = value * 100 if "%" in first else value
    decimals = min(len(digits[1] or ""), _MOST_DECIMALS)
    written = ("," if "," in digits[0] else "") + (f".{decimals}f" if decimals or not isinstance(shown, int) else "")
    return f"{around[: place.start()]}{shown:{written}}{around[place.end() :]}".strip()

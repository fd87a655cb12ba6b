"""Text and code in Discord's Markdown, so that a reader sees exactly what was written and nothing of it acts.

Discord takes a backslash before any sign but a letter, a digit or a space for an escape, outside of code. An escape
hides a mention from readers only: nobody is called by text because messages are sent without allowed mentions. The one
exception is the opening message that may call everybody, which is why @everyone and @here are parted by a zero-width
space: the server looks for them without minding escapes.
"""

import re

_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_GAP = "\u200b"
"""A zero-width space: used where nothing else keeps signs apart."""

_SIGNS = re.compile(r"[\\*_~|`<\[¯]|:(?=[\w+~-]+:)|:(?=//)")
"""Marks, mentions and moments (all begin with <), masked links, shrugs, emoji names, and what would become a link."""
_STARTS = re.compile(r"^([^\S\n]*)(?=[-+#>])|^([^\S\n]*\d+)(?=\.(?:\s|$))", re.MULTILINE)
"""Lists, headings, small print and quotes, all of which need the start of a line."""
_CALLS = re.compile(r"@(?=everyone|here)")
_PAIR = re.compile(r"`(?=`)")
_FENCE = re.compile(r"``(?=`)")
_LANGUAGE = re.compile(r"[\w+.#-]+", re.ASCII)


def escaped(text: str) -> str:
    """Text that Discord shows as it was written; line breaks stay."""
    signs = _SIGNS.sub(r"\\\g<0>", _UNSEEN.sub("", text))
    return _CALLS.sub(f"@{_GAP}", _STARTS.sub(r"\1\2\\", signs))


def code(text: str) -> str:
    """A line of code within text.

    Backticks within it make the marks double and keep a space from them; two in a row are parted by a zero-width space,
    because Discord knows no third length of marks.
    """
    text = _UNSEEN.sub("", text)
    if "`" not in text:
        return f"`{text}`" if text else ""
    before, after = " " * text.startswith("`"), " " * text.endswith("`")
    return f"``{before}{_PAIR.sub(f'`{_GAP}', text)}{after}``"


def fence(text: str, language: str = "") -> str:
    """A block of code, coloured if the language is a plain word; `ansi` is none.

    Three backticks in a row are parted by a zero-width space, because Discord knows no longer fence. Blank lines before
    and after the code are not shown.
    """
    known = language if _LANGUAGE.fullmatch(language) and language.casefold() != "ansi" else ""
    body = _FENCE.sub(f"``{_GAP}", _UNSEEN.sub("", text).strip("\n"))
    return f"```{known}\n{body if body.strip() else ' '}\n```"


def apart(before: str, after: str) -> str:
    """What parts two pieces of Markdown, so that code at one's end does not run into code at the other's start."""
    ends_in_code = before.endswith("`") and not before.endswith("\\`")
    return _GAP if ends_in_code and after.startswith("`") else ""


def one_line(text: str) -> str:
    """Text that has one line, so that it cannot pass for more."""
    return " ".join(text.split())

"""Plain text and other people's Markdown, written as ours: what is read shows the same signs, and code stays code."""

import html
import re
from collections.abc import Callable, Iterator

from bot.bank.importing.draft import Unfit
from bot.cards.markdown import visible

Show = Callable[[str, str], str]
"""What stands for a picture, by its address and its words."""

_MOST = 60_000
_MARKS = {"*", "_", "`", "\\"}
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff\ud800-\udfff]")
_FENCE = re.compile(r"[ \t]*+(```+|~~~+)")
_PLAIN_FENCE = re.compile(r"[ \t]*+(```+)")
_TICKS = re.compile(r"`++|\n[ \t]*+\n")
_BLOCK_MARK = re.compile(r"^([ \t]*+)(#{1,6}(?=\s|$)|[-+*>](?=\s|$)|>|=++(?=[ \t]*+$)|-++(?=[ \t]*+$)|~~~)", re.M)
_NUMBER_MARK = re.compile(r"^([ \t]*+\d{1,9})([.)])(?=\s|$)", re.M)
_ESCAPES = re.compile(r"\\(?=[!-/:-@\[-`{-~\n]|\Z)")
_STARS = re.compile(r"(?<=\S)\*|\*(?=\S)")
_LOW_LINES = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
_LINK = re.compile(
    r"(?<!!)\[((?:[^\[\]]|\[[^\[\]]{0,300}\]){1,1000})\]"
    r"\(\s{0,9}<?[^()\s]{0,2000}(?:\([^()\s]{0,300}\)[^()\s]{0,300}){0,9}>?(?:\s+[\"'][^\"'\n]{0,300}[\"'])?\s{0,9}\)"
)
_IMAGE = re.compile(r"!\[([^\]\n]{0,300})\]\(\s{0,9}<?([^()\s>]++)>?(?:\s+[\"'][^\"'\n]{0,300}[\"'])?\s{0,9}\)")
_IMAGE_TAG = re.compile(r"<img\b([^<>]*+)>", re.I)
_ATTRIBUTE = re.compile(r"""\b(src|alt)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.I)
_BREAK = re.compile(r"<br\s*/?>\n?", re.I)
_LAYOUT = re.compile(
    r"</?(?:p|div|span|center|details|summary|font|u|small|a|figure)(?:\s[^<>]*+)?/?>|<!--(?:(?!-->).){0,2000}-->",
    re.I | re.S,
)
_ENTITY = re.compile(r"&(?:[a-zA-Z][a-zA-Z0-9]{1,31}|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});")


def clean(text: str) -> str:
    """The text without signs that no message can show, its lines ended by a line feed."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n").replace("\x85", "\n"))


def from_plain(text: str) -> str:
    """Plain text as Markdown that shows the same: lines stay lines, indented ones are code, marks are only signs."""
    return _outside_code(_fenced(clean(text).strip()), _literal, _PLAIN_FENCE).strip()


def from_markdown(text: str, show: Show) -> str:
    """Markdown as we show it: links are their words, pictures what `show` says, entities the signs they mean."""
    return _outside_code(clean(text), lambda part: _tamed(part, show)).strip()


def literal(text: str) -> str:
    """One text with every mark made a sign; its line ends are not looked at."""
    text = _ESCAPES.sub(r"\\\\", text).replace("`", "\\`")
    text = _LOW_LINES.sub(r"\\_", _STARS.sub(r"\\*", text))
    return _NUMBER_MARK.sub(r"\1\\\2", _BLOCK_MARK.sub(r"\1\\\2", text))


def shown(markdown: str) -> str:
    """What a reader sees of a text, in one line."""
    return " ".join(visible(markdown).split())


def _outside_code(text: str, change: Callable[[str], str], opens: re.Pattern[str] = _FENCE) -> str:
    """The text with everything changed but code, fenced or in backticks."""
    if len(text) > _MOST:
        raise Unfit(f"it has a text of {len(text):,} characters")
    parts: list[str] = []
    prose: list[str] = []
    fence = ""
    for line in text.splitlines(keepends=True):
        found = opens.match(line)
        if fence or found:
            parts += [*_spans("".join(prose), change), line]
            prose = []
            closes = found is not None and found[1].startswith(fence) and not line.strip().strip(fence[:1])
            fence = (found[1] if found else "") if not fence else "" if closes else fence
        else:
            prose.append(line)
    return "".join([*parts, *_spans("".join(prose), change)])


def _spans(text: str, change: Callable[[str], str]) -> Iterator[str]:
    """The text cut at its code in backticks: what is code as it is, the rest changed; code never spans a blank line."""
    marks = list(_TICKS.finditer(text))
    later: dict[int, list[re.Match[str]]] = {}
    for mark in reversed(marks):
        later.setdefault(len(mark.group()) if mark.group()[0] == "`" else 0, []).append(mark)
    end = 0
    for mark in marks:
        if mark.group()[0] != "`" or mark.start() < end:
            continue
        same, blank = later[len(mark.group())], later.get(0, [])
        while same and same[-1].start() <= mark.start():
            same.pop()
        while blank and blank[-1].start() < mark.start():
            blank.pop()
        if same and not (blank and blank[-1].start() < same[-1].start()):
            yield change(text[end : mark.start()])
            yield text[mark.start() : same[-1].end()]
            end = same[-1].end()
    yield change(text[end:])


def _literal(part: str) -> str:
    lines = literal(re.sub(r"(?<=\n)[ \t]+", "", part))
    return re.sub(r"(?<=[^\n\s\\])[ \t]*\n(?=[ \t]*[^\s`])", "\\\\\n", lines)


def _fenced(text: str) -> str:
    """Lines that are indented, from the first to the last of them, fenced as code."""
    lines = text.split("\n")
    inner = [place for place, line in enumerate(lines) if place and re.match(r"(?:[ \t]{2,}|\t)\S", line)]
    if "```" in text or not inner or not lines[0].strip():
        return text
    first, last = inner[0], inner[-1]
    block = lines[first : last + 1]
    depth = min(len(line) - len(line.lstrip()) for line in block if line.strip())
    code = [line[depth:] if not line[:depth].strip() else line for line in block]
    return "\n".join([*lines[:first], "", "```", *code, "```", "", *lines[last + 1 :]]).rstrip()


def _tamed(part: str, show: Show) -> str:
    part = _IMAGE.sub(lambda found: show(found[2], found[1]), part)
    part = _IMAGE_TAG.sub(lambda found: _image_of_tag(found[1], show), part)
    part = _LINK.sub(r"\1", _LAYOUT.sub("", _BREAK.sub("\\\\\n", part)))
    return _ENTITY.sub(lambda found: _sign(found.group()), part)


def _sign(entity: str) -> str:
    """What an entity means, as a sign and never as a mark."""
    sign = html.unescape(entity).replace("\xa0", " ")
    return f"\\{sign}" if sign in _MARKS else sign


def _image_of_tag(attributes: str, show: Show) -> str:
    named = {key.lower(): double or single for key, double, single in _ATTRIBUTE.findall(attributes)}
    return show(named.get("src", ""), named.get("alt", ""))

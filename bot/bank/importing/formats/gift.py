"""GIFT, the text format of Moodle: `stem {=right ~wrong#feedback}`, read block by block as Moodle does."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from bot.bank.importing.categories import category_words
from bot.bank.importing.draft import Draft, DraftChoice, Format, Other, Reading, Skipped, Unfit, first_words
from bot.bank.importing.gallery import Gallery
from bot.bank.importing.html_text import from_html
from bot.bank.importing.source import Source
from bot.bank.importing.wording import Show, from_markdown, from_plain

OUR_MARK = "// Trapwise"
"""A file that begins with this was written by us: its texts are our Markdown already."""
_ESCAPED = {"\\": 0, "~": 1, "=": 2, "#": 3, "{": 4, "}": 5, ":": 6}
_FIRST_SIGN = 0xE000
_BACK = {_FIRST_SIGN + place: sign for sign, place in _ESCAPED.items()} | {_FIRST_SIGN + 7: "\n"}
_ESCAPE = re.compile(r"\\([\\~=#{}:n])")
_FORMAT = re.compile(r"\s*\[(html|markdown|plain|moodle)\]", re.IGNORECASE)
_TITLE = re.compile(r"\s*::(.*?)::", re.DOTALL)
_ID, _TAG = re.compile(r"\[id:([^\]\[]{1,200})\]"), re.compile(r"\[tag:([^\]\[]{1,200})\]")
_CATEGORY = re.compile(r"\s*\$CATEGORY:(.*)")
_CLOZE = re.compile(r"\{\d*:[A-Z_]+:")
_WEIGHT = re.compile(r"\s*%(-?\d+(?:[.,]\d+)?)%")
_MARK = re.compile(r"~|(?:(?<=[~\s])|^)=")
_TIGHT_MARK = re.compile(r"[~=]")
_TRUTH = {"T": True, "TRUE": True, "F": False, "FALSE": False}
_ANSWER_LINE = re.compile(r"\s*[=~}#]")
_LOOKS_LIKE = re.compile(
    r"\{[^{}=~]*+[=~][^{}]*+\}|\{\s*(?:T|F|TRUE|FALSE)\b|^::.*?::|^\$CATEGORY:", re.MULTILINE | re.IGNORECASE
)
_NAMES_ITSELF = re.compile(r"^::.*?::|^\$CATEGORY:|[?:.][ \t]*+\{\s*+(?:[=#][^{}]*+)?\}", re.MULTILINE)
_SAMPLE = 60_000
_ANOTHER_KIND = re.compile(r"\s*(?:<|---|\{|\[\s*[\[{\"])")
_FULL = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    """The lines between two blank ones, escapes hidden, with what the comments before them and `$CATEGORY` say."""

    line: int
    text: str
    external_id: str = ""
    tags: tuple[str, ...] = ()
    category: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    sign: str
    weight: float | None
    choice: DraftChoice


def _sniff(source: Source) -> int:
    if source.is_binary:
        return 0
    text = _ESCAPE.sub("", source.text[:_SAMPLE])
    if _ANOTHER_KIND.match(text) or not _LOOKS_LIKE.search(text):
        return 0
    sample = Source(name=source.name, data=source.text[:_SAMPLE].encode())
    if any(isinstance(each, Draft) for each in _read(sample)):
        return 70
    return 60 if _NAMES_ITSELF.search(text) else 0


def _read(source: Source) -> Reading:
    for block in _blocks(source.text):
        try:
            yield from _question(block, source)
        except Unfit as unfit:
            yield Skipped(place=f"line {block.line}", reason=unfit.reason, words=first_words(_plain(block.text)))


def _blocks(text: str) -> Iterator[_Block]:
    """The file's blocks; a blank line within braces parts nothing if answers follow it."""
    about, category = "", tuple[str, ...]()
    start, opened, held = 1, 0, list[str]()
    lines = text.split("\n")
    for number, line in enumerate([*lines, ""], 1):
        if line.lstrip().startswith("//"):
            about += line
        elif found := _CATEGORY.match(line):
            category = category_words(found[1])
        elif line.strip():
            start = start if held else number
            held.append(_hidden(line))
            opened += held[-1].count("{") - held[-1].count("}")
        elif held and not (opened > 0 and number < len(lines) and _ANSWER_LINE.match(_next(lines, number))):
            tags = tuple(_TAG.findall(about))
            yield _Block(line=start, text="\n".join(held), external_id=_id(about), tags=tags, category=category)
            about, opened, held = "", 0, []


def _next(lines: list[str], number: int) -> str:
    return next((line for line in lines[number : number + 5] if line.strip()), "")


def _id(about: str) -> str:
    found = _ID.search(about)
    return found[1].strip() if found else ""


def _hidden(text: str) -> str:
    return _ESCAPE.sub(lambda found: chr(_FIRST_SIGN + _ESCAPED.get(found[1], 7)), text)


def _plain(text: str) -> str:
    return text.translate(_BACK)


def _question(block: _Block, source: Source) -> Reading:
    place, text = f"line {block.line}", block.text
    title = _TITLE.match(text)
    text = text[title.end() :] if title else text
    if _CLOZE.search(text):
        yield Other(place=place, kind="cloze")
        return
    before, opened, rest = text.partition("{")
    answers, closed, after = rest.partition("}")
    if not opened:
        yield Other(place=place, kind="description")
        return
    if not closed or "{" in answers + after or "}" in after:
        raise Unfit("its braces do not pair, or it has several answer parts")
    answers, _, general = answers.rpartition("####") if "####" in answers else (answers, "", "")
    kind = _kind(answers)
    if kind in {"multiple choice", "true/false"}:
        blank = "_____" if after.strip() else ""
        yield _draft(block, source, stem=(before, blank, after), answers=(answers, general))
    else:
        yield Other(place=place, kind=kind)


def _kind(answers: str) -> str:
    inner = answers.strip()
    if inner.split("#")[0].strip().upper() in _TRUTH:
        return "true/false"
    if not inner:
        return "essay"
    if inner.startswith("#"):
        return "numerical"
    if "~" in inner:
        return "multiple choice"
    if "=" not in inner:
        raise Unfit("its answer part holds no answer")
    return "matching" if "->" in inner else "short answer"


def _draft(block: _Block, source: Source, *, stem: tuple[str, str, str], answers: tuple[str, str]) -> Draft:
    gallery = Gallery(lambda address: source.beside(address.removeprefix("@@PLUGINFILE@@/")))
    before, blank, after = stem
    marked = _FORMAT.match(before)
    form = "ours" if source.text.startswith(OUR_MARK) else marked[1].lower() if marked else "plain"
    before = before[marked.end() :] if marked else before
    asked = _worded(f"{before}{blank}{after}", form, gallery.show)
    read = (
        _truth(answers[0], form, gallery) if _kind(answers[0]) == "true/false" else _several(answers[0], form, gallery)
    )
    full = sum(choice.correct for choice in read)
    signs = [found.group() for found in _marks(answers[0])]
    notes = ("several answers have full credit: all of them must be chosen here",) if full > 1 and "=" in signs else ()
    explanation = _worded(answers[1], form, gallery.name)
    return Draft(
        place=f"line {block.line}",
        stem=asked,
        choices=tuple(read),
        explanation=explanation,
        external_id=block.external_id,
        topics=(*block.category, *block.tags),
        picture=gallery.picture,
        notes=(*notes, *gallery.notes),
    )


def _worded(text: str, form: str, show: Show) -> str:
    """A text in the format that stands before it, else in that of the question."""
    if form == "ours":
        return _plain(text).strip()
    marked = _FORMAT.match(text)
    text = _plain(text[marked.end() :] if marked else text).strip()
    readers: dict[str, Callable[[str], str]] = {
        "html": lambda text: from_html(text, show),
        "moodle": lambda text: from_html(text.replace("\n", "<br>"), show),
        "markdown": lambda text: from_markdown(text, show),
        "plain": from_plain,
    }
    return readers[marked[1].lower() if marked else form](text)


def _truth(answers: str, form: str, gallery: Gallery) -> list[DraftChoice]:
    """The two choices; the first feedback is told to whoever answers wrongly, the second to the others."""
    word, *feedback = answers.split("#")
    truth = _TRUTH[word.strip().upper()]
    wrong, right = ([_worded(each, form, gallery.name) for each in feedback] + ["", ""])[:2]
    return [
        DraftChoice(text=text, correct=value is truth, why=right if value is truth else wrong)
        for text, value in (("True", True), ("False", False))
    ]


def _marks(answers: str) -> list[re.Match[str]]:
    found = list(_MARK.finditer(answers))
    keyed = "=" in {each.group() for each in found} or _WEIGHT.search(answers.replace("~", ""))
    return found if keyed else list(_TIGHT_MARK.finditer(answers))


def _several(answers: str, form: str, gallery: Gallery) -> list[DraftChoice]:
    marks = _marks(answers)
    ends = [*(mark.start() for mark in marks[1:]), len(answers)]
    parts = [(mark.group(), answers[mark.end() : end]) for mark, end in zip(marks, ends, strict=True)]
    read = [_answer(sign, text, form, gallery) for sign, text in parts]
    read = [each for each in read if each.choice.text]
    if any(each.sign == "=" for each in read):
        right = [each.sign == "=" and (each.weight is None or each.weight >= _FULL) for each in read]
    else:
        right = [(each.weight or 0) > 0 for each in read]
    return [replace(each.choice, correct=correct) for each, correct in zip(read, right, strict=True)]


def _answer(sign: str, text: str, form: str, gallery: Gallery) -> _Answer:
    weight = _WEIGHT.match(text)
    text, _, feedback = (text[weight.end() :] if weight else text).partition("#")
    return _Answer(
        sign=sign,
        weight=float(weight[1].replace(",", ".")) if weight else None,
        choice=DraftChoice(text=_worded(text, form, gallery.name), why=_worded(feedback, form, gallery.name)),
    )


FORMAT = Format(name="gift", sniff=_sniff, read=_read)

"""Markdown with boxes: a heading or front matter with the stem, and choices as `- [ ]` and `- [x]`."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from bot.bank.importing.draft import Draft, DraftChoice, Format, Other, Reading, Skipped, Unfit, first_words
from bot.bank.importing.gallery import Gallery
from bot.bank.importing.markdown_sections import Section, sections, stem_of, told, with_code
from bot.bank.importing.source import Source
from bot.bank.importing.wording import from_markdown, shown
from bot.bank.yaml_text import read

_BOX = re.compile(r"[ \t]*[-*+][ \t]*\[[ \t]?([xX✓✔]?)[ \t]?\][ \t]?(.*)")
_HALF_BOX = re.compile(r"[ \t]*[-*+][ \t]*\[[ \t]?[xX✓✔]?[ \t][^\]]*")
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_NO_CHOICE = re.compile(r"\W*(drag[ -]?(?:and[ -])?drop|hotspot|hot spot|simulation)\b", re.IGNORECASE)
_QUOTE = re.compile(r"[ \t]*>[ \t]?(.*)")
_ASKS = re.compile(r"[?？؟]")
_MANY = 5
_LETTERS = {"A", "B", "C", "D", "E", "F", "G", "H"}


@dataclass(slots=True)
class _Box:
    correct: bool
    lines: list[str]
    quote: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class _Cut:
    """A section's lines before, in, and after its boxes."""

    before: list[str] = field(default_factory=list)
    boxes: list[_Box] = field(default_factory=list)
    after: list[str] = field(default_factory=list)


def _sniff(source: Source) -> int:
    if source.is_binary or not any(map(_BOX.fullmatch, source.text.split("\n"))):
        return 0
    front, found = _questions(source.text)
    several = [(section, cut) for section, cut in found if len(cut.boxes) > 1]
    if front.get("question") and several:
        return 90
    asks = sum(bool(_ASKS.search(section.heading + "\n".join(cut.before))) for section, cut in several)
    return 85 if asks or len(several) >= _MANY else 0


def _read(source: Source) -> Reading:
    front, found = _questions(source.text)
    for section, cut in found:
        place = f"line {section.line}"
        if skipped := _NO_CHOICE.match(section.heading):
            yield Other(place=place, kind=skipped[1].lower())
            continue
        try:
            yield _draft(section, cut, front, source)
        except Unfit as unfit:
            yield Skipped(place=place, reason=unfit.reason, words=first_words(section.heading))


def _questions(text: str) -> tuple[Mapping[str, object], Iterator[tuple[Section, _Cut]]]:
    """The front matter's fields, and every section that has boxes."""
    found = _FRONT.match(text)
    data = read(found[1]).data if found else {}
    front = data if isinstance(data, dict) else {}
    blank = "\n" * found.group().count("\n") if found else ""
    rest = blank + text[found.end() :] if found else text
    cuts = ((section, _cut(section)) for section in sections(rest))
    return front, ((section, cut) for section, cut in cuts if cut.boxes)


def _cut(section: Section) -> _Cut:
    cut = _Cut()
    gap = False
    for line, is_code in with_code(section.lines):
        box = None if is_code else _BOX.fullmatch(line)
        if box:
            _back_to_its_box(cut)
            cut.boxes.append(_Box(bool(box[1]), [box[2]]))
            gap = False
        elif not cut.boxes:
            cut.before.append(line)
        elif not line.strip() and not is_code:
            gap = True
            cut.after += [line] if cut.after else []
        elif cut.after or (gap and not _goes_on(cut.boxes[-1], line, is_code=is_code)):
            cut.after.append(line)
        elif not is_code and (quote := _QUOTE.fullmatch(line)):
            cut.boxes[-1].quote.append(quote[1])
        else:
            cut.boxes[-1].lines += [""] * gap + [line]
            gap = False
    return cut


def _back_to_its_box(cut: _Cut) -> None:
    """What stood between two boxes belongs to the first of them."""
    if cut.after:
        cut.boxes[-1].lines += ["", *cut.after]
        cut.after = []


def _goes_on(box: _Box, line: str, *, is_code: bool) -> bool:
    """Whether a line after a blank one still belongs to the choice: it is indented, or code below a blank choice."""
    if line.startswith(("  ", "\t")):
        return True
    return is_code and (_says_nothing(box) or "```" in "".join(box.lines))


def _says_nothing(box: _Box) -> bool:
    """Whether a choice's own line is blank or only a letter, so that the code below it is the choice."""
    words = box.lines[0].strip(" :.)")
    return not words or words in _LETTERS


def _draft(section: Section, cut: _Cut, front: Mapping[str, object], source: Source) -> Draft:
    if any(not is_code and _HALF_BOX.fullmatch(line) for line, is_code in with_code(section.lines)):
        raise Unfit("a box in it is not closed")
    gallery = Gallery(lambda address: source.beside(address.split("#")[0].split("?")[0]))
    said = {name: str(front.get(name, "")) for name in ("question", "id", "topic", "category", "documentation")}
    stem = "\n\n".join(filter(None, [said["question"], stem_of(section.heading, cut.before)]))
    explanation, links = told(cut.after)
    level = str(front.get("difficulty", ""))
    return Draft(
        place=f"line {section.line}",
        stem=from_markdown(stem, gallery.show),
        choices=tuple(_choice(box, gallery) for box in cut.boxes),
        explanation=from_markdown(explanation, gallery.name),
        external_id=said["id"],
        topics=(*filter(None, [said["topic"], said["category"]]), *map(shown, section.above)),
        difficulty=int(level) if level in {"1", "2", "3", "4", "5"} else None,
        sources=tuple(filter(None, [said["documentation"], *links])),
        picture=gallery.picture,
        notes=tuple(gallery.notes),
    )


def _choice(box: _Box, gallery: Gallery) -> DraftChoice:
    lines = box.lines[1:] if _says_nothing(box) and len(box.lines) > 1 else box.lines
    depth = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), default=0)
    text = "\n".join([lines[0].strip() if lines is box.lines else lines[0], *(line[depth:] for line in lines[1:])])
    why = "\n".join(box.quote)
    return DraftChoice(
        text=from_markdown(text, gallery.name), correct=box.correct, why=from_markdown(why, gallery.name)
    )


FORMAT = Format(name="markdown-checkbox", sniff=_sniff, read=_read)

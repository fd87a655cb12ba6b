"""Aiken and its dialects: a stem, lettered lines, and a line that names the key."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.bank.importing.draft import Draft, DraftChoice, Format, Reading, Skipped, first_words
from bot.bank.importing.source import Source
from bot.bank.importing.wording import from_plain

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_OPTION = re.compile(r"[ \t]*\(?([A-Za-z])[.)](?:[ \t]+|(?=\S))(.*)")
_JOINT = r"[ \t]*(?:[,;&/+]|\band\b)[ \t]*"
_KEY_LETTERS = rf"([A-Za-z](?:{_JOINT}[A-Za-z])*|[A-Ja-j](?:(?:{_JOINT}|[ \t]*)[A-Ja-j])*)"
_KEY = re.compile(rf"[ \t]*[^\W\d_]{{2,}}(?: [^\W\d_]+){{0,2}}[ \t]*(?:[:\-–=]|：)[ \t]*\(?{_KEY_LETTERS}[.)]?[ \t]*")
_BARE_KEY = re.compile(r"[ \t]*([A-Ja-j](?:[ \t]*(?:[,;&/+]|\band\b|[ \t])?[ \t]*[A-Ja-j])*)[ \t]*")
_OFFICIAL = re.compile(r"^ANSWER: [A-Z][ \t]*$", re.MULTILINE)
_EXPLANATION = re.compile(r"[ \t]*(?:explanation|feedback|rationale|reason|note)[ \t]*[:\-–][ \t]*(.*)", re.IGNORECASE)
_NUMBER = re.compile(r"[ \t]*(?:(?:Question|Câu|Q|Frage|Pregunta)\s*)?\d{1,5}\s*[.):]\s*(?=\S)", re.IGNORECASE)
_TWO_KEYS = "more than one line can be its key"
_FAR = 100
_SAMPLE = 40_000


@dataclass(slots=True)
class _Held:
    """A question as far as it has been read."""

    line: int = 0
    paragraphs: list[list[str]] = field(default_factory=lambda: [[]])
    options: list[str] = field(default_factory=list)
    key: str = ""
    doubt: str = ""
    explanation: list[str] = field(default_factory=list)


def _sniff(source: Source) -> int:
    if source.is_binary or source.head.lstrip().startswith(("<", "{", "[{", "---")):
        return 0
    sample = Source(name=source.name, data=source.text[:_SAMPLE].encode())
    found = sum(isinstance(each, Draft) for each in _read(sample))
    if not found:
        return 0
    return 80 if _OFFICIAL.search(sample.text) else 50


def _read(source: Source) -> Reading:
    for held in _questions(source.text.split("\n")):
        if not held.options:
            continue
        place, stem, notes = f"line {held.line}", *_stem(held)
        letters = _letters_of(held.key)
        if doubt := held.doubt or _doubt_of_stem(stem):
            yield Skipped(place=place, reason=doubt, words=first_words(stem))
        elif not letters:
            yield Skipped(place=place, reason="no line names its key", words=first_words(stem))
        elif max(letters) >= len(held.options):
            yield Skipped(place=place, reason="its key names a choice that is not there", words=first_words(stem))
        else:
            yield Draft(
                place=place,
                stem=from_plain(stem),
                choices=tuple(
                    DraftChoice(text=from_plain(text), correct=number in letters)
                    for number, text in enumerate(held.options)
                ),
                explanation=from_plain("\n".join(held.explanation)),
                notes=notes,
            )


def _stem(held: _Held) -> tuple[str, tuple[str, ...]]:
    """The stem without its number; paragraphs before a numbered one are headings of the file."""
    paragraphs = [each for each in held.paragraphs if each]
    numbered = [place for place, each in enumerate(paragraphs) if _NUMBER.match(each[0])]
    if numbered:
        paragraphs = paragraphs[numbered[-1] :]
        paragraphs[0] = [_NUMBER.sub("", paragraphs[0][0], count=1), *paragraphs[0][1:]]
    lines = sum(map(len, paragraphs))
    note = (f"its stem has {lines} lines; other readers of this format keep the last alone",) if lines > 1 else ()
    return "\n\n".join("\n".join(each) for each in paragraphs), note


def _letters_of(key: str) -> set[int]:
    return {_LETTERS.index(sign) for sign in re.sub(r"\band\b", "", key).upper() if sign in _LETTERS}


def _doubt_of_stem(stem: str) -> str:
    """Why a stem may hold what belongs to the question before it."""
    lines = stem.split("\n")
    return "a line of its stem looks like a key" if len(lines) > 1 and any(map(_KEY.fullmatch, lines)) else ""


def _questions(lines: list[str]) -> Iterator[_Held]:
    """The questions; a bare letter is a key only in a file that does not mostly put a word before it."""
    held = _Held()
    bare = sum(map(bool, map(_KEY.fullmatch, lines))) < sum(map(bool, map(_BARE_KEY.fullmatch, lines)))
    for number, line in enumerate(lines, 1):
        if not line.strip():
            _blank(held)
        elif option := _next_option(held, line):
            held.options.append(option)
        elif key := _key(held, line, lines[number : number + _FAR], bare_too=bare):
            held.doubt = _TWO_KEYS if held.key else held.doubt
            held.key = key
        elif held.key and (told := _EXPLANATION.fullmatch(line)):
            held.explanation.append(told[1])
        elif held.key and held.explanation and held.explanation[-1]:
            held.explanation.append(line.strip())
        elif held.options and not held.key and (held.paragraphs[-1] or held.doubt):
            held.options[-1] += "\n" + line.strip()
        else:
            if held.options:
                yield held
                held = _Held()
            held.line = held.line or number
            held.paragraphs[-1].append(line.rstrip())
    yield held


def _key(held: _Held, line: str, after: list[str], *, bare_too: bool) -> str:
    """The letters of a line that is a key; a line before the last choice is none, and with a label it is a doubt."""
    if len(held.options) < 2 or (held.key and _EXPLANATION.fullmatch(line)):  # noqa: PLR2004 - one choice is none
        return ""
    labelled, bare = _KEY.fullmatch(line), _BARE_KEY.fullmatch(line) if bare_too else None
    goes_on = bool(labelled or bare) and not held.key and _goes_on(len(held.options), after)
    if labelled:
        held.doubt = _TWO_KEYS if goes_on else held.doubt
        return "" if goes_on else labelled[1]
    if bare is None or goes_on or (held.key and not held.paragraphs[-1]):
        return ""
    letters = [sign for sign in re.sub(r"\band\b", "", bare[1]).casefold() if sign.isalpha()]
    return bare[1] if letters == sorted(set(letters)) else ""


def _goes_on(options: int, after: list[str]) -> bool:
    """Whether the next letter follows in this paragraph; or after it, before a key, and no new question's A does."""
    later: list[int] = []
    gap = False
    for line in after:
        found = _OPTION.fullmatch(line)
        place = _LETTERS.find(found[1].upper()) if found else -1
        if place == options and not gap:
            return True
        if _KEY.fullmatch(line) or place == 0:
            return options in later and place != 0
        gap = gap or not line.strip()
        later.append(place)
    return options in later


def _blank(held: _Held) -> None:
    """A blank line parts paragraphs, ends an explanation, and ends the choices for all but a next letter."""
    if held.paragraphs[-1]:
        held.paragraphs.append([])
    if held.explanation and held.explanation[-1]:
        held.explanation.append("")


def _next_option(held: _Held, line: str) -> str:
    """The text of the next letter; letters run from A, so “A. Einstein said” in a stem is seldom one."""
    found = _OPTION.fullmatch(line)
    if found is None or held.key or not any(held.paragraphs):
        return ""
    return found[2].strip() if _LETTERS.find(found[1].upper()) == len(held.options) else ""


FORMAT = Format(name="aiken", sniff=_sniff, read=_read)

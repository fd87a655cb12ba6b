"""Markdown with hidden answers: lettered choices, then `<details>` with the key's letter and the explanation."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.bank.importing.draft import Draft, DraftChoice, Format, Reading, Skipped, first_words
from bot.bank.importing.gallery import Gallery
from bot.bank.importing.lettered import lettered
from bot.bank.importing.markdown_sections import stem_of, with_code
from bot.bank.importing.source import Source
from bot.bank.importing.wording import from_markdown

_OPENS = re.compile(r"[ \t]*<details\b", re.IGNORECASE)
_CLOSES = re.compile(r".*</details>", re.IGNORECASE)
_KEY = re.compile(r"[^:：]{1,40}[:：]\W*([A-Z](?:\W{1,3}(?:and\W)?[A-Z])*)\W*")
_LAYOUT = re.compile(
    r"[ \t]*(?:</?(?:details|summary|p|div|b)\b[^>]*>[ \t]*)+|.*<summary>.*</summary>.*", re.IGNORECASE
)
_RULE = re.compile(r"[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*")
_HEADING = re.compile(r"[ \t]*#{1,6}[ \t]+(.*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """The lines before a hidden answer, from the last heading or rule on, and those of the answer."""

    line: int
    asked: list[str]
    answer: list[str]


def _sniff(source: Source) -> int:
    if source.is_binary or "<details" not in source.text.lower():
        return 0
    return 80 if any(isinstance(each, Draft) for each in _read(source)) else 0


def _read(source: Source) -> Reading:
    for part in _parts(source.text):
        found = lettered(part.asked)
        if found is None:
            continue
        place, words = f"line {part.line}", first_words(" ".join(part.asked[:1]))
        key = next((each[1] for line in part.answer if (each := _KEY.fullmatch(line))), "")
        letters = [sign for sign in key if sign.isalpha() and sign.isupper()]
        if not letters:
            yield Skipped(place=place, reason="its hidden answer names no letter", words=words)
            continue
        gallery = Gallery(source.beside)
        heading, body = _split(found.before)
        told = [line for line in part.answer if not _KEY.fullmatch(line) and not _LAYOUT.fullmatch(line)]
        yield Draft(
            place=place,
            stem=from_markdown(stem_of(heading, body), gallery.show),
            choices=tuple(
                DraftChoice(text=from_markdown(text, gallery.name), correct=letter in letters)
                for letter, text in found.choices
            ),
            explanation=from_markdown("\n".join(told), gallery.name),
            picture=gallery.picture,
            notes=tuple(gallery.notes),
        )


def _parts(text: str) -> Iterator[_Part]:
    asked: list[str] = []
    answer: list[str] | None = None
    start = 1
    for number, (line, is_code) in enumerate(with_code(text.split("\n")), 1):
        if answer is None and not is_code and _OPENS.match(line):
            answer = []
        elif answer is not None and not is_code and _CLOSES.match(line):
            yield _Part(line=start, asked=asked, answer=answer)
            asked, answer, start = [], None, number + 1
        elif answer is not None:
            answer.append(line)
        elif not is_code and (_RULE.fullmatch(line) or _HEADING.fullmatch(line)):
            asked, start = ([line] if _HEADING.fullmatch(line) else []), number
        else:
            asked.append(line)


def _split(lines: list[str]) -> tuple[str, list[str]]:
    """The heading, or the first line that says anything, and the rest."""
    place = next((place for place, line in enumerate(lines) if line.strip()), None)
    if place is None:
        return "", []
    found = _HEADING.fullmatch(lines[place])
    return (found[1] if found else lines[place].strip()), lines[place + 1 :]


FORMAT = Format(name="markdown-details", sniff=_sniff, read=_read)

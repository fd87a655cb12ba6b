"""Markdown with bullets: `* stem`, then `- choice` with an exclamation mark before the right ones, below `# topic`."""

import re
from collections.abc import Iterator

from bot.bank.importing.categories import category_words
from bot.bank.importing.draft import Draft, DraftChoice, Format, Reading
from bot.bank.importing.gallery import Gallery
from bot.bank.importing.markdown_sections import sections, without_number
from bot.bank.importing.source import Source
from bot.bank.importing.wording import from_markdown

_STEM = re.compile(r"\*[ \t]+(.*)")
_CHOICE = re.compile(r"[ \t]*-[ \t]+(!?)[ \t]*(.+)")
_RIGHT = re.compile(r"^[ \t]*-[ \t]+![^\[!].*$", re.MULTILINE)
_Question = tuple[int, list[str], list[tuple[bool, list[str]]]]


def _sniff(source: Source) -> int:
    if source.is_binary or not _RIGHT.search(source.text):
        return 0
    found = [each for each in _read(source) if isinstance(each, Draft)]
    return 78 if any(len(each.choices) > 1 and any(choice.correct for choice in each.choices) for each in found) else 0


def _read(source: Source) -> Reading:
    for section in sections(source.text):
        first = section.line + 1 if section.heading else 1
        for number, stem, choices in _questions(section.lines, first):
            gallery = Gallery(source.beside)
            yield Draft(
                place=f"line {number}",
                stem=from_markdown(without_number("\n".join(stem)), gallery.show),
                choices=tuple(
                    DraftChoice(text=from_markdown("\n".join(lines), gallery.name), correct=right)
                    for right, lines in choices
                ),
                topics=category_words(section.heading),
                picture=gallery.picture,
                notes=tuple(gallery.notes),
            )


def _questions(lines: tuple[str, ...], first: int) -> Iterator[_Question]:
    """Stems with their choices; indented lines go on with what stands above them."""
    held: _Question | None = None
    for number, line in enumerate(lines, first):
        if stem := _STEM.fullmatch(line):
            if held and held[2]:
                yield held
            held = (number, [stem[1]], [])
        elif held and (choice := _CHOICE.fullmatch(line)):
            held[2].append((bool(choice[1]), [choice[2]]))
        elif held and line.strip():
            (held[2][-1][1] if held[2] else held[1]).append(line.strip())
    if held and held[2]:
        yield held


FORMAT = Format(name="markdown-bullet", sniff=_sniff, read=_read)

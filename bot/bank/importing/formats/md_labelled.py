"""Markdown with labels: lettered choices, then lines such as “Answer: C”, “Explanation: …”, “Why A is wrong: …”."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.bank.importing.draft import Draft, DraftChoice, Format, Reading, Skipped, first_words
from bot.bank.importing.gallery import Gallery
from bot.bank.importing.lettered import lettered
from bot.bank.importing.markdown_sections import Section, sections, stem_of, with_code
from bot.bank.importing.source import Source
from bot.bank.importing.wording import from_markdown, shown

_LABEL = re.compile(
    r"[ \t]*(?:[-*+][ \t]+)?(?:\*\*|__)?([^\W\d_][\w '()/-]{0,40}?)(?:\*\*|__)?[ \t]*[:：](?:\*\*|__)?[ \t]*(.*)"
)
_WHY = re.compile(
    r"why (?:not )?(?:option |choice )?\(?([a-z])\)?(?: is)?(?: not)?(?: wrong| incorrect| right| correct)?"
)
_KEY = re.compile(r"\W*([A-Za-z](?:\W{1,4}(?:and\W)?[A-Za-z])*)(?:\W.*)?", re.DOTALL)
_NAMES = {
    "key": (
        "answer",
        "answers",
        "correct answer",
        "correct answers",
        "correct",
        "key",
        "答案",
        "正確答案",
        "正解",
        "respuesta",
        "antwort",
        "réponse",
    ),
    "explanation": (
        "explanation",
        "rationale",
        "reason",
        "解析",
        "說明",
        "解説",
        "explicación",
        "erklärung",
        "explication",
    ),
    "more": (
        "why others wrong",
        "why others are wrong",
        "why the others are wrong",
        "why not others",
        "hint",
        "mnemonic",
    ),
    "trap": ("trap", "traps", "陷阱", "common trap"),
    "topic": ("topic", "domain", "category", "section", "subtopic", "area"),
    "difficulty": ("difficulty", "level"),
    "id": ("id", "question id", "qid"),
    "sources": ("source", "sources", "reference", "references", "ref", "link"),
}
_ROLES = {name: role for role, names in _NAMES.items() for name in names}
_LEVELS = {"easy": 2, "medium": 3, "moderate": 3, "hard": 4, "difficult": 4, "expert": 5} | {
    str(n): n for n in range(1, 6)
}


@dataclass(slots=True)
class _Labels:
    """What the labelled lines say, by role; `whys` by letter; `plain` are the lines without a label before them."""

    said: dict[str, list[str]] = field(default_factory=dict)
    whys: dict[str, str] = field(default_factory=dict)
    plain: list[str] = field(default_factory=list)


def _sniff(source: Source) -> int:
    if source.is_binary or source.head.lstrip().startswith(("<", "{", "[")):
        return 0
    return 82 if any(isinstance(each, Draft) for each in _read(source)) else 0


def _read(source: Source) -> Reading:
    for section in sections(source.text):
        found = lettered(section.lines) if section.heading else None
        if found is None:
            continue
        choices, after = _own(found.choices, found.after)
        labels = _labels(found.before), _labels(after)
        said = {role: [*labels[0].said.get(role, []), *labels[1].said.get(role, [])] for role in _NAMES}
        letters = _letters(said["key"])
        if not letters:
            yield Skipped(
                place=f"line {section.line}", reason="no line names its key", words=first_words(section.heading)
            )
            continue
        yield _draft(section, choices=choices, labels=labels, said=said, letters=letters, source=source)


def _own(choices: tuple[tuple[str, str], ...], after: list[str]) -> tuple[tuple[tuple[str, str], ...], list[str]]:
    """The choices without labelled lines that follow the last one without a blank line, and these with the rest."""
    *others, (letter, text) = choices
    lines = text.split("\n")
    first = next((place for place, line in enumerate(lines) if place and _role(line)[0]), len(lines))
    return (*others, (letter, "\n".join(lines[:first]))), [*lines[first:], *after]


def _role(line: str) -> tuple[str, str]:
    """The role that a line's label has, and the rest of the line; for a why the letter."""
    found = _LABEL.fullmatch(line)
    if found is None:
        return "", line
    name = found[1].strip().casefold()
    if why := _WHY.fullmatch(name):
        return f"why {why[1].upper()}", found[2]
    return _ROLES.get(name, ""), found[2]


def _labels(lines: list[str]) -> _Labels:
    labels = _Labels()
    current = ""
    for line, is_code in with_code(lines):
        role, rest = ("", line) if is_code else _role(line)
        if role.startswith("why "):
            labels.whys[role[4:]] = rest
        elif role:
            labels.said.setdefault(role, []).append(rest)
        elif current.startswith("why "):
            labels.whys[current[4:]] += "\n" + line
        elif current:
            labels.said[current][-1] += "\n" + line
        else:
            labels.plain.append(line)
        current = role or current
    return labels


def _letters(keys: list[str]) -> set[str]:
    found = _KEY.fullmatch(keys[0].strip()) if keys else None
    return {sign.upper() for sign in found[1].replace("and", "") if sign.isalpha()} if found else set()


def _draft(
    section: Section,
    *,
    choices: tuple[tuple[str, str], ...],
    labels: tuple[_Labels, _Labels],
    said: Mapping[str, list[str]],
    letters: set[str],
    source: Source,
) -> Draft:
    gallery = Gallery(source.beside)
    whys = labels[0].whys | labels[1].whys

    def ours(*texts: str) -> str:
        return from_markdown("\n\n".join(texts).strip(), gallery.name)

    return Draft(
        place=f"line {section.line}",
        stem=from_markdown(stem_of(section.heading, labels[0].plain), gallery.show),
        choices=tuple(
            DraftChoice(text=ours(text), correct=letter in letters, why=ours(whys.get(letter, "")))
            for letter, text in choices
        ),
        explanation=ours(*said["explanation"], *said["more"]),
        trap=ours(*said["trap"]),
        external_id=" ".join(said["id"]).strip(" `*\n"),
        topics=tuple(shown(each) for each in (*said["topic"], *section.above)),
        difficulty=_LEVELS.get(" ".join(said["difficulty"]).strip(" `*\n").casefold()),
        sources=tuple(shown(each) for each in said["sources"] if each.strip()),
        picture=gallery.picture,
        notes=tuple(gallery.notes),
    )


FORMAT = Format(name="markdown-labelled", sniff=_sniff, read=_read)

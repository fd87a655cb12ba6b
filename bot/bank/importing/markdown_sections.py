"""A Markdown file cut at its headings, code left whole; and what banks write before and after a stem."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_HEADING = re.compile(r"(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*")
_FENCE = re.compile(r"[ \t]*(?:[-*+>][ \t]+)?(```+|~~~+)")
_NUMBER = re.compile(
    r"\W{0,3}(?:(?:question|pregunta|frage|domanda|pergunta|q|[^\x00-\x7f]{1,8})[ .]?\s?)?"
    r"\(?\d{1,5}\s*[.:)．、：](?!\d)\s*",
    re.IGNORECASE,
)
_NAME_TAG = re.compile(r"<a\s[^<>]*>\s*</a>", re.IGNORECASE)
_ONLY_NUMBER = re.compile(r"\W*(?:question|q|no)?\W*\d{1,5}\W*", re.IGNORECASE)
_ANCHOR = re.compile(r"\W*\[[^\]]*\]\(#[^)]*\)\W*")
_LONG = 500
_LINK_ALONE = re.compile(r"\W{0,4}\[[^\]]*\]\(\s*<?(https?://[^\s)>]+)>?[^)]*\)[\W\d]{0,4}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading with the lines below it, up to the next heading; `above` are the headings that it stands under."""

    line: int
    heading: str
    lines: tuple[str, ...]
    above: tuple[str, ...] = ()


def sections(text: str) -> Iterator[Section]:
    """The file's sections in order; what stands before the first heading has an empty one."""
    start, heading, level = 1, "", 0
    held: list[str] = []
    stack: list[tuple[int, str]] = []
    for number, (line, is_code) in enumerate(with_code(text.split("\n")), 1):
        found = None if is_code else _HEADING.fullmatch(line)
        if found is None:
            held.append(line)
            continue
        yield _section(start, heading, held, level, stack)
        stack = [*(each for each in stack if each[0] < level), (level, heading)] if heading else stack
        start, heading, level, held = number, found[2], len(found[1]), []
    yield _section(start, heading, held, level, stack)


def _section(start: int, heading: str, held: list[str], level: int, stack: list[tuple[int, str]]) -> Section:
    above = tuple(words for depth, words in reversed(stack) if depth < level)
    return Section(line=start, heading=heading, lines=tuple(held), above=above)


def with_code(lines: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it belongs to a block of code."""
    fence = ""
    for line in lines:
        found = _FENCE.match(line)
        if not fence and found:
            fence = found[1]
            yield line, True
        elif fence:
            yield line, True
            if line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        else:
            yield line, False


def stem_of(heading: str, body: Sequence[str]) -> str:
    """A stem from its heading, without its number, and the lines below; one that is only a number says nothing."""
    heading = _NAME_TAG.sub("", heading).strip()
    title = "" if _ONLY_NUMBER.fullmatch(heading) else without_number(heading)
    text = "\n".join(line for line in body if len(line) > _LONG or not _ANCHOR.fullmatch(line)).strip("\n")
    return f"{title}\n\n{text}".strip()


def without_number(text: str) -> str:
    """The text without the number that banks write before a question, in whatever language."""
    found = _NUMBER.match(text)
    return text[found.end() :] if found and text[found.end() :].strip() else text


def told(lines: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """What stands after the choices: the explanation, and the addresses of lines that are nothing but a link."""
    links = [found[1] for line in lines if len(line) < _LONG and (found := _LINK_ALONE.fullmatch(line))]
    kept = [line for line in lines if len(line) > _LONG or not (_LINK_ALONE.fullmatch(line) or _ANCHOR.fullmatch(line))]
    text = re.sub(
        r"\A\W*(?:explanation|explicación|erklärung|explication|reason)\W*?[:：]\**\s*",
        "",
        "\n".join(kept).strip(),
        flags=re.I,
    )
    return ("" if re.fullmatch(r"[-*_\s]*", text) else re.sub(r"\n+(?:-{3,}|\*{3,}|_{3,})\s*\Z", "", text)), tuple(
        links
    )

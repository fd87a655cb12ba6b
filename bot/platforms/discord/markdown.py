"""Markdown from its tree to Discord's own, which knows no tables, no nested quotes and no code within lists.

Such code and tables stand by themselves, outside of the list or quote. Emphasis that Discord would misread, because
code within it holds its mark or because of what stands beside it, is left out; the words stay.
"""

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from markdown_it.tree import SyntaxTreeNode

from bot.cards.markdown import tree
from bot.platforms.discord.escape import apart, code, escaped, fence

_INDENT = "  "
_QUOTE = "> "
_NOTHING = "\u200b"
"""Discord takes no empty list item."""
_ESCAPE = re.compile(r"\\.", re.DOTALL)
_WORD = re.compile(r"\w")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """Lines that belong together: `tight` ones follow the line before, `alone` ones take no indent and no mark."""

    text: str
    tight: bool = False
    alone: bool = False


@functools.lru_cache(maxsize=4096)
def formatted(markdown: str) -> str:
    """The Markdown as Discord reads it; kept a while, because a breakdown's texts are shown on every click."""
    return "".join(_joined(_pieces(tree(markdown).children)))


def _joined(pieces: Iterable[_Piece]) -> Iterator[str]:
    before = None
    for piece in pieces:
        if before is not None:
            yield "\n" if piece.tight or piece.alone or before.alone else "\n\n"
        yield piece.text
        before = piece


def _pieces(nodes: Sequence[SyntaxTreeNode]) -> Iterator[_Piece]:
    for node in nodes:
        match node.type:
            case "fence" | "code_block":
                language = node.info.split(maxsplit=1)[0] if node.info.strip() else ""
                yield _Piece(text=fence(node.content, language), alone=True)
            case "table":
                yield _Piece(text=fence(_table(node)), alone=True)
            case "bullet_list" | "ordered_list":
                yield from _items(node)
            case "blockquote":
                yield from _quoted(_pieces(node.children))
            case "heading":
                text = _spans(node.children, frozenset({"strong"}))
                yield _Piece(text=text if "**" in text else f"**{text}**")
            case "hr":
                yield _Piece(text=escaped("---"))
            case _:
                yield _Piece(text=_spans(node.children))


def _items(node: SyntaxTreeNode) -> Iterator[_Piece]:
    first = int(node.attrs.get("start", 1))
    for place, item in enumerate(node.children):
        start = "- " if node.type == "bullet_list" else f"{first + place}. "
        pieces = list(_pieces(item.children))
        if not pieces or pieces[0].alone:
            yield _Piece(text=start + _NOTHING, tight=True)
        for piece in pieces:
            if piece.alone:
                yield piece
                start = ""
            else:
                yield _Piece(text=start + piece.text.replace("\n", f"\n{_INDENT}"), tight=True)
                start = _INDENT


def _quoted(pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    """Quotes do not nest, so one within another becomes part of it."""
    for piece in pieces:
        if piece.alone:
            yield piece
        else:
            lines = (line if line.startswith(_QUOTE) else _QUOTE + line for line in piece.text.split("\n"))
            yield _Piece(text="\n".join(lines), tight=True)


def _table(node: SyntaxTreeNode) -> str:
    """The cells in columns, with a line below the head."""
    rows = [[_bare(cell) for cell in row.children] for part in node.children for row in part.children]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [" | ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    return "\n".join((lines[0], "-+-".join("-" * width for width in widths), *lines[1:]))


def _bare(node: SyntaxTreeNode) -> str:
    """The words of a piece of text without its marks."""
    if node.type in {"text", "code_inline"}:
        return node.content
    return " " if node.type in {"softbreak", "hardbreak"} else "".join(map(_bare, node.children))


def _spans(
    nodes: Sequence[SyntaxTreeNode], inside: frozenset[str] = frozenset(), before: str = "", after: str = ""
) -> str:
    """Text with its marks, the emphasis that it is `inside` of, and what is written `before` it and `after` it."""
    told = ""
    for place, node in enumerate(nodes):
        rest = "".join(map(_bare, nodes[place + 1 :])) + after
        piece = _span(node, inside, before + told, rest)
        told += apart(told, piece) + piece
    return told


def _span(node: SyntaxTreeNode, inside: frozenset[str], before: str, after: str) -> str:
    match node.type:
        case "text":
            text = escaped(node.content)
        case "code_inline":
            text = code(node.content)
        case "softbreak":
            text = " "
        case "hardbreak":
            text = "\n"
        case "strong" | "em":
            inner = _spans(node.children, inside | {node.type}, before, after)
            mark = _mark(node.type, inner, before, after) if node.type not in inside else ""
            text = f"{mark}{inner}{mark}"
        case _:
            text = _spans(node.children, inside, before, after)
    return text


def _mark(kind: str, inner: str, before: str, after: str) -> str:
    """The mark that Discord reads as meant, if there is one: an underscore wants no word beside it, a star no star."""
    star_before = _unescaped(before).endswith("*")
    if kind == "strong":
        return "" if "**" in inner or star_before else "**"
    marks = _unescaped(inner)
    if "_" not in marks and not _WORD.match(before[-1:]) and not _WORD.match(after[:1]):
        return "_"
    return "" if "*" in marks or star_before else "*"


def _unescaped(text: str) -> str:
    """Only the signs that act as marks."""
    return _ESCAPE.sub("", text)

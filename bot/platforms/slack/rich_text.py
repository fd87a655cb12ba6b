"""Markdown as the elements of a rich_text block, built from its syntax tree."""

import functools
from collections.abc import Iterator, Sequence
from itertools import groupby

from markdown_it.tree import SyntaxTreeNode

from bot.cards.markdown import tree
from bot.platforms.slack.elements import Inline, Piece, clean, joined, section, texts, unseen
from bot.platforms.slack.tables import aligned

Run = tuple[str, tuple[str, ...]]
"""A text and its styles."""

_RULE = "———"
_DEEPEST = 8
_LAST_NUMBER = 10_000
_LISTS = {"bullet_list", "ordered_list"}
_CODE = {"fence", "code_block"}
_BLOCKS = {*_LISTS, *_CODE, "table"}
"""What cannot stand inside a line of a list."""


@functools.lru_cache(maxsize=2048)
def drawn(markdown: str) -> tuple[Piece, ...]:
    """The text's sections, lists, quotes and code; none if nothing can be seen."""
    return _drawn(tree(markdown).children, indent=0)


def _drawn(nodes: Sequence[SyntaxTreeNode], *, indent: int) -> tuple[Piece, ...]:
    return joined((piece for node in nodes for piece in _block(node, indent)), by="\n\n")


def _block(node: SyntaxTreeNode, indent: int) -> Iterator[Piece]:
    if node.type in _LISTS:
        yield from _list(node, indent)
    elif node.type in _CODE:
        yield from _preformatted(node.content.rstrip("\n"))
    elif node.type == "table":
        yield from _preformatted(_table(node))
    elif elements := _inline([node]):
        quoted = node.type == "blockquote"
        yield {"type": "rich_text_quote", "elements": list(elements)} if quoted else section(elements)


def _preformatted(text: str) -> Iterator[Piece]:
    if not unseen(text):
        yield {"type": "rich_text_preformatted", "elements": list(texts(text))}


def _list(node: SyntaxTreeNode, indent: int) -> Iterator[Piece]:
    """A list and the lists in it; Slack has only lists side by side, so what stands between items interrupts it."""
    first = int(node.attrs.get("start", 1))
    counted = node.type == "ordered_list" and 0 < first < _LAST_NUMBER
    waiting: list[Piece] = []
    for place, item in enumerate(node.children, start=first):
        lead = [] if counted or node.type == "bullet_list" else texts(f"{place}. ")
        own, rest = _item(item)
        waiting.append(section((*lead, *(own or texts(" ")))))
        inner = _drawn(rest, indent=indent + 1)
        if inner or place - first == len(node.children) - 1:
            yield {
                "type": "rich_text_list",
                "style": "ordered" if counted else "bullet",
                "indent": min(indent, _DEEPEST),
                "elements": waiting,
                **({"offset": place - len(waiting)} if counted and place > len(waiting) else {}),
            }
            waiting = []
        yield from inner


def _item(item: SyntaxTreeNode) -> tuple[Inline, list[SyntaxTreeNode]]:
    """What stands in the item's own line, and the blocks below it from the first that cannot."""
    nodes = item.children
    end = next((place for place, node in enumerate(nodes) if node.type in _BLOCKS), len(nodes))
    return _inline(nodes[:end]), nodes[end:]


def _table(node: SyntaxTreeNode) -> str:
    rows = [each.children for each in node.walk() if each.type == "tr"]
    cells = [["".join(text for text, _ in _runs(cell)) for cell in row] for row in rows]
    return aligned(cells, ["right" in str(cell.attrs.get("style", "")) for cell in rows[0]])


def _inline(nodes: Sequence[SyntaxTreeNode]) -> Inline:
    """The nodes as text elements, whatever they are; none if nothing of them can be seen."""
    runs = list(_lines(nodes))
    if unseen("".join(text for text, _ in runs)):
        return ()
    grouped = groupby(runs, key=lambda run: run[1])
    return tuple(piece for styles, some in grouped for piece in texts("".join(text for text, _ in some), *styles))


def _lines(nodes: Sequence[SyntaxTreeNode]) -> Iterator[Run]:
    """Blocks flattened into lines of text, for quotes and list items, which hold nothing else."""
    for place, node in enumerate(nodes):
        if place:
            yield "\n", ()
        if node.type in _CODE:
            yield clean(node.content.rstrip("\n")), ("code",)
        elif node.type == "table":
            yield _table(node), ("code",)
        elif node.type in _LISTS:
            yield from _flat_list(node)
        elif node.type == "blockquote":
            yield from _lines(node.children)
        elif node.type == "hr":
            yield _RULE, ()
        else:
            yield from _runs(node, ("bold",) if node.type == "heading" else ())


def _flat_list(node: SyntaxTreeNode) -> Iterator[Run]:
    first = int(node.attrs.get("start", 1))
    for place, item in enumerate(node.children):
        mark = "• " if node.type == "bullet_list" else f"{first + place}. "
        yield ("\n" if place else "") + mark, ()
        yield from _lines(item.children)


def _runs(node: SyntaxTreeNode, styles: tuple[str, ...] = ()) -> Iterator[Run]:
    """The texts inside a paragraph with the styles of all that is around them."""
    match node.type:
        case "text":
            yield node.content, styles
        case "code_inline":
            yield node.content, _with(styles, "code")
        case "softbreak":
            yield " ", styles
        case "hardbreak":
            yield "\n", styles
        case "strong" | "em":
            inner = _with(styles, "bold" if node.type == "strong" else "italic")
            for child in node.children:
                yield from _runs(child, inner)
        case _:
            for child in node.children:
                yield from _runs(child, styles)


def _with(styles: tuple[str, ...], style: str) -> tuple[str, ...]:
    return tuple(sorted({*styles, style}))

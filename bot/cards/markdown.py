"""The one reading of Markdown: a small, safe subset parsed by markdown-it into its syntax tree."""

import functools

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

_NOT_READ = ("link", "image", "autolink", "html_inline", "html_block", "reference", "entity")
"""Left as they were typed: no text of a pack may become a link, a picture, raw HTML or another character."""


@functools.cache
def parser() -> MarkdownIt:
    """The parser that every platform uses: CommonMark with tables, without links, images, entities and raw HTML."""
    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(list(_NOT_READ))


@functools.lru_cache(maxsize=1024)
def tokens(markdown: str) -> tuple[Token, ...]:
    """What the parser reads; kept a while, because a bank's rules look at every text several times."""
    return tuple(parser().parse(markdown))


def tree(markdown: str) -> SyntaxTreeNode:
    """The text's syntax tree."""
    return SyntaxTreeNode(tokens(markdown))


@functools.lru_cache(maxsize=1024)
def visible(markdown: str) -> str:
    """The text that a reader sees, without marks; blocks stand on lines of their own."""
    return "\n".join(_text(child) for child in tree(markdown).children).strip()


def _text(node: SyntaxTreeNode) -> str:
    if node.type in {"text", "code_inline", "fence", "code_block"}:
        return node.content.rstrip("\n")
    if node.type in {"softbreak", "hardbreak"}:
        return " " if node.type == "softbreak" else "\n"
    joint = "" if node.type in {"inline", "em", "strong"} else "\n"
    return joint.join(_text(child) for child in node.children)

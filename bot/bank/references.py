"""Choices are shuffled, so no text may name one by its letter or its position."""

import re

from markdown_it.tree import SyntaxTreeNode

from bot.cards.markdown import tree

_LETTER = r"[A-HJ]"
"""Not I: “the option I would take”."""
_PLACE = r"first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|top|bottom"
_NAMED = re.compile(
    rf"""
    \b(?i:option|choice|answer)s?\s+["“'(]?{_LETTER}\b(?![+\#]|-[a-z]|\.\w|/B\s+(?i:test))  # option B, Answer (C)
    | \b(?i:both)\s+\(?{_LETTER}\)?\s+and\s+\(?{_LETTER}\b(?!\s+(?i:matri|factor|adapter)) # both A and C, not of LoRA
    | \b(?i:the\s+(?:{_PLACE})\s+(?:(?:two|three|four)\s+)?(?:option|answer\s+choice|listed\s+choice)s?)\b
    | \b(?i:the\s+(?:second|third|fourth|fifth|last)\s+choice)\b           # not the idiom “the first choice for”
    | \b(?i:(?:option|choice|answer)s?\s+(?:above|below))\b
    | \b(?i:of\s+the\s+(?:above|below))\b
    | \b(?i:the\s+(?:above|below)\s+(?:option|choice|answer)s?)\b
    """,
    re.VERBOSE,
)
_LETTERS_ALONE = re.compile(
    rf"(?:(?i:both|only|neither|either)\s+)?{_LETTER}(?:\s*(?:,|(?i:\band\b|\bor\b|\bnor\b)|&)\s*{_LETTER})+(?:\s+(?i:only))?\.?"
)
_ALL_OR_NONE = re.compile(
    r"(?:all|none|both|any|either|neither|each)(?:\s+of)?\s+(?:the|these|those)(?:\s+other)?"
    r"(?:\s+(?:above|options?|choices?|answers?|listed))*\.?",
    re.IGNORECASE,
)


def named_choice(markdown: str) -> str | None:
    """The first words that name a choice by letter or position; what is marked as code does not count."""
    if not _NAMED.search(markdown.replace("*", "").replace("_", "")):
        return None
    found = _NAMED.search(_without_code(tree(markdown)))
    return found[0] if found else None


def letters_alone(markdown: str) -> bool:
    """Whether a choice says nothing but letters: “A and C only”."""
    return bool(_LETTERS_ALONE.fullmatch(markdown.strip()))


def speaks_of_the_others(visible: str) -> bool:
    """Whether a choice is of the kind “All of the above”, which makes sense only after the others."""
    return bool(_ALL_OR_NONE.fullmatch(visible.strip()))


def _without_code(node: SyntaxTreeNode) -> str:
    if node.type in {"code_inline", "fence", "code_block"}:
        return "…"
    if node.type == "text":
        return node.content
    if node.type in {"softbreak", "hardbreak"}:
        return " "
    joint = "" if node.type in {"inline", "em", "strong"} else "\n"
    return joint.join(_without_code(child) for child in node.children)

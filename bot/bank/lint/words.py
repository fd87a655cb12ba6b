"""Texts as a guesser sees them: words, hedges, absolutes, and how alike two texts are."""

import re
from collections.abc import Set as AbstractSet

from bot.cards.markdown import visible

_HEDGES = re.compile(
    r"\b(?:usually|often|may|might|can|typically|generally|sometimes|some|most|mainly|tends?|likely|because|so that|"
    r"while|when|if|unless|without|rather than|only|before|after)\b",
    re.IGNORECASE,
)
_ABSOLUTES = re.compile(
    r"\b(?:always|never|only|all|every|none|must|no|completely|entirely|impossible|guarantees?|guaranteed)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+")
_CONTENT_WORD = 5
_STEM = 6
_GRAM = 4


def plain(markdown: str) -> str:
    """The visible text on one line."""
    return " ".join(visible(markdown).split())


def words(markdown: str) -> frozenset[str]:
    """The distinct words, in small letters."""
    return frozenset(_WORD.findall(visible(markdown).casefold()))


def content_stems(markdown: str) -> frozenset[str]:
    """The longer words, cut to the letters that their forms have in common."""
    return frozenset(word[:_STEM] for word in words(markdown) if len(word) >= _CONTENT_WORD and not word.isdigit())


def hedges(markdown: str) -> int:
    """How many words narrow the statement: usually, only, when, so that."""
    return len(_HEDGES.findall(plain(markdown)))


def absolutes(markdown: str) -> int:
    """How many words allow no exception: always, never, all, must."""
    return len(_ABSOLUTES.findall(plain(markdown)))


def grams(text: str) -> frozenset[str]:
    """All runs of four characters, code included."""
    line = " ".join(text.casefold().split())
    return frozenset(line[place : place + _GRAM] for place in range(max(len(line) - _GRAM + 1, 1)))


def jaccard(one: AbstractSet[str], other: AbstractSet[str]) -> float:
    """The share of what is in both among what is in either, from 0 to 1; two empty sets are not alike."""
    return len(one & other) / len(one | other) if one or other else 0.0

"""Laying a long card over several messages, so that nothing is cut off and nothing refused."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.cards.blocks import Block, Card, Choices, Facts, Lettered, Note, Prose, Ranking
from bot.cards.markdown import tokens
from bot.cards.measure import MOMENT, MOST_CHARACTERS, MOST_COMPONENTS, characters, components


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What one message may hold: visible characters, and parts as `bot.cards.measure` counts them."""

    characters: int = MOST_CHARACTERS
    components: int = MOST_COMPONENTS

    def holds(self, card: Card) -> bool:
        """Whether the card fits into one message."""
        return characters(card) <= self.characters and components(card) <= self.components


A_MESSAGE = Budget()
_FENCE = 3
_LEAST = 40


def parts(card: Card, budget: Budget = A_MESSAGE) -> tuple[Card, ...]:
    """The card as one message or several, blocks in their order; what is too long alone is parted between its items.

    Texts are parted between paragraphs, else between lines, else between words.
    """
    found: list[Card] = []
    current: Card = ()
    for block in _small_enough(card, budget):
        if current and not budget.holds((*current, block)):
            found.append(current)
            current = ()
        current = (*current, block)
    return (*found, current)


def _small_enough(blocks: Sequence[Block], budget: Budget) -> Iterator[Block]:
    """The blocks, those that alone pass the budget in pieces."""
    for block in blocks:
        if budget.holds((block,)):
            yield block
        else:
            yield from _pieces(block, budget)


def _pieces(block: Block, budget: Budget) -> Iterator[Block]:
    match block:
        case Choices(items=items) if len(items) > 1:
            for item in items:
                yield from _small_enough((Choices(items=(item,)),), budget)
        case Choices(items=(item,)) if item.why or item.tempting:
            yield from _small_enough(_told_apart(item), budget)
        case Facts(items=facts) if len(facts) > 1:
            half = len(facts) // 2
            yield from _small_enough((Facts(items=facts[:half]), Facts(items=facts[half:])), budget)
        case Ranking(rows=rows) if len(rows) > 1:
            half = len(rows) // 2
            yield from _small_enough((Ranking(rows=rows[:half]), Ranking(rows=rows[half:])), budget)
        case Note():
            room = budget.characters - len(MOMENT)
            *first, last = _broken(block.text, room)
            yield from (replace(block, text=text, at=None) for text in first)
            yield replace(block, text=last)
        case Prose():
            room = max(budget.characters - len(block.label), _LEAST)
            for place, text in enumerate(_texts(block.markdown, room)):
                yield Prose(markdown=text, label="" if place else block.label)
        case _:
            yield block


def _told_apart(item: Lettered) -> tuple[Block, ...]:
    """A choice, and what is said of it as texts of their own."""
    said = ((f"{item.letter}, why", item.why), (f"{item.letter}, why people pick it", item.tempting))
    bare = replace(item, why="", tempting="")
    return Choices(items=(bare,)), *(Prose(markdown=text, label=label) for label, text in said if text)


def _texts(markdown: str, room: int) -> Iterator[str]:
    """The Markdown in pieces of at most so many characters, marks included."""
    lines = [f"{line}\n" for line in markdown.split("\n")]
    starts = [token.map[0] for token in tokens(markdown) if token.map and token.level == 0 and token.nesting >= 0]
    ends = [*starts[1:], len(lines)]
    current = ""
    for start, end in zip(starts, ends, strict=True):
        paragraph = "".join(lines[start:end])
        if current and len(current) + len(paragraph) > room:
            yield current.rstrip()
            current = ""
        if len(paragraph) <= room:
            current += paragraph
        else:
            yield from _cut(paragraph.rstrip(), room)
    if current:
        yield current.rstrip()


def _cut(paragraph: str, room: int) -> Iterator[str]:
    """A paragraph or a block of code that is too long by itself."""
    fence = paragraph[: len(paragraph) - len(paragraph.lstrip("`~"))]
    if len(fence) >= _FENCE:
        opening, *code = paragraph.splitlines()
        inner = "\n".join(code[:-1] if code and code[-1].strip() == fence else code)
        yield from (f"{opening}\n{piece}\n{fence}" for piece in _broken(inner, room - len(opening) - len(fence) - 2))
    else:
        yield from _broken(paragraph, room)


def _broken(text: str, room: int) -> Iterator[str]:
    """Text broken at the last sentence, line or word that fits; a word without end is broken where it must be."""
    while len(text) > room:
        head = text[:room]
        at = max(head.rfind("\n"), head.rfind(". ") + 1) or head.rfind(" ")
        at = at if at > 0 else room
        yield text[:at].rstrip()
        text = text[at:] if text[at] not in " \n" else text[at + 1 :]
    if text:
        yield text

"""A choice under its letter: bare on an open card, with its share on a closed one, with its why in a breakdown."""

from collections.abc import Iterator

from bot.cards.blocks import Lettered, Mark
from bot.platforms.slack.elements import Piece, joined, labelled, line, rich_text, section, texts
from bot.platforms.slack.rich_text import drawn

_BAR = 10
_SIGNS = {Mark.NONE: "", Mark.CORRECT: "✓ correct", Mark.WRONG: "✗ not correct"}
"""A sign and the word: nobody has to see a colour."""


def choice(item: Lettered) -> Piece:
    """The choice as a block of its own, so that choices stand apart."""
    return rich_text(joined(_lines(item), by="\n"))


def _lines(item: Lettered) -> Iterator[Piece]:
    yield from labelled(f"{item.letter}.", drawn(item.markdown))
    said = ", ".join(word for word in (_SIGNS[item.mark], "your pick" if item.picked else "") if word)
    if item.picks is not None:
        yield section((*texts(_split(item.picks, item.share)), *texts(f" {said}" if said else "", "bold")))
    elif said:
        yield section(texts(said, "bold"))
    for label, told in (("Why:", drawn(item.why)), ("Why people pick it:", drawn(item.tempting))):
        if told:
            yield from labelled(label, told)
    if trap := line(item.trap_name):
        yield from labelled("Trap:", [section(texts(trap))])


def _split(picks: int, share: float) -> str:
    """How many picked it, as a bar and in numbers."""
    full = round(min(max(share, 0.0), 1.0) * _BAR)
    return f"{'█' * full}{'░' * (_BAR - full)} {picks} ({share:.0%})"

"""What a Home tab or a modal holds: drawn cards as far as a view goes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from bot.platforms.slack.blocks import small_print
from bot.platforms.slack.drawing import MOST_JSON, PAGE, Drawing, pages
from bot.platforms.slack.elements import Piece, paragraph, texts
from bot.platforms.slack.words import NOTHING

MOST_BLOCKS = 100
_MOST_JSON = 120_000
"""A view takes 250 kB, and a character at most four bytes; texts are a part of the JSON."""
_NO_MORE = "The rest does not fit here."
_LINE = Drawing(pieces=({"type": "divider"},), words="", size=0)


def view_blocks(cards: Sequence[Sequence[Drawing]]) -> list[Piece]:
    """The cards with lines between them; at least one block, no two of the same id, and a word if there is more."""
    blocks: list[Piece] = []
    room = _MOST_JSON
    for drawing in map(_legible, _in_order(cards)):
        room -= drawing.size
        if room < 0 or len(blocks) + len(drawing.pieces) >= MOST_BLOCKS:
            blocks += small_print(_NO_MORE)
            break
        blocks += drawing.pieces
    return list(_told_apart(blocks or small_print(NOTHING)))


def _in_order(cards: Sequence[Sequence[Drawing]]) -> Iterator[Drawing]:
    shown = [card for card in cards if any(drawing.pieces for drawing in card)]
    for place, card in enumerate(shown):
        yield from (_LINE, *card) if place else card


def _legible(drawing: Drawing) -> Drawing:
    """The drawing; its plain words where its marks make a block that is too large."""
    if drawing.size <= MOST_JSON:
        return drawing
    pieces = tuple(piece for page in pages(drawing.words, PAGE) for piece in paragraph(texts(page)))
    return Drawing(pieces=pieces, words=drawing.words, size=len(drawing.words))


def _told_apart(blocks: Iterable[Piece]) -> Iterator[Piece]:
    """The blocks, those whose id came before numbered after a colon."""
    met: Counter[str] = Counter()
    for block in blocks:
        name = block.get("block_id")
        if name is None:
            yield block
        else:
            met[name] += 1
            yield block if met[name] == 1 else {**block, "block_id": f"{name}:{met[name]}"}

"""Cards and forms as what Slack's methods take: messages, Home tabs, modals."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.cards.blocks import AnswerButtons, Block, Card, Mention
from bot.cards.parts import Budget, parts
from bot.core.question import Picture as PictureFile
from bot.platforms.slack.blocks import FileIds, small_print
from bot.platforms.slack.drawing import MOST_BLOCKS, PAGE, Drawing, draw, fits, pages
from bot.platforms.slack.elements import Piece, fitted, paragraph, plain_text, texts
from bot.platforms.slack.forms import LONGEST_TITLE
from bot.platforms.slack.views import view_blocks
from bot.platforms.slack.words import NOTHING, beside

_BUDGET = Budget(characters=9_000, components=45)
_LEAST = 500
_REST = "… (the rest does not fit into one message)"


def _no_picture(_picture: PictureFile) -> None:
    """None is there: its words are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What a message is made of: its blocks, and accessible words beside them. Blocks are shared: copy to change."""

    text: str
    blocks: list[dict[str, Any]]


class Renderer:
    """Turns what the tutor says into Slack's payloads, each within Slack's limits.

    `picture` gives Slack's id of a picture that was uploaded, None while there is none: its words are shown then.
    """

    def __init__(self, picture: FileIds = _no_picture) -> None:
        self._picture = picture

    def messages(self, card: Card) -> list[Message]:
        """The card over as many messages as it needs."""
        drawings = self._drawn(card)
        return [_message(drawings)] if fits(drawings) else list(self._over_several(card, _BUDGET))

    def message(self, card: Card) -> Message:
        """The card as one message; in plain words if Slack would refuse it, cut only if those do not fit either."""
        drawings = self._drawn(card)
        return _message(drawings) if fits(drawings) else self._plainly(card)

    def home(self, cards: Sequence[Card]) -> dict[str, Any]:
        """The cards as a Home tab, one below the other."""
        return {"type": "home", "blocks": view_blocks([self._drawn(card) for card in cards])}

    def told(self, card: Card, *, title: str, metadata: str = "") -> dict[str, Any]:
        """A modal that only shows the card; `metadata` comes back with what is pressed in it."""
        return {
            **({"private_metadata": metadata} if metadata else {}),
            "type": "modal",
            "title": plain_text(fitted(title, LONGEST_TITLE) or "Trapwise"),
            "close": plain_text("Close"),
            "blocks": view_blocks([self._drawn(card)]),
        }

    def _drawn(self, card: Iterable[Block]) -> list[Drawing]:
        return [draw(block, self._picture) for block in card]

    def _over_several(self, card: Card, budget: Budget) -> Iterator[Message]:
        """The card's parts; one that its marks make too large is parted again, and at last loses them."""
        for part in parts(card, budget):
            drawings = [drawing for drawing in self._drawn(part) if drawing.pieces]
            if fits(drawings):
                yield from [_message(drawings)] if drawings else ()
            elif budget.characters > _LEAST:
                yield from self._over_several(part, replace(budget, characters=budget.characters // 2))
            else:
                yield from (message for drawing in drawings for message in _alone(drawing))

    def _plainly(self, card: Card) -> Message:
        """The card in plain words as far as one message goes, with whom it calls and how it is answered."""
        calls = self._drawn(block for block in card if isinstance(block, Mention))
        words = self._drawn(block for block in card if not isinstance(block, Mention | AnswerButtons))
        answers = self._drawn(block for block in card if isinstance(block, AnswerButtons))
        page, *more = pages(_words(words), PAGE)
        told = [*paragraph(texts(page)), *(small_print(_REST) if more else ())]
        blocks = [*_pieces(calls), *told, *_pieces(answers)][:MOST_BLOCKS]
        return Message(text=beside(_words([*calls, *words, *answers])), blocks=blocks)


def _message(drawings: Sequence[Drawing]) -> Message:
    return Message(text=beside(_words(drawings)), blocks=_pieces(drawings) or small_print(NOTHING))


def _alone(drawing: Drawing) -> Iterator[Message]:
    """A block over messages of its own, in plain words where one message does not take it as it is."""
    if fits([drawing]):
        yield _message([drawing])
    else:
        yield from (Message(text=beside(page), blocks=paragraph(texts(page))) for page in pages(drawing.words, PAGE))


def _pieces(drawings: Sequence[Drawing]) -> list[Piece]:
    return [piece for drawing in drawings for piece in drawing.pieces]


def _words(drawings: Sequence[Drawing]) -> str:
    return "\n\n".join(drawing.words for drawing in drawings if drawing.words)

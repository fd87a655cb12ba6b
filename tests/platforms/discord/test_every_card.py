"""Every card there is, taken by Discord as it stands: of the questions that come with the program, and nasty ones."""

import asyncio
from collections.abc import Iterable, Iterator
from functools import partial

from discord.ui import LayoutView

from bot.bank.files import load, picture_path
from bot.cards.blocks import Card, Heading, Picture, Prose
from bot.platforms.discord.pictures import Pictures
from bot.platforms.discord.render import Renderer
from bot.settings import Settings
from tests.platforms.discord.cards import EVERY_KIND, NASTY, an_open_card, private_cards, public_cards
from tests.platforms.discord.conftest import Line

CONTENT = Settings().content_folder
AT_ONCE = 16


async def refused(line: Line, messages: Iterable[tuple[Card, LayoutView]]) -> list[str]:
    """Send them all, past the pace that Discord asks for, and gather what it refuses."""
    pictures, there = Pictures(partial(picture_path, CONTENT)), line.client.get_partial_messageable(line.room.id)

    async def send_in_turn(own: list[tuple[Card, LayoutView]]) -> None:
        for card, view in own:
            await there.send(view=view, files=await pictures.of(card, view))

    everything = list(messages)
    await asyncio.gather(*(send_in_turn(everything[lane::AT_ONCE]) for lane in range(AT_ONCE)))
    return [str(call.answer) for call in line.world.calls if call.status >= 400]


def in_parts(cards: Iterable[Card]) -> Iterator[tuple[Card, LayoutView]]:
    renderer = Renderer()
    return ((card, view) for card in cards for view in renderer.messages(card))


def whole(cards: Iterable[Card]) -> Iterator[tuple[Card, LayoutView]]:
    renderer = Renderer()
    return ((card, renderer.message(card, key=f"open:{place}")) for place, card in enumerate(cards))


async def test_discord_takes_every_card_of_every_question(line: Line) -> None:
    (pack,) = load(CONTENT)

    assert await refused(line, whole(public_cards(pack))) == []
    assert len(line.messages) > 5 * len(pack.questions) - 1


async def test_discord_takes_every_private_answer_to_every_question(line: Line) -> None:
    (pack,) = load(CONTENT)

    assert await refused(line, in_parts(private_cards(pack))) == []


async def test_discord_takes_every_kind_of_block_and_nobody_is_called(line: Line) -> None:
    cards = [(block,) for block, _ in EVERY_KIND.values() if not isinstance(block, Picture)]

    assert await refused(line, in_parts(cards)) == []
    assert line.world.seen.pings() == []


async def test_discord_takes_nasty_content_and_nobody_is_called(line: Line) -> None:
    asked = (an_open_card(stem=NASTY * 20, pick=pick) for pick in (1, 2))
    nasty = [tuple(block for block in card if not isinstance(block, Picture)) for card in asked]
    said: list[Card] = [(Heading(text=NASTY), Prose(markdown=NASTY * times, label=NASTY)) for times in (1, 40)]

    assert await refused(line, [*whole(nasty), *in_parts([*nasty, *said])]) == []
    assert line.world.seen.pings() == []

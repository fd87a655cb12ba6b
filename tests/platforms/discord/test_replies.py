"""Private answers: in one message or several, with pictures, as a form, as words for what went wrong, and late."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.background import Background
from bot.cards.blocks import (
    Buttons,
    Card,
    CommandButton,
    Field,
    FieldKind,
    Form,
    Heading,
    Picture,
    Prose,
)
from bot.cards.trouble import NEUTRAL
from bot.core.errors import NothingThere
from bot.core.question import PackId
from bot.core.question import Picture as PictureFile
from bot.platforms.discord.ids import COMMAND
from bot.platforms.discord.items import item_class
from bot.platforms.discord.people import Interaction
from bot.platforms.discord.pictures import Pictures
from bot.platforms.discord.replies import Replies, Said
from tests.fakes.discord import interaction as seen
from tests.fakes.discord.routes import Route
from tests.fakes.discord.words import words
from tests.platforms.discord.conftest import Line

CONTENT = Path(__file__).parents[3] / "content"
FORM = Form(
    title="Set up",
    command="/classroom setup",
    submit="Save",
    fields=(Field(name="at", label="At", kind=FieldKind.TIME),),
)
Ask = Callable[[], Awaitable[Said]]


@dataclass(kw_only=True)
class Desk:
    """Where one person asks, by a button, what `ask` then answers."""

    line: Line
    work: Background
    asks: list[Ask] = field(default_factory=list)

    async def asked(self, ask: Ask) -> seen.Interaction:
        """Press the button, and wait until all is said."""
        self.asks.append(ask)
        ada = await self.line.world.places.member(self.line.guild, "ada")
        done = await self.line.world.people.click(ada, self.line.messages[0], "Ask")
        await self.work.drain()
        return done


@pytest.fixture
async def desk(line: Line) -> AsyncIterator[Desk]:
    work = Background()
    opened = Desk(line=line, work=work)
    replies = Replies(Pictures(lambda picture: line.folder / picture.file), work)

    def pressed(interaction: Interaction, _match: re.Match[str]) -> None:
        replies.answer(interaction, opened.asks.pop())

    line.client.add_dynamic_items(item_class(COMMAND, pressed))
    listening = asyncio.create_task(line.client.connect())
    await line.world.gateway.connected()
    await line.chat.post(line.address, (Buttons(items=(CommandButton(label="Ask", command="/ask"),)),), key="x")
    yield opened
    await line.client.close()
    await listening


def at_once(said: Said) -> Ask:
    async def ask() -> Said:
        return said

    return ask


def after(seconds: float, said: Said) -> Ask:
    async def ask() -> Said:
        await asyncio.sleep(seconds)
        return said

    return ask


def failing(error: Exception) -> Ask:
    async def ask() -> Said:
        raise error

    return ask


async def test_a_quick_answer_is_one_private_message(desk: Desk) -> None:
    done = await desk.asked(at_once((Heading(text="Correct"),)))

    assert done.text == "### Correct"
    assert done.replies[0].only_for is done.user


async def test_a_long_answer_comes_in_order(desk: Desk) -> None:
    card: Card = tuple(Prose(markdown=f"{number} " + "x" * 1500) for number in range(6))

    done = await desk.asked(at_once(card))

    assert len(done.replies) > 1
    assert re.findall(r"^(\d) x", done.text, re.MULTILINE) == list("012345")


async def test_a_picture_goes_with_the_part_that_shows_it(desk: Desk) -> None:
    found = next(CONTENT.rglob("*.png"))
    (desk.line.folder / "load.png").write_bytes(found.read_bytes())
    picture = Picture(file=PictureFile(pack=PackId("p"), file="load.png", alt="Two bars"))
    long = Prose(markdown="x" * 3000)

    done = await desk.asked(at_once((long, long, picture)))

    assert [len(each.attachments) for each in done.replies] == [0, 1]
    assert "[image Two bars]" in words(done.replies[1])


async def test_a_form_opens_at_once(desk: Desk) -> None:
    done = await desk.asked(at_once(FORM))

    assert (desk.line.world.seen.modal(done.user) or "").startswith("Set up")


async def test_a_slow_form_is_a_button_that_opens_it(desk: Desk) -> None:
    done = await desk.asked(after(1.7, FORM))
    desk.asks.append(at_once(FORM))

    await desk.line.world.people.click(done.user, done.replies[0], "Open the form")

    assert (desk.line.world.seen.modal(done.user) or "").startswith("Set up")


async def test_what_a_person_can_put_right_is_said(desk: Desk) -> None:
    done = await desk.asked(failing(NothingThere("There is no question 9.")))

    assert "There is no question 9." in done.text


async def test_what_nobody_foresaw_is_said_in_neutral_words(desk: Desk) -> None:
    done = await desk.asked(failing(KeyError("secret")))

    assert NEUTRAL in done.text
    assert "secret" not in done.text


async def test_a_late_answer_takes_the_place_of_the_wait_even_if_discord_stumbles(desk: Desk) -> None:
    desk.line.world.faults.lose_answer(Route.EDIT_REPLY)
    desk.line.world.faults.lose_answer(Route.CALLBACK)

    done = await desk.asked(after(1.6, (Heading(text="Correct"),)))

    assert done.text == "### Correct"
    assert len(done.replies) == 1
    assert not done.thinking


async def test_a_quick_answer_is_heard_though_discord_was_away_for_its_first_two_tries(desk: Desk) -> None:
    desk.line.world.replies.patience = 3.8  # some more than it has, for whoever is slow
    desk.line.world.faults.fail(Route.CALLBACK, status=503)
    desk.line.world.faults.fail(Route.CALLBACK, status=503)

    done = await desk.asked(at_once((Heading(text="Correct"),)))

    assert done.text == "### Correct"
    assert len(done.replies) == 1

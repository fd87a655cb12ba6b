"""What each failure of a request proves, and the pace of requests."""

import asyncio
from collections.abc import Callable

import pytest

from bot.cards.blocks import Card, Heading
from bot.platforms.discord.calls import number
from bot.port import DeliveryFailed, InDoubt, Refused, TryLater
from tests.fakes.discord.faults import Faults
from tests.fakes.discord.refusals import Refusal
from tests.fakes.discord.routes import Route
from tests.platforms.discord.conftest import Line

CARD: Card = (Heading(text="Question 1"),)
Break = Callable[[Faults], None]


async def failed(line: Line) -> DeliveryFailed:
    with pytest.raises(DeliveryFailed) as raised:
        await line.chat.post(line.address, CARD, key="open:1")
    return raised.value


@pytest.mark.parametrize(
    ("refusal", "gone", "told"),
    [
        (Refusal.UNKNOWN_CHANNEL, True, "the channel was deleted"),
        (Refusal.MISSING_ACCESS, True, "I cannot see the channel any more: give me the permission View Channel"),
        (Refusal.DMS_CLOSED, True, "takes no direct messages from me"),
        (Refusal.MISSING_PERMISSIONS, False, "I lack a permission in the channel. I need View Channel, Send Messages"),
        (Refusal.INVALID_FORM_BODY, False, "Discord refuses it (50035: Invalid Form Body"),
    ],
    ids=lambda value: value.name if isinstance(value, Refusal) else "",
)
async def test_a_refusal_with_a_cause_proves_that_nothing_was_sent(
    line: Line, refusal: Refusal, gone: bool, told: str
) -> None:
    line.world.faults.refuse(Route.SEND, refusal=refusal)

    error = await failed(line)

    assert isinstance(error, Refused)
    assert error.gone is gone
    assert told in str(error)


@pytest.mark.parametrize(
    "broken",
    [
        lambda faults: faults.lose_answer(Route.SEND),
        lambda faults: faults.reset(Route.SEND),
        lambda faults: faults.fail(Route.SEND, status=503),
    ],
    ids=["answer lost", "reset", "503"],
)
async def test_what_names_no_cause_proves_nothing(line: Line, broken: Break) -> None:
    broken(line.world.faults)

    assert isinstance(await failed(line), InDoubt)


async def test_a_long_limit_is_given_back_with_its_time(line: Line) -> None:
    line.world.faults.rate_limit(Route.SEND, seconds=42)

    error = await failed(line)

    assert isinstance(error, TryLater)
    assert error.after == 42
    assert line.messages == []


async def test_a_short_limit_is_waited_out(line: Line) -> None:
    line.world.faults.rate_limit(Route.SEND, seconds=0.05)

    await line.chat.post(line.address, CARD, key="open:1")

    assert len(line.messages) == 1


async def test_a_connection_that_cannot_be_made_proves_that_nothing_was_sent(
    line: Line, unused_tcp_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("discord.http.Route.BASE", f"http://127.0.0.1:{unused_tcp_port}/api/v10")

    assert isinstance(await failed(line), TryLater)


async def test_a_token_that_was_reset_is_named(line: Line) -> None:
    line.world.state.token = "another"

    error = await failed(line)

    assert "TRAPWISE_DISCORD__TOKEN" in str(error)
    assert isinstance(error, Refused)
    assert not error.gone


async def test_a_client_that_was_shut_out_keeps_what_is_owed(line: Line) -> None:
    await line.client.close()

    assert isinstance(await failed(line), TryLater)


async def test_no_second_has_more_requests_than_discord_takes(line: Line) -> None:
    rooms = [await line.world.places.channel(line.guild, f"room-{place}") for place in range(60)]
    line.world.limits.on = True

    async def look(at: int) -> None:
        async with line.calls.one() as client:
            await client.get_partial_messageable(at).fetch_message(at)

    found = await asyncio.gather(*(look(room.id) for room in rooms), return_exceptions=True)

    assert all(isinstance(error, Refused) for error in found)
    assert line.world.limits.hits == []


@pytest.mark.parametrize(
    "word", ["", "C0123", "-1", "１２３", "9" * 25], ids=["empty", "slack", "sign", "wide", "long"]
)
def test_what_is_no_id_is_nothing_of_discords(word: str) -> None:
    with pytest.raises(Refused) as raised:
        number(word)

    assert raised.value.gone

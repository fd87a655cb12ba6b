"""Every way to fail, as the real discord.py meets it on the loopback Discord."""

import time
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest

from tests.fakes.discord.refusals import Refusal
from tests.fakes.discord.routes import Route
from tests.fakes.discord_club import Club, a_club

CUT = (aiohttp.ClientError, OSError)


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    async with a_club() as opened:
        yield opened


def statuses(club: Club, route: Route) -> list[int]:
    """What became of the requests of a route."""
    return [call.status for call in club.world.calls if call.route is route]


async def test_a_lost_answer_leaves_the_message_there(club: Club) -> None:
    club.world.faults.lose_answer(Route.SEND)

    with pytest.raises(CUT):
        await club.room.send("Once", nonce="delivery-1")

    assert club.world.seen.transcript(club.channel)[1:] == ["Once"]
    assert statuses(club, Route.SEND) == [200, 0]


async def test_a_nonce_finds_the_message_that_was_sent_before(club: Club) -> None:
    club.world.faults.lose_answer(Route.SEND)
    with pytest.raises(CUT):
        await club.room.send("Once", nonce="delivery-1")

    again = await club.room.send("Once", nonce="delivery-1")

    assert [message.id for message in club.world.seen.messages(club.channel)][1:] == [again.id]


async def test_a_nonce_is_forgotten_after_some_minutes(club: Club) -> None:
    await club.room.send("Once", nonce="delivery-1")
    club.world.state.nonces["delivery-1"].sent_at = club.world.state.now.replace(year=2020)

    await club.room.send("Once", nonce="delivery-1")

    assert club.world.seen.transcript(club.channel)[1:] == ["Once", "Once"]


async def test_a_broken_line_leaves_nothing(club: Club) -> None:
    club.world.faults.reset(Route.SEND)

    with pytest.raises(CUT):
        await club.room.send("Never")

    assert club.world.seen.transcript(club.channel)[1:] == []


@pytest.mark.parametrize("everywhere", [False, True], ids=["one route", "the whole bot"])
async def test_a_rate_limit_is_waited_out(club: Club, everywhere: bool) -> None:
    club.world.faults.rate_limit(Route.SEND, seconds=0.05, everywhere=everywhere)
    start = time.monotonic()

    await club.room.send("In the end")

    assert time.monotonic() - start >= 0.05
    assert statuses(club, Route.SEND) == [200, 429, 200]


async def test_a_rate_limit_on_a_private_answer_is_waited_out(club: Club) -> None:
    club.world.faults.rate_limit(Route.CALLBACK)

    done = await club.world.people.click(club.ada, club.card, "A")

    assert done.text == "Correct"


async def test_an_outage_does_nothing(club: Club) -> None:
    club.world.faults.fail(Route.EDIT, status=503)

    with pytest.raises(discord.DiscordServerError):
        await club.room.get_partial_message(club.card.id).edit(content=None)

    assert club.card.edits == 0


async def test_a_fault_waits_for_its_channel(club: Club) -> None:
    other = await club.world.places.channel(club.guild, "other")
    club.world.faults.fail(Route.SEND, other)

    await club.room.send("Here it works")

    assert len(club.world.faults.queue) == 1
    with pytest.raises(discord.DiscordServerError):
        await club.bot.get_partial_messageable(other.id).send("There it does not")


async def test_a_slow_answer_comes_too_late() -> None:
    async with a_club(patience=0.05) as club:
        club.world.faults.delay(Route.CALLBACK, seconds=0.1)

        done = await club.world.people.click(club.ada, club.card, "A")
        await club.world.quiet()

        assert done.failed
        assert [call.code for call in club.world.calls if call.route is Route.CALLBACK] == [10062]


async def test_a_queued_refusal_comes_before_all_others(club: Club) -> None:
    club.world.faults.refuse(Route.SEND, refusal=Refusal.MISSING_PERMISSIONS)

    with pytest.raises(discord.Forbidden) as refused:
        await club.room.send("No")
    assert refused.value.code == 50013


async def test_the_sixth_message_in_a_channel_has_to_wait(club: Club) -> None:
    club.world.limits.on = True
    club.world.limits.window = 0.2
    start = time.monotonic()

    for number in range(6):
        await club.room.send(str(number))

    assert time.monotonic() - start >= 0.19
    assert club.world.limits.hits == []


async def test_a_client_that_does_not_wait_is_told_to(club: Club) -> None:
    club.world.limits.on = True
    address = f"{club.world.base_url}/channels/{club.channel.id}/messages"
    headers = {"Authorization": f"Bot {club.world.token}"}

    async with aiohttp.ClientSession(headers=headers) as session:
        answers = [await session.post(address, json={"content": "x"}) for _ in range(6)]

    assert [answer.status for answer in answers] == [200, 200, 200, 200, 200, 429]
    assert float(answers[-1].headers["Retry-After"]) > 0
    assert answers[0].headers["X-RateLimit-Remaining"] == "4"


async def test_all_requests_together_are_limited_too(club: Club) -> None:
    club.world.limits.on, club.world.limits.overall = True, 3
    headers = {"Authorization": f"Bot {club.world.token}"}

    async with aiohttp.ClientSession(headers=headers) as session:
        answers = [await session.get(f"{club.world.base_url}/users/@me") for _ in range(4)]

    assert [answer.status for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].headers["X-RateLimit-Global"] == "true"


async def test_a_wrong_token_opens_nothing(club: Club) -> None:
    async with aiohttp.ClientSession(headers={"Authorization": "Bot other"}) as session:
        answer = await session.get(f"{club.world.base_url}/users/@me")

    assert answer.status == 401

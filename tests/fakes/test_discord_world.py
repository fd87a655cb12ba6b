"""The loopback Discord as a guest: it leaves no trace, tells its own gaps, and can be held against a description."""

import json
from pathlib import Path

import aiohttp
import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route as Address

from tests.fakes.discord.description import Description
from tests.fakes.discord.routes import Call, Route
from tests.fakes.discord.state import Json
from tests.fakes.discord.world import DiscordWorld
from tests.fakes.discord_club import a_club

TINY: Json = {
    "paths": {
        "/channels/{channel_id}/messages": {
            "post": {
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Send"}}}},
                "responses": {"200": {"content": {"application/json": {"schema": {"required": ["id"]}}}}},
            }
        }
    },
    "components": {
        "schemas": {
            "SnowflakeType": {"type": "string"},
            "Send": {
                "properties": {"content": {"type": "string"}, "to": {"$ref": "#/components/schemas/SnowflakeType"}}
            },
        }
    },
}


@pytest.fixture
def tiny(tmp_path: Path) -> Description:
    """A description of one route."""
    file = tmp_path / "tiny.json"
    file.write_text(json.dumps(TINY), encoding="utf-8")
    return Description(file)


def a_call(body: Json, *, status: int = 0, answer: Json | None = None) -> Call:
    return Call(route=Route.SEND, params={}, query={}, body=body, at=0, status=status, answer=answer)


async def test_the_library_goes_home_afterwards() -> None:
    before = (Address.BASE, DiscordWebSocket.DEFAULT_GATEWAY)

    async with DiscordWorld() as world:
        assert world.base_url == Address.BASE
    assert before == (Address.BASE, DiscordWebSocket.DEFAULT_GATEWAY)


async def test_a_route_that_is_not_there_is_told_at_the_end() -> None:
    with pytest.raises(LookupError, match="GET /api/v10/voice/regions"):
        async with DiscordWorld() as world, aiohttp.ClientSession() as session:
            await session.get(f"{world.base_url}/voice/regions")


async def test_a_body_that_is_no_json_is_refused() -> None:
    async with DiscordWorld() as world, aiohttp.ClientSession() as session:
        answer = await session.post(
            f"{world.base_url}/users/@me/channels", data="{", headers={"Authorization": f"Bot {world.token}"}
        )

        assert (await answer.json())["code"] == 50109


async def test_ids_tell_the_time_of_the_worlds_clock() -> None:
    moment = discord.utils.parse_time("2026-11-30T09:00:00+00:00")
    world = DiscordWorld(clock=lambda: moment)

    first, second = world.places.user("ada"), world.places.user("dana")

    assert discord.utils.snowflake_time(first.id) == moment
    assert first.id < second.id


@pytest.mark.parametrize("to", ["5", 5], ids=["text", "number"])
def test_a_described_body_is_taken(tiny: Description, to: object) -> None:
    assert tiny.said_of_request(a_call({"content": "x", "to": to})) == ""


def test_a_body_that_is_not_described_is_refused(tiny: Description) -> None:
    assert "$.content: 5 is not of type" in tiny.said_of_request(a_call({"content": 5}))


def test_an_answer_that_is_not_described_is_told(tiny: Description) -> None:
    assert tiny.said_of_answer(a_call({}, status=200, answer={"id": "5"})) == ""
    assert '"id" is a required property' in tiny.said_of_answer(a_call({}, status=200, answer={}))


async def test_what_the_fake_lets_pass_and_the_description_does_not_is_told_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "strict.json"
    file.write_text(json.dumps(TINY).replace('"string"', '"null"'), encoding="utf-8")
    monkeypatch.setenv("TRAPWISE_DISCORD_SPEC", str(file))

    with pytest.raises(AssertionError, match='content: "Hello" is not of type "null"'):
        async with a_club() as club:
            await club.room.send("Hello")

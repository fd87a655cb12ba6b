"""Which interactions are read at all."""

from collections.abc import Mapping
from typing import Any

import pytest

from bot.platforms.discord.shape import require_shape

ADA = {"id": "11", "username": "ada", "global_name": None}
CLICK: Mapping[str, Any] = {
    "id": "1",
    "type": 3,
    "token": "aW50ZXJhY3Rpb24_1.x-",
    "application_id": "2",
    "guild_id": "3",
    "channel_id": "4",
    "member": {"user": ADA, "permissions": "8", "nick": "Ada"},
    "data": {"custom_id": "a1:1:A", "component_type": 2},
    "message": {"id": "5", "flags": 64, "components": []},
    "of_tomorrow": {"unknown": [1]},
}


@pytest.mark.parametrize(
    "part",
    [{}, {"data": {"custom_id": "s1:1", "component_type": 3, "values": ["A"]}}, {"channel_id": None}],
    ids=["a click with what nobody knows yet", "a choice", "no channel"],
)
def test_what_discord_sends_is_read(part: Mapping[str, Any]) -> None:
    require_shape({**CLICK, **part})


def test_what_is_sent_in_private_is_read() -> None:
    private = {name: value for name, value in CLICK.items() if name not in {"guild_id", "member"}}

    require_shape(private | {"user": ADA})


@pytest.mark.parametrize(
    "part",
    [
        {"token": "../../channels/1/messages"},
        {"token": "{"},
        {"token": ""},
        {"id": 1},
        {"id": "01"},
        {"id": "9" * 19},
        {"id": "1٣"},
        {"app_permissions": "1٣"},
        {"guild_id": "3\0"},
        {"member": None},
        {"member": {"user": {"id": "eleven", "username": "ada"}, "permissions": "8"}},
        {"member": {"user": ADA, "permissions": 8}},
        {"data": None},
        {"data": {"custom_id": ["a1:1:A"]}},
        {"data": {"custom_id": "f2::/tutor me", "components": [{"component": {"custom_id": "at", "value": 9}}]}},
        {"type": "3"},
        {"message": {"id": "5", "flags": 64}},
        {"message": {"id": "5", "flags": 64, "components": [{"type": 17}]}},
        {"type": 4, "data": {"name": "classroom", "options": [{"name": "ping", "type": 8, "focused": True}]}},
    ],
    ids=str,
)
def test_what_has_another_shape_is_not_read(part: Mapping[str, Any]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        require_shape({**CLICK, **part})


@pytest.mark.parametrize("left", ["member", "token", "id"])
def test_what_leaves_out_who_or_where_is_not_read(left: str) -> None:
    with pytest.raises(ValueError, match="validation error"):
        require_shape({name: value for name, value in CLICK.items() if name != left})

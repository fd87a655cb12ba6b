"""Which requests are read at all, and what is said of the others."""

from collections.abc import Mapping
from typing import Any

import pytest

from bot.platforms.slack.shape import reason_of, require_shape

CLICK: Mapping[str, Any] = {
    "type": "block_actions",
    "team": {"id": "T1", "domain": "acme"},
    "enterprise": None,
    "user": {"id": "U1", "name": "ada"},
    "channel": {"id": "C1"},
    "actions": [{"action_id": "answer.A", "action_ts": "1796025600.000100", "value": "1", "block_id": "b"}],
    "response_url": "https://hooks.slack.com/actions/1",
    "of_tomorrow": {"unknown": [1]},
}
COMMAND: Mapping[str, Any] = {"command": "/tutor", "text": "me", "team_id": "T1", "user_id": "U1", "enterprise_id": ""}
HOME = {"type": "app_home_opened", "user": "U1", "tab": "home", "channel": "D1"}


@pytest.mark.parametrize(
    "request_",
    [
        CLICK,
        COMMAND,
        {"type": "event_callback", "team_id": "T1", "event": HOME},
        {"type": "event_callback", "team_id": "T1", "event": {"type": "app_uninstalled"}},
        {"type": "url_verification", "challenge": "x"},
        {"ssl_check": "1", "token": "x"},
    ],
    ids=["click", "command", "home", "uninstalled", "challenge", "ssl check"],
)
def test_what_slack_sends_is_read(request_: Mapping[str, Any]) -> None:
    require_shape(request_)


@pytest.mark.parametrize(
    "request_",
    [
        {**CLICK, "user": None},
        {**CLICK, "user": {"id": "U1\0"}},
        {**CLICK, "actions": []},
        {**CLICK, "actions": [{"action_id": "answer.A", "action_ts": "now"}]},
        {**CLICK, "actions": [{"action_id": "answer.A", "action_ts": "1٣"}]},
        {**CLICK, "channel": {"id": "../1"}},
        {**CLICK, "response_url": "file:///etc/passwd"},
        {**CLICK, "view": {"id": "V1", "type": "modal", "private_metadata": '{"channel": "C1 or 1"}'}},
        {name: value for name, value in COMMAND.items() if name != "user_id"},
        {"type": "event_callback", "team_id": "T1", "event": {"type": "app_home_opened"}},
        {"type": "view_submission", "user": {"id": "U1"}, "view": {"id": "V1", "type": "modal"}},
        {"team_id": ["T1"]},
    ],
    ids=[
        "nobody",
        "an id with more in it",
        "nothing pressed",
        "no time",
        "a time in another script",
        "no channel's id",
        "no web address",
        "a dialog that remembers nonsense",
        "a command of nobody",
        "a page of nobody",
        "a form with nothing in it",
        "a list of teams",
    ],
)
def test_what_has_another_shape_is_not_read(request_: Mapping[str, Any]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        require_shape(request_)


def test_the_reason_names_the_place_and_not_what_stood_there() -> None:
    with pytest.raises(ValueError, match="validation error") as refused:
        require_shape({**COMMAND, "text": ["my secret"]})

    assert reason_of(refused.value) == "text: string_type"

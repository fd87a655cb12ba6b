"""The app's manifest asks for what the program uses, and for nothing else."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.commands.command import Root
from bot.platforms.slack.oauth import SCOPES

FILE = Path(__file__).parents[1] / "deploy" / "slack-manifest.yaml"


@pytest.fixture
def manifest() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return found


def test_it_asks_for_the_scopes_of_the_install_link(manifest: dict[str, Any]) -> None:
    assert manifest["oauth_config"]["scopes"] == {"bot": list(SCOPES)}


def test_it_has_both_commands_and_lets_names_be_ids(manifest: dict[str, Any]) -> None:
    commands = manifest["features"]["slash_commands"]

    assert [each["command"] for each in commands] == [f"/{root}" for root in Root]
    assert all(each["should_escape"] for each in commands)


def test_it_hears_of_the_events_that_are_answered(manifest: dict[str, Any]) -> None:
    events = manifest["settings"]["event_subscriptions"]["bot_events"]

    assert events == ["app_home_opened", "app_uninstalled", "tokens_revoked"]


def test_it_has_buttons_forms_and_a_home(manifest: dict[str, Any]) -> None:
    assert manifest["settings"]["interactivity"]["is_enabled"]
    assert manifest["settings"]["socket_mode_enabled"]
    assert manifest["features"]["app_home"]["home_tab_enabled"]


def test_the_other_way_in_is_there_as_comments() -> None:
    text = FILE.read_text(encoding="utf-8")

    assert text.count("# url: https://trapwise.example.org/slack/events") == 2
    assert "# request_url: https://trapwise.example.org/slack/events" in text
    assert "#   - https://trapwise.example.org/slack/oauth_redirect" in text

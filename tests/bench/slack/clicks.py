"""A click as Slack sends it: a signed form that tells of a person who pressed a button under a card."""

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote_plus

SIGNING_SECRET = "beefbeefbeefbeefbeefbeefbeefbeef"
BOT_TOKEN = "xoxb-of-the-bench"
APP, TEAM, CHANNEL, BOT, BOT_USER = "A0BENCH", "T0BENCH", "C0BENCH", "B0BENCH", "U0BENCH"
PATH = "/slack/events"
_SENTENCE = "A sentence of the card that everybody in the channel reads before they choose a letter. "


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """What the bot under load wrote into the button of a letter."""

    action_id: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Click:
    """One person, one button, one place for the private reply; `at` is Slack's time in seconds since 1970."""

    person: str
    button: Button
    response_url: str
    at: float


def learner_id(number: int) -> str:
    """A member's id as Slack writes them."""
    return f"U{number:010d}"


def learner_name(person: str) -> str:
    """What the workspace calls a member."""
    return f"learner.{person.lower()}"


def form_of(click: Click) -> bytes:
    """The request's body."""
    return f"payload={quote_plus(json.dumps(payload_of(click)))}".encode()


def payload_of(click: Click) -> dict[str, object]:
    """The interaction as Slack tells it, the card with all its blocks included."""
    name, stamp = learner_name(click.person), f"{click.at - 60:.6f}"
    return {
        "type": "block_actions",
        "user": {"id": click.person, "username": name, "name": name, "team_id": TEAM},
        "api_app_id": APP,
        "token": "not-used-any-more",
        "container": {"type": "message", "message_ts": stamp, "channel_id": CHANNEL, "is_ephemeral": False},
        "trigger_id": f"{click.at:.0f}.{click.person}.bench",
        "team": {"id": TEAM, "domain": "bench"},
        "enterprise": None,
        "is_enterprise_install": False,
        "channel": {"id": CHANNEL, "name": "genl-daily"},
        "message": _card(click.button, stamp),
        "state": {"values": {}},
        "response_url": click.response_url,
        "actions": [{**_element(click.button), "block_id": "letters", "action_ts": f"{click.at:.6f}"}],
    }


def signed(body: bytes, at: float, secret: str = SIGNING_SECRET) -> Mapping[str, str]:
    """The two headers by which the bot knows that Slack sent the body, and when."""
    stamp = f"{at:.0f}"
    seal = hmac.new(secret.encode(), b"v0:" + stamp.encode() + b":" + body, hashlib.sha256)
    return {"x-slack-request-timestamp": stamp, "x-slack-signature": f"v0={seal.hexdigest()}"}


def _card(button: Button, stamp: str) -> dict[str, object]:
    """A question's message: title, stem, four choices, its letters and the count."""
    other = [Button(action_id=f"{button.action_id}-{place}", value=button.value) for place in range(3)]
    return {
        "type": "message",
        "user": BOT_USER,
        "bot_id": BOT,
        "app_id": APP,
        "team": TEAM,
        "ts": stamp,
        "text": "Question 2",
        "blocks": [
            {
                "type": "header",
                "block_id": "title",
                "text": {"type": "plain_text", "text": "Question 2", "emoji": True},
            },
            _prose("stem", _SENTENCE * 4),
            *(_prose(f"choice-{place}", _SENTENCE) for place in range(4)),
            {"type": "actions", "block_id": "letters", "elements": [_element(each) for each in (button, *other)]},
            _prose("count", "2 answered"),
        ],
    }


def _prose(block_id: str, text: str) -> dict[str, object]:
    section = {"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}
    return {"type": "rich_text", "block_id": block_id, "elements": [section]}


def _element(button: Button) -> dict[str, object]:
    text = {"type": "plain_text", "text": "A", "emoji": True}
    return {"type": "button", "action_id": button.action_id, "value": button.value, "text": text}

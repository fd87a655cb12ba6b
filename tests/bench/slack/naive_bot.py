"""The reference bot: what one writes first with slack-bolt and SQLAlchemy's async engine, with all their defaults."""

import re
from datetime import UTC, datetime
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncRespond
from slack_sdk.web.async_client import AsyncWebClient

from tests.bench.slack.clicks import BOT_TOKEN, SIGNING_SECRET, Button
from tests.bench.slack.naive_answers import NaiveAnswers, Person
from tests.bench.slack.process import run, serve_bolt

_ACTION = re.compile(r"answer-[A-J]")


def naive_button(posting: int, letter: str) -> Button:
    """What the bot wrote under its card."""
    return Button(action_id=f"answer-{letter}", value=str(posting))


def naive_app(answers: NaiveAnswers, slack: str) -> AsyncApp:
    """An app that acknowledges, stores, and responds."""
    app = AsyncApp(signing_secret=SIGNING_SECRET, client=AsyncWebClient(token=BOT_TOKEN, base_url=slack))

    @app.action(_ACTION)
    async def _answered(ack: AsyncAck, body: dict[str, Any], action: dict[str, Any], respond: AsyncRespond) -> None:
        await ack()
        person = Person(team=body["team"]["id"], id=body["user"]["id"], name=body["user"]["name"])
        at = datetime.fromtimestamp(float(action["action_ts"]), UTC)
        letter = action["action_id"].removeprefix("answer-")
        told = await answers.answered(person, int(action["value"]), letter, at)
        await respond(told, response_type="ephemeral", replace_original=False)

    return app


async def serve(database_url: str, slack: str) -> None:
    """Serve until a signal ends it."""
    await serve_bolt(naive_app(NaiveAnswers(database_url), slack))


if __name__ == "__main__":
    run(serve)

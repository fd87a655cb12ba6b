"""The yardstick: slack-bolt that takes a click and does nothing but acknowledge it."""

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from tests.bench.slack.clicks import BOT_TOKEN, SIGNING_SECRET, Button
from tests.bench.slack.process import run, serve_bolt

_ACTION = "answer"


def noop_button(_posting: int, letter: str) -> Button:
    """What the bot listens for."""
    return Button(action_id=_ACTION, value=letter)


def noop_app(slack: str) -> AsyncApp:
    """An app with one listener; `slack` is the Web API's address, asked once who the bot is."""
    app = AsyncApp(
        signing_secret=SIGNING_SECRET,
        client=AsyncWebClient(token=BOT_TOKEN, base_url=slack),
        process_before_response=True,
    )

    @app.action(_ACTION)
    async def _answered(ack: AsyncAck) -> None:
        await ack()

    return app


async def serve(_database_url: str, slack: str) -> None:
    """Serve until a signal ends it."""
    await serve_bolt(noop_app(slack))


if __name__ == "__main__":
    run(serve)

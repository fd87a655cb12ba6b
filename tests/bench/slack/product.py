"""Trapwise itself under load: all of it, as people run it, but for the address of Slack's Web API."""

from pydantic import SecretStr

from bot.app.run import run as trapwise
from bot.app.run import spare_collector
from bot.settings import HttpSettings, Settings, SlackSettings
from tests.bench.slack.clicks import BOT_TOKEN, SIGNING_SECRET, Button
from tests.bench.slack.process import announce, run


def product_button(posting: int, letter: str) -> Button:
    """What `bot.platforms.slack` writes under its card."""
    return Button(action_id=f"answer.{letter}", value=str(posting))


async def serve(database_url: str, slack: str) -> None:
    """Serve until a signal ends it."""
    settings = Settings(
        database_url=database_url,
        http=HttpSettings(port=0),
        slack=SlackSettings(bot_token=SecretStr(BOT_TOKEN), signing_secret=SecretStr(SIGNING_SECRET), api_url=slack),
    )
    async with trapwise(settings, _say) as running:
        spare_collector()
        await running.ended()


def _say(line: str) -> None:
    if line.startswith("HTTP: "):
        announce(line.removeprefix("HTTP: "))


if __name__ == "__main__":
    run(serve)

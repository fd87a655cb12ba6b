"""Row 3: answers a second from Slack's signed request to the private reply, beside the bot that one writes first."""

from functools import partial

from tests.bench.rounds import Promise
from tests.bench.slack.contest import NAIVE, PRODUCT, answers_a_second

PROMISES = (
    Promise(
        row=3,
        name="Slack, SQLite: answers/s, 32 connections ÷ naive bot",
        ours=partial(answers_a_second, PRODUCT),
        yardstick=partial(answers_a_second, NAIVE, clicks=1000),
        gate=4,
        goal=6,
    ),
)

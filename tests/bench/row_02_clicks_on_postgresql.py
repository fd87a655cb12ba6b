"""Row 2: as row 1, with the answers kept on a PostgreSQL server of the same machine."""

from functools import partial

from tests.bench.rounds import Promise
from tests.bench.slack.contest import NOOP, PRODUCT, answers_a_second

PROMISES = (
    Promise(
        row=2,
        name="Slack, PostgreSQL: answers/s, 32 connections ÷ no-op bolt",
        ours=partial(answers_a_second, PRODUCT, kind="postgresql"),
        yardstick=partial(answers_a_second, NOOP),
        gate=0.35,
        goal=0.55,
    ),
)

"""Row 4: how long a learner who clicks alone waits for the private reply, beside a bot that only acknowledges."""

from functools import partial

from tests.bench.rounds import Promise
from tests.bench.slack.contest import NOOP, PRODUCT, microseconds

PROMISES = (
    Promise(
        row=4,
        name="Slack, SQLite: median µs until the reply, 1 connection ÷ no-op bolt's answer",
        ours=partial(microseconds, PRODUCT),
        yardstick=partial(microseconds, NOOP),
        gate=4,
        goal=2.5,
        at_most=True,
    ),
)

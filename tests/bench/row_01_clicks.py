"""Row 1: answers a second from Slack's signed request to the private reply, beside a bot that only acknowledges.

Thirty-two people are under way at a time, all of them known and each answering for the first time. An answer counts
when its reply has arrived; the yardstick's counts when its request is answered.
"""

from functools import partial

from tests.bench.rounds import Promise
from tests.bench.slack.contest import NOOP, PRODUCT, answers_a_second

PROMISES = (
    Promise(
        row=1,
        name="Slack, SQLite: answers/s, 32 connections ÷ no-op bolt",
        ours=partial(answers_a_second, PRODUCT),
        yardstick=partial(answers_a_second, NOOP),
        gate=0.35,
        goal=0.55,
    ),
)

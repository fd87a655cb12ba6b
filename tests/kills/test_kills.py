"""The bot is killed at every step of a day, and the next one finds everything and says nothing twice."""

import json
import subprocess
import sys
from pathlib import Path

from tests.kills.life import Flow

HOUSE = Path(__file__).parents[2]
MOST = 25
"""Points a flow: more would say that a flow has become too long to be thought through."""
RARE = 3
"""Points that only the rehearsal may have passed: which writes share a commit is a matter of moments."""


def test_a_kill_at_any_step_loses_no_answer_and_repeats_no_message() -> None:
    words = (sys.executable, "-m", "tests.kills.sweep")

    swept = json.loads(subprocess.run(words, cwd=HOUSE, capture_output=True, text=True, check=True).stdout)

    assert swept["wrong"] == []
    assert len(swept["missed"]) <= RARE
    assert [flow for flow in Flow if not 10 < len(swept["points"][flow]) <= MOST] == []
    assert swept["killed"] == sum(map(len, swept["points"].values())) - len(swept["missed"])

"""Two processes that take answers of the same learners at once."""

import json
import subprocess
import sys
from collections import Counter
from datetime import timedelta
from pathlib import Path

from sqlalchemy import Connection

from bot.core.posting import ClassroomId
from bot.core.standings import Standing, standing_from_log
from bot.store import answers, postings, standings
from bot.store.database import Database
from tests.builders import NINE, a_classroom
from tests.databases import on_postgresql
from tests.tutor.school import pass_time
from tests.workers.answerer import PEOPLE

DAYS = 10
HOUSE = Path(__file__).parents[2]
pytestmark = on_postgresql


def kept(tx: Connection, which: ClassroomId) -> dict[int, Standing]:
    return {learner: standings.standing_of(tx, which, learner) for learner in answers.answerers_of(tx, which)}


def folded(tx: Connection, which: ClassroomId) -> dict[int, Standing]:
    scheduled, void = postings.scheduled_between(tx, [which])[which], postings.void_numbers(tx, which)
    return {
        learner: standing_from_log(scheduled, answers.logged_answers(tx, which, learner), void)
        for learner in answers.answerers_of(tx, which)
    }


def test_no_answer_and_no_standing_is_lost_and_nobody_sees_an_error(database: Database) -> None:
    with database.writer.begin() as tx:
        here = a_classroom(tx).id
        pass_time(tx, here, NINE + timedelta(days=DAYS - 1))
    words = (sys.executable, "-m", "tests.workers.answerer", database.url)

    both = [subprocess.Popen((*words, seed), cwd=HOUSE, stdout=subprocess.PIPE, text=True) for seed in ("1", "2")]
    told = [Counter(json.loads(each.communicate(timeout=120)[0])) for each in both]

    assert sum(told, Counter()) == {"FIRST": DAYS * len(PEOPLE), "ALREADY": DAYS * len(PEOPLE)}
    with database.reader.begin() as tx:
        assert len(kept(tx, here)) == len(PEOPLE)
        assert kept(tx, here) == folded(tx, here)

"""A classroom's day in three flows, the killing in one of them, and what must be true when the day is over."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate
from typing import Any

from sqlalchemy import Connection, select

from bot.core.posting import ClassroomId, PostingId
from bot.store import answers, postings, standings
from bot.store.tables import WAITING, answer, delivery, learner
from bot.tutor.recounting import rebuilt_standing
from tests.kills.diary import Diary
from tests.kills.ground import Ground
from tests.kills.worker import TICKED, Mortal, Order, Scene, rehearsing

HERE = ClassroomId(1)
HOUR = 3600.0
TICK: Order = ("tick",)
POINTS: Order = ("points",)
AGAIN = "That did not work"
TOLD = "Correct", "Not correct", "Already answered"
PAUSES = (1, 21, 24, 20)
"""Seconds between a process's ticks: soon after its start, when leases end, when what rests is due, after that."""


class Flow(StrEnum):
    """What a day has, in this order."""

    OPEN = "open"
    ANSWER = "answer"
    CLOSE = "close"


BEGINS = {Flow.OPEN: 0.0, Flow.ANSWER: HOUR, Flow.CLOSE: 9 * HOUR}
"""Seconds after nine."""


@dataclass(frozen=True, kw_only=True)
class Kill:
    """Which flow, and where in it; the processes that follow are killed at the points of these numbers."""

    flow: Flow
    at: str | int
    again: tuple[int, ...] = ()


@dataclass
class Ended:
    """How a day ended: how many processes were killed, and everything that is not as it must be."""

    killed: int = 0
    wrong: list[str] = field(default_factory=list)


class Day:
    """The day of one classroom and its learners, on a ground; every learner picks another letter."""

    def __init__(self, ground: Ground, people: int) -> None:
        self._ground = ground
        names = [f"learner{number}" for number in range(people)]
        self._clicks: list[Order] = [("click", who, "ABCD"[at % 4]) for at, who in enumerate(names)]
        self.points: dict[Flow, list[str]] = {}

    def rehearse(self) -> None:
        """Live it without a kill: every state in which a flow begins is put aside, the points passed are learnt."""
        for flow in Flow:
            self._ground.keep(flow)
            with rehearsing(self._ground.scene) as worker:
                for at, orders in self._orders(flow):
                    worker.ask(at, *orders)
                (self.points[flow],) = worker.ask(BEGINS[flow], POINTS)

    def live(self, kill: Kill) -> Ended:
        """Begin with a flow, be killed in it, and live on to the evening."""
        self._ground.take(kill.flow)
        heard: dict[str, str] = {}
        ended, now, plan = Ended(), BEGINS[kill.flow], self._orders(kill.flow)
        for fatal in (kill.at, *kill.again, None):
            worker = Mortal(self._ground.scene, fatal)
            for now, orders in plan:
                said = worker.ask(now, *orders)
                heard |= _heard(said)
                if len(said) < len(orders):
                    break
            ended.killed += worker.end()
            plan = self._rest(now, heard)
        ended.wrong = list(_wrong(self._ground.scene, heard, self._clicks))
        return ended

    def stumble(self, flow: Flow, name: str) -> list[str]:
        """Begin with a flow in which the database fails once, and live on to the evening; returns what is wrong."""
        self._ground.take(flow)
        heard: dict[str, str] = {}
        with rehearsing(self._ground.scene, failing=name) as worker:
            for now, orders in self._orders(flow):
                heard |= _heard(worker.ask(now, *orders))
            for later, orders in self._rest(now, heard):
                heard |= _heard(worker.ask(later, *orders))
        return list(_wrong(self._ground.scene, heard, self._clicks))

    def _orders(self, flow: Flow) -> "Plan":
        begin = BEGINS[flow]
        if flow is Flow.ANSWER:
            return [(begin, self._clicks), (begin + 4, [TICK])]
        return [(begin, [TICK])]

    def _rest(self, now: float, heard: Mapping[str, str]) -> "Plan":
        """What a process does that is started a second after that moment; who heard nothing clicks again."""
        if now >= BEGINS[Flow.CLOSE]:
            return _settling(now)
        clicked = max(BEGINS[Flow.ANSWER], now + sum(PAUSES) + 1)
        evening = BEGINS[Flow.CLOSE]
        left = [click for click in self._clicks if click[1] not in heard]
        clicks: Plan = [(clicked, left), (clicked + 4, [TICK])]
        return [*_settling(now), *clicks, (evening, [TICK]), (evening + 2, [TICK])]


Plan = list[tuple[float, list[Order]]]


def _heard(answers: list[Any]) -> dict[str, str]:
    """Who was told what, apart from those who were asked to try again."""
    return {who: word for who, word in (said for said in answers if said != TICKED) if word != AGAIN}


def _settling(now: float) -> Plan:
    return [(now + seconds, [TICK]) for seconds in accumulate(PAUSES)]


def _wrong(scene: Scene, heard: Mapping[str, str], clicks: list[Order]) -> Iterator[str]:
    """What is said twice, what is missing, and what was acknowledged and is not stored."""
    diary, database = Diary(scene.diary), scene.database
    told, asked = diary.messages(), diary.asked()
    wanted = {f"open:{asked}", f"reveal:{asked}:1"}
    yield from (f"{key} is there {times} times" for key, times in told.items() if times > 1)
    yield from (f"{key} is missing" for key in wanted - told.keys())
    yield from (f"{key} is too much" for key in told.keys() - wanted)
    yield from (f"{key} has buttons" for key in diary.with_buttons())
    with database.reader.begin() as tx:
        yield from (f"{key} waits" for key in tx.execute(select(delivery.c.key).where(WAITING)).scalars())
        picked = _picked(tx, PostingId(int(asked)))
        yield from (f"{who} was told {word!r}" for who, word in heard.items() if not word.startswith(TOLD))
        yield from (
            f"the answer of {who} is lost" for _, who, letter in clicks if who in heard and picked.get(who) != letter
        )
        for who in answers.answerers_of(tx, HERE):
            if standings.standing_of(tx, HERE, who) != rebuilt_standing(tx, HERE, who):
                yield f"the standing of learner {who} is not what the answers prove"
    database.close()


def _picked(tx: Connection, which: PostingId) -> dict[str, str]:
    """Everybody's letter."""
    asked = postings.get_posting(tx, which)
    assert asked is not None
    rows = tx.execute(select(learner.c.external_id, answer.c.picked).join(learner, answer.c.learner_id == learner.c.id))
    return {who: "".join(map(asked.letter_of, picked)) for who, picked in rows}

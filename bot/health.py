"""What whoever runs the server can ask over HTTP: is it alive, is it ready, and its figures; nothing of people."""

import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from functools import partial

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from bot.core.address import Platform
from bot.desk import Desk
from bot.metrics import Metrics
from bot.probe import Probe
from bot.pulse import Pulse
from bot.store import deliveries, schema

_UNAVAILABLE = 503
_WITHIN = 2.0
_READY_FOR, _OWED_FOR, _PAGE_FOR = 1.0, 10.0, 1.0
"""Seconds for which an answer is good: asking more often costs nothing."""

Connected = Callable[[], Awaitable[bool]]


class Health:
    """Answers from memory, and from two looks at the database, neither of which is taken twice at a time."""

    def __init__(
        self,
        desk: Desk,
        pulse: Pulse,
        metrics: Metrics,
        platforms: Mapping[Platform, Connected],
        clock: Callable[[], datetime],
        *,
        within: float = _WITHIN,
    ) -> None:
        """`platforms` are all that are set up; each tells whether it is listened to now.

        A database has to answer `within` so many seconds.
        """
        self._desk = desk
        self._pulse = pulse
        self._metrics = metrics
        self._platforms = platforms
        self._database = Probe("database", partial(desk.read, _state), good_for=_READY_FOR, within=within)
        self._owed = Probe("owed", lambda: desk.read(_owed, clock()), good_for=_OWED_FOR, within=within / 2)
        self._page: tuple[float, bytes] = (-_PAGE_FOR, b"")
        metrics.watch(lag=pulse.lag)

    def routes(self) -> list[BaseRoute]:
        """Where the answers are."""
        return [Route("/healthz", self._alive), Route("/readyz", self._ready), Route("/metrics", self._figures)]

    async def _alive(self, _request: Request) -> Response:
        beat = self._pulse.now()
        told = {"loop_seconds": beat.loop, "agenda_seconds": beat.agenda, "lag_seconds": beat.lag}
        body = {"alive": beat.is_alive, **{name: round(seconds, 3) for name, seconds in told.items()}}
        return JSONResponse(body, 200 if beat.is_alive else _UNAVAILABLE)

    async def _ready(self, _request: Request) -> Response:
        state = await self._database.ask() if self._desk.stores else None
        missing = [] if state is True else ["migrations" if state is False else "database"]
        missing += [platform.value for platform, connected in self._platforms.items() if not await connected()]
        return JSONResponse({"ready": not missing, "missing": missing}, _UNAVAILABLE if missing else 200)

    async def _figures(self, _request: Request) -> Response:
        made_at, page = self._page
        now = time.monotonic()
        if now - made_at >= _PAGE_FOR:
            states, oldest = await self._owed.ask() or ({}, None)
            self._metrics.owed(states, oldest)
            page = generate_latest(self._metrics.registry)
            self._page = now, page
        return Response(page, media_type=CONTENT_TYPE_LATEST)


def _state(tx: Connection) -> bool:
    """Whether it has all tables that this version needs."""
    return schema.state_in(tx).suffices


def _owed(tx: Connection, now: datetime) -> tuple[dict[str, int], float]:
    """How many deliveries stand in each state that is no end, and the age of the oldest that waits, 0 if none does."""
    since = deliveries.owed_since(tx)
    states = {state.value: number for state, number in deliveries.count_unsettled(tx).items()}
    return states, 0.0 if since is None else max((now - since).total_seconds(), 0.0)

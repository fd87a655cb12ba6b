"""The open pages: what is said reaches those who may read it as server-sent events."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

_WAITING = 1000
"""Events a page may be behind; one further behind is closed, reconnects and reads the log again."""


@dataclass(slots=True, eq=False)
class _Page:
    person: str
    events: "asyncio.Queue[str | None]" = field(default_factory=lambda: asyncio.Queue(_WAITING))


class Stream:
    """Hands events to every open page, or to those of one person."""

    def __init__(self) -> None:
        self._pages: set[_Page] = set()

    @contextmanager
    def page(self, person: str) -> Iterator[AsyncIterator[str]]:
        """The events of one open page as they go over the wire, until it is left or the stream is closed."""
        page = _Page(person)
        self._pages.add(page)
        try:
            yield self._events(page)
        finally:
            self._pages.discard(page)

    def tell(self, event: str, data: dict[str, object], *, only_for: str | None = None) -> None:
        """Send an event to all pages, or to those of one person."""
        for page in [page for page in self._pages if only_for in {None, page.person}]:
            if page.events.full():
                self._pages.discard(page)
                page.events.get_nowait()
                page.events.put_nowait(None)
            else:
                page.events.put_nowait(f"event: {event}\ndata: {json.dumps(data)}\n\n")

    def close(self) -> None:
        """End every page's stream."""
        for page in self._pages:
            if not page.events.full():
                page.events.put_nowait(None)

    async def _events(self, page: _Page) -> AsyncIterator[str]:
        while (event := await page.events.get()) is not None:
            yield event

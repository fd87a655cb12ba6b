"""The demo page's routes: the page, its events, and what a visitor sends; errors are caught here alone."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import structlog
from starlette.applications import Starlette
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from bot.cards.blocks import Card, Form
from bot.cards.trouble import NEUTRAL, error_card, error_line
from bot.core.errors import TutorError
from bot.desk import Desk
from bot.platforms.web.buttons import Buttons
from bot.platforms.web.commands import Commands
from bot.platforms.web.fields import require_utf8, text_field, text_fields
from bot.platforms.web.guard import guards
from bot.platforms.web.history import READ, newest_part
from bot.platforms.web.outbound import WebChat, as_message
from bot.platforms.web.people import CHANNELS, PERSONS, Channel, Person, find_channel, find_person
from bot.platforms.web.render import Renderer
from bot.platforms.web.stream import Stream
from bot.store.web_messages import web_messages_for

_FIELDS = 50
_FIELD_BYTES = 8192
_MOVES = {"hour", "next"}

log = structlog.get_logger(__name__)

Travel = Callable[[str, Channel], Awaitable[datetime]]
"""Moves the demo's clock: by an hour, or to the channel's next question; returns the new time."""
Handle = Callable[[Person, Channel, FormData], Awaitable[Response]]
Refuse = Callable[[Person, Channel, TutorError], Awaitable[Response]]
PicturePath = Callable[[str, str], Path | None]
"""The file of a pack's picture, None if the pack has no such one; a TutorError if its file is gone."""


class WebApp:
    """Everything a browser can ask of the demo."""

    def __init__(
        self,
        *,
        desk: Desk,
        chat: WebChat,
        buttons: Buttons,
        commands: Commands,
        renderer: Renderer,
        stream: Stream,
        clock: Callable[[], datetime],
        travel: Travel,
        picture: PicturePath,
    ) -> None:
        self._desk = desk
        self._chat = chat
        self._buttons = buttons
        self._commands = commands
        self._renderer = renderer
        self._stream = stream
        self._clock = clock
        self._travel = travel
        self._picture = picture

    def routes(self) -> list[BaseRoute]:
        """The routes to mount."""
        own = [
            Route("/", self._page),
            Route("/events", self._events),
            Route("/pictures/{pack}/{file:path}", self._serve_picture),
            Route("/answer", self._post(self._answer), methods=["POST"]),
            Route("/command", self._post(self._command), methods=["POST"]),
            Route("/press", self._post(self._press), methods=["POST"]),
            Route("/form", self._post(self._form, refuse=_in_line), methods=["POST"]),
            Route("/clock", self._post(self._move_clock, refuse=_in_line), methods=["POST"]),
            Mount("/static", StaticFiles(directory=Path(__file__).parent / "static")),
        ]
        return [Mount("/", app=Starlette(routes=own, middleware=guards()))]

    async def _page(self, request: Request) -> Response:
        person, channel = _where(request)
        stored = await self._desk.read(web_messages_for, channel.id, person.id, READ + 1)
        shown = newest_part(stored)
        page = self._renderer.page(
            persons=PERSONS,
            me=person,
            channels=CHANNELS,
            channel=channel,
            messages=[as_message(value) for value in shown],
            older=len(shown) < len(stored),
            now=self._clock(),
            commands=self._commands.offered(person),
        )
        return HTMLResponse(page)

    async def _events(self, request: Request) -> Response:
        person, _ = _where(request)

        async def events() -> AsyncIterator[str]:
            with self._stream.page(person.id) as told:
                async for event in told:
                    yield event

        return StreamingResponse(events(), media_type="text/event-stream", headers={"cache-control": "no-store"})

    async def _serve_picture(self, request: Request) -> Response:
        try:
            path = self._picture(request.path_params["pack"], request.path_params["file"])
        except TutorError as error:
            raise HTTPException(404, error.message) from error
        if path is None:
            raise HTTPException(404)
        return FileResponse(path)

    def _post(self, handle: Handle, refuse: Refuse | None = None) -> Callable[[Request], Awaitable[Response]]:
        """Read who sent what; the one place where the demo's errors become words, in private unless told otherwise."""

        async def answered(request: Request, person: Person, channel: Channel) -> Response:
            require_utf8(request)
            async with request.form(max_files=0, max_fields=_FIELDS, max_part_size=_FIELD_BYTES) as form:
                try:
                    return await handle(person, channel, form)
                except TutorError as error:
                    return await (refuse or self._in_private)(person, channel, error)

        async def endpoint(request: Request) -> Response:
            person, channel = _where(request)
            try:
                return await answered(request, person, channel)
            except ClientDisconnect:
                return Response(status_code=400)
            except HTTPException:
                raise
            except Exception:
                log.exception("request_failed", path=request.url.path, person=person.id)
                return PlainTextResponse(NEUTRAL, 500)

        return endpoint

    async def _in_private(self, person: Person, channel: Channel, error: TutorError) -> Response:
        await self._chat.whisper(person, channel.id, error_card(error))
        return Response(status_code=204)

    async def _answer(self, person: Person, channel: Channel, form: FormData) -> Response:
        received = time.monotonic()
        told = await self._tell(person, channel, await self._buttons.pressed(person, form))
        self._buttons.replied(received)
        return told

    async def _command(self, person: Person, channel: Channel, form: FormData) -> Response:
        typed = text_field(form, "text").strip()
        if not typed:
            return Response(status_code=204)
        await self._chat.echo(person, channel.id, typed)
        return await self._tell(person, channel, await self._commands.typed(person, channel, typed))

    async def _press(self, person: Person, channel: Channel, form: FormData) -> Response:
        return await self._tell(
            person, channel, await self._commands.typed(person, channel, text_field(form, "command"))
        )

    async def _form(self, person: Person, channel: Channel, form: FormData) -> Response:
        command, fields = text_field(form, "command"), text_fields(form)
        del fields["command"]
        return await self._tell(person, channel, await self._commands.sent(person, channel, command, fields))

    async def _move_clock(self, _person: Person, channel: Channel, form: FormData) -> Response:
        move = text_field(form, "move")
        if move not in _MOVES:
            raise HTTPException(400, "The clock moves by hour or to the next question.")
        now = await self._travel(move, channel)
        self._stream.tell("clock", {"now": now.isoformat()})
        return Response(status_code=204)

    async def _tell(self, person: Person, channel: Channel, said: Card | Form) -> Response:
        if isinstance(said, Form):
            return HTMLResponse(self._renderer.form(said))
        await self._chat.whisper(person, channel.id, said)
        return Response(status_code=204)


async def _in_line(_person: Person, _channel: Channel, error: TutorError) -> Response:
    """Said beside the fields, so that nothing filled in is lost."""
    return PlainTextResponse(error_line(error), 422)


def _where(request: Request) -> tuple[Person, Channel]:
    """Who looks at which channel, from which time zone; the first of each where nothing is said."""
    person = find_person(request.query_params.get("as", PERSONS[0].id))
    channel = find_channel(request.query_params.get("channel", CHANNELS[0].id))
    if person is None or channel is None:
        raise HTTPException(404, "There is no such person or channel here.")
    return replace(person, zone=request.query_params.get("zone", "")), channel

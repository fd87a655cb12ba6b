"""The gateway: sessions over a websocket, events to the shard they belong to, and every way to lose the line."""

import asyncio
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from tests.fakes.discord.payloads import guild_create_json, user_json
from tests.fakes.discord.session import (
    ACK,
    HEARTBEAT,
    HELLO,
    IDENTIFY,
    INVALID_SESSION,
    RECONNECT,
    RESUME,
    Session,
    Socket,
)
from tests.fakes.discord.state import Guild, Json, State

PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
NOT_AUTHENTICATED, AUTHENTICATION_FAILED, INVALID_SHARD, DISALLOWED_INTENTS = 4003, 4004, 4010, 4014


@dataclass(kw_only=True, eq=False)
class Gateway:
    """`heartbeat` is in seconds; `refuse_resumes` makes the next so many resumes fail, `down` every connection."""

    state: State
    url: str = ""
    shards: int = 1
    heartbeat: float = 41.25
    refuse_resumes: int = 0
    down: bool = False
    sessions: list[Session] = field(default_factory=list)
    identified: int = 0
    resumed: int = 0
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _count: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One connection from hello to its end."""
        if self.down:
            raise web.HTTPServiceUnavailable
        response = web.WebSocketResponse()
        await response.prepare(request)
        socket = Socket(response, request.transport, request.query.get("compress"))
        await socket.send({"op": HELLO, "d": {"heartbeat_interval": int(self.heartbeat * 1000)}})
        session: Session | None = None
        async for frame in response:
            if frame.type is not WSMsgType.TEXT:
                continue
            said = frame.json()
            if said["op"] == HEARTBEAT:
                await socket.send({"op": ACK})
            elif said["op"] == IDENTIFY:
                session = await self._identify(said["d"], socket)
            elif said["op"] == RESUME:
                session = await self._resume(said["d"], socket)
            elif session is None:
                await socket.close(NOT_AUTHENTICATED)
        if session is not None and session.socket is socket:
            session.socket = None
            self._changed.set()
        return response

    async def connected(self, shards: int = 1) -> None:
        """Wait until so many shards are in a session and listen."""
        await self.until(lambda: len(self.listening) >= shards)

    async def until(self, so: Callable[[], bool], within: float = 10) -> None:
        """Wait until something about the connections holds, such as a number of `identified` or `resumed`."""
        async with asyncio.timeout(within):
            while not so():
                self._changed.clear()
                await self._changed.wait()

    @property
    def listening(self) -> list[Session]:
        """The sessions with somebody at the other end."""
        return [session for session in self.sessions if session.socket is not None and session.ready]

    async def tell(self, event: str, data: Json, guild: Guild | None = None) -> None:
        """Send an event to the shard of its guild, now or when it resumes."""
        for session in self.sessions:
            if session.has(guild.id if guild else 0):
                await session.tell(event, data)

    def drop(self, *, resumable: bool = True) -> None:
        """The lines go dead; the sessions can be resumed or not."""
        for session in self.listening:
            assert session.socket is not None
            session.resumable = resumable
            session.socket.cut()
            session.socket = None
        self._changed.set()

    async def ask_reconnect(self) -> None:
        """Ask every shard to come back, as before a restart of Discord's."""
        for session in self.listening:
            assert session.socket is not None
            await session.socket.send({"op": RECONNECT, "d": None})

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Tell every shard that its session is over."""
        for session in self.listening:
            assert session.socket is not None
            session.resumable = resumable
            await session.socket.send({"op": INVALID_SESSION, "d": resumable})

    async def close(self) -> None:
        """Say goodbye to everybody."""
        for session in self.listening:
            assert session.socket is not None
            await session.socket.close(1001)

    async def _identify(self, data: Json, socket: Socket) -> Session | None:
        shard, shards = data.get("shard", (0, 1))
        if data["token"] != self.state.token:
            await socket.close(AUTHENTICATION_FAILED)
        elif not 0 <= shard < shards:
            await socket.close(INVALID_SHARD)
        elif data["intents"] & PRIVILEGED:
            await socket.close(DISALLOWED_INTENTS)
        else:
            return await self._begin(shard, shards, data["intents"], socket)
        return None

    async def _begin(self, shard: int, shards: int, intents: int, socket: Socket) -> Session:
        """A new session: ready, then its guilds one by one."""
        self.sessions = [each for each in self.sessions if (each.shard, each.shards) != (shard, shards)]
        session = Session(id=f"session-{next(self._count)}", shard=shard, shards=shards, intents=intents, socket=socket)
        mine = [each for each in self.state.guilds.values() if session.has(each.id) and self._inside(each)]
        ready = {
            "v": 10,
            "user": user_json(self.state.bot),
            "guilds": [{"id": str(each.id), "unavailable": True} for each in mine],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [shard, shards],
            "application": {"id": str(self.state.application_id), "flags": 0},
        }
        self.sessions.append(session)
        await session.tell("READY", ready)
        for guild in mine:
            if guild.available:
                await session.tell("GUILD_CREATE", guild_create_json(guild, self.state) | {"unavailable": False})
        session.ready = True
        self.identified += 1
        self._changed.set()
        return session

    async def _resume(self, data: Json, socket: Socket) -> Session | None:
        """Take up a session that is known and may be resumed; else tell to identify."""
        known = (each for each in self.sessions if each.id == data["session_id"] and each.resumable)
        session = next(known, None)
        if session is None or self.refuse_resumes or data["token"] != self.state.token:
            self.refuse_resumes = max(0, self.refuse_resumes - 1)
            await socket.send({"op": INVALID_SESSION, "d": False})
            return None
        session.socket = socket
        await session.replay(data["seq"] or 0)
        self.resumed += 1
        self._changed.set()
        return session

    def _inside(self, guild: Guild) -> bool:
        return self.state.bot.id in guild.members

"""One session of a shard: its numbered events, and the socket that they go to while there is one."""

import asyncio
import json
import zlib
from dataclasses import dataclass, field

from aiohttp import web

from tests.fakes.discord.state import Json

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID_SESSION, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11


class Socket:
    """A websocket that speaks as the client asked: plain, or one stream of zlib over all frames."""

    def __init__(self, socket: web.WebSocketResponse, line: asyncio.Transport | None, compress: str | None) -> None:
        self._socket = socket
        self._line = line
        self._zlib = zlib.compressobj() if compress == "zlib-stream" else None

    async def send(self, payload: Json) -> None:
        """One payload; to a socket that is gone it goes nowhere."""
        if self._socket.closed:
            return
        text = json.dumps(payload)
        try:
            if self._zlib is None:
                await self._socket.send_str(text)
            else:
                packed = self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
                await self._socket.send_bytes(packed)
        except ConnectionError:
            return

    async def close(self, code: int) -> None:
        """Close as Discord does, with a code."""
        await self._socket.close(code=code)

    def cut(self) -> None:
        """The line goes dead."""
        if self._line is not None:
            self._line.abort()


@dataclass(kw_only=True, eq=False)
class Session:
    """What is kept of a shard so that it can resume."""

    id: str
    shard: int
    shards: int
    intents: int
    socket: Socket | None = None
    ready: bool = False
    resumable: bool = True
    sequence: int = 0
    events: list[Json] = field(default_factory=list)

    def has(self, guild: int) -> bool:
        """Whether the guild's events come here; direct messages come to the first shard."""
        return (guild >> 22) % self.shards == self.shard

    async def tell(self, event: str, data: Json) -> None:
        """Number an event, keep it for a replay, and send it if somebody listens."""
        self.sequence += 1
        payload = {"op": DISPATCH, "t": event, "s": self.sequence, "d": data}
        self.events.append(payload)
        if self.socket is not None:
            await self.socket.send(payload)

    async def replay(self, after: int) -> None:
        """Send again what came after that number."""
        assert self.socket is not None
        for payload in [each for each in self.events if each["s"] > after]:
            await self.socket.send(payload)
        await self.tell("RESUMED", {})

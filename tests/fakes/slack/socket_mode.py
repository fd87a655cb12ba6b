"""Socket Mode: connections, envelopes and their acknowledgements."""

import asyncio
import json
import secrets
from dataclasses import dataclass, field
from random import Random

from aiohttp import WSMsgType, web

from tests.fakes.slack.delivery import Ack, Kind, Parcel
from tests.fakes.slack.refused import Refused
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.slack import Slack

MOST_CONNECTIONS = 10
ENVELOPES = {Kind.EVENT: "events_api", Kind.COMMAND: "slash_commands"}
TAKES_PAYLOAD = {Kind.COMMAND, Kind.SUBMIT, Kind.SUGGEST}


@dataclass(kw_only=True, eq=False)
class Connection:
    """One open socket."""

    socket: web.WebSocketResponse
    request: web.Request


@dataclass(kw_only=True)
class Sockets:
    """Every connection of the app; each envelope goes to one of them at random and may be acknowledged on any."""

    slack: Slack
    random: Random
    tickets: set[str] = field(default_factory=set)
    connections: list[Connection] = field(default_factory=list)
    pending: dict[str, asyncio.Future[Body]] = field(default_factory=dict)

    def open(self, token: str) -> Body:
        """apps.connections.open: an address good for one connection."""
        if token != self.slack.app.app_token:
            raise Refused("not_allowed_token_type" if token.startswith("xoxb-") else "invalid_auth")
        ticket = secrets.token_hex(8)
        self.tickets.add(ticket)
        return {"url": f"{self.slack.origin.replace('http', 'ws', 1)}/link/?ticket={ticket}&app_id={self.slack.app.id}"}

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """One connection from hello to its end."""
        if request.query.get("ticket") not in self.tickets:
            return web.Response(status=403)
        self.tickets.remove(request.query["ticket"])
        if self.slack.faults.take("websocket") is not None:
            return web.Response(status=503)
        socket = web.WebSocketResponse(heartbeat=10)
        await socket.prepare(request)
        connection = Connection(socket=socket, request=request)
        if len(self.connections) >= MOST_CONNECTIONS:
            await self.disconnect(connection, "too_many_websockets")
            return socket
        self.connections.append(connection)
        await socket.send_json(self._hello())
        self.slack.stirred.set()
        await self._listen(connection)
        return socket

    def _hello(self) -> Body:
        return {
            "type": "hello",
            "num_connections": len(self.connections),
            "debug_info": {"host": "applink", "build_number": 1, "approximate_connection_time": 18060},
            "connection_info": {"app_id": self.slack.app.id},
        }

    async def _listen(self, connection: Connection) -> None:
        try:
            async for message in connection.socket:
                if message.type is WSMsgType.TEXT:
                    self._acknowledged(json.loads(message.data))
        finally:
            if connection in self.connections:
                self.connections.remove(connection)
            self.slack.stirred.set()

    def _acknowledged(self, told: Body) -> None:
        waiting = self.pending.get(told.get("envelope_id", ""))
        if waiting is not None and not waiting.done():
            waiting.set_result(told.get("payload") or {})

    async def carry(self, parcel: Parcel, ack: Ack, *, drop: bool) -> None:
        """Send it down one connection and wait for its envelope to come back."""
        if not self.connections:
            ack.reason = "dispatch_failed"
            return
        connection = self.random.choice(self.connections)
        envelope = enveloped(parcel)
        number = envelope["envelope_id"]
        waiting = self.pending[number] = asyncio.get_running_loop().create_future()
        try:
            await connection.socket.send_json(envelope)
            if drop:
                await self.drop(connection)
                ack.reason = "dispatch_failed"
            else:
                ack.body, ack.status = await waiting, 200
        finally:
            del self.pending[number]

    async def disconnect(self, connection: Connection, reason: str = "refresh_requested") -> None:
        """Tell a connection to go; only `refresh_requested` and `warning` leave it open for a while."""
        await connection.socket.send_json({"type": "disconnect", "reason": reason, "debug_info": {"host": "applink"}})
        if reason not in {"refresh_requested", "warning"}:
            await connection.socket.close()

    async def close(self) -> None:
        """End every connection."""
        for connection in list(self.connections):
            await connection.socket.close()

    async def drop(self, connection: Connection) -> None:
        """Break a connection without a word."""
        self.connections.remove(connection)
        await asyncio.sleep(0)
        if connection.request.transport is not None:
            connection.request.transport.abort()


def enveloped(parcel: Parcel) -> Body:
    envelope: Body = {
        "envelope_id": secrets.token_hex(16),
        "type": ENVELOPES.get(parcel.kind, "interactive"),
        "payload": parcel.payload,
        "accepts_response_payload": parcel.kind in TAKES_PAYLOAD,
    }
    if parcel.kind is Kind.EVENT:
        envelope |= {"retry_attempt": parcel.retry or 0, "retry_reason": parcel.retry_reason}
    return envelope

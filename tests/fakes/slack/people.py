"""What people do in Slack; each act waits for the app and keeps what the person saw of it."""

from dataclasses import dataclass
from datetime import datetime

from tests.fakes.slack.delivery import Ack, Carrier, Kind, Parcel
from tests.fakes.slack.file_bytes import put_file
from tests.fakes.slack.filling import CannotDo, filled, find, find_field, is_empty
from tests.fakes.slack.methods.asked import Args
from tests.fakes.slack.modals import after_submit, keep_suggestions
from tests.fakes.slack.payloads import Payloads
from tests.fakes.slack.refused import Refused
from tests.fakes.slack.replies import say_back
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.short_lived import ReplyUrl
from tests.fakes.slack.shown import EMPTY, Place, View, state
from tests.fakes.slack.slack import Slack
from tests.fakes.slack.text import escaped
from tests.fakes.slack.workspace import Channel, User, Workspace


@dataclass(kw_only=True, eq=False)
class Person(User):
    """A member with hands."""

    slack: Slack
    carrier: Carrier
    workspace: Workspace

    async def click(
        self, place: Place, *, action_id: str | None = None, label: str | None = None, at: datetime | None = None
    ) -> Ack:
        """Press a button of a message, a modal or the Home tab."""
        field = find(place, action_id=action_id, label=label)
        moment = None if at is None else at.timestamp()
        return await self._send(Kind.CLICK, self._payloads.action(self, place, field, moment, None))

    async def choose(self, place: Place, field: str, *values: object, at: datetime | None = None) -> Ack:
        """Tick boxes, pick options, days, people: what is given is then all that is chosen."""
        found = find_field(place, field)
        chosen = self._fill(place, field, *values)
        moment = None if at is None else at.timestamp()
        payload = self._payloads.action(self, place, found, moment, chosen)
        block, _ = found
        if block["type"] == "input" and not block.get("dispatch_action"):
            return Ack(parcel=Parcel(kind=Kind.CLICK, payload=payload))  # kept, and told to nobody yet
        return await self._send(Kind.CLICK, payload)

    async def command(self, command: str, text: str, channel: Channel) -> Ack:
        """Type a slash command; its app asked for names to be escaped."""
        people = {user.name.lower(): user.id for user in self.workspace.users.values()}
        channels = {each.name: each.id for each in self.workspace.channels.values()}
        payload = self._payloads.command(self, channel, command, escaped(text, people, channels, self.workspace.groups))
        ack = await self._send(Kind.COMMAND, payload)
        if ack.ok and ack.body:
            self._hear(ack, channel)
        return ack

    async def open_home(self) -> Ack:
        """Look at the app's Home tab."""
        direct = self.workspace.direct(self)
        event: Body = {"type": "app_home_opened", "user": self.id, "channel": direct.id, "tab": "home"}
        if self.home is not None:
            event["view"] = self.home.as_dict(self.slack.app.id, self.workspace.bot_id)
        payload = self._payloads.event(event)
        return await self.carrier.announce(Parcel(kind=Kind.EVENT, payload=payload))

    async def submit(self, view: View, fields: dict[str, object] | None = None) -> Ack:
        """Fill a modal in, by block_id, label or action_id, and send it."""
        for name, value in (fields or {}).items():
            self._fill(view, name, *(value if isinstance(value, list | tuple) else [value]))
        missing = [block["block_id"] for block in view.blocks if self._lacks(view, block)]
        if missing:
            raise CannotDo(f"please fill in: {', '.join(missing)}")
        ack = await self._send(Kind.SUBMIT, self._payloads.submission(self, view))
        if ack.ok:
            self._notice(ack, after_submit(self.slack, self.workspace, self, view, ack.body))
        return ack

    async def dismiss(self, view: View) -> Ack | None:
        """Close a modal; the app hears of it only when it asked to."""
        payload = self._payloads.closing(self, view, cleared=False)
        self.modals.remove(view)
        del self.workspace.views[view.id]
        return await self._send(Kind.CLOSE, payload) if view.body.get("notify_on_close") else None

    async def suggest(self, place: Place, field: str, typed: str) -> Ack:
        """Type into an external_select; `suggested` then holds what it offers."""
        found = find_field(place, field)
        ack = await self._send(Kind.SUGGEST, self._payloads.suggestion(self, place, found, typed))
        if ack.ok:
            self._notice(ack, keep_suggestions(self, found[1], ack.body))
        return ack

    @property
    def _payloads(self) -> Payloads:
        return Payloads(slack=self.slack, workspace=self.workspace)

    async def _send(self, kind: Kind, payload: Body) -> Ack:
        ack = await self.carrier.deliver(Parcel(kind=kind, payload=payload))
        self._notice(ack, ack.reason)
        return ack

    def _notice(self, ack: Ack, trouble: str) -> None:
        if trouble:
            ack.reason = trouble
            self.errors.append(trouble)
            self.slack.errors_seen.append((self.name, str(ack.parcel.kind), trouble))

    def _fill(self, place: Place, name: str, *values: object) -> Body:
        block, element = find_field(place, name)
        if element["type"] == "file_input":
            values = tuple(put_file(self.workspace, self.slack.origin, each) for each in values)
        chosen = filled(element, values, self.suggested.get(element["action_id"], []))
        place.filled.setdefault(self.id, {})[block["block_id"], element["action_id"]] = chosen
        return chosen

    def _lacks(self, view: View, block: Body) -> bool:
        if block["type"] != "input" or block.get("optional") or block["element"]["type"] not in EMPTY:
            return False
        return is_empty(state(view, self.id)[block["block_id"]][block["element"]["action_id"]])

    def _hear(self, ack: Ack, channel: Channel) -> None:
        now = self.slack.clock.now()
        heard = ReplyUrl(workspace=self.workspace, user=self.id, channel=channel.id, source=None, at=now)
        try:
            say_back(self.slack, heard, Args(given=ack.body))
        except Refused as refused:
            self._notice(ack, refused.error)

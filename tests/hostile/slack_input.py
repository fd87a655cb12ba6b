"""Slack's requests with something wrong in them, signed over HTTP or in the socket's envelopes."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote_plus

from pydantic import SecretStr
from sqlalchemy import Connection

from bot.core.address import ChannelAddress, PersonKey, Platform, WorkspaceKey
from bot.settings import Settings, SlackSettings
from bot.store.tables import delivery
from bot.tutor import opening
from bot.tutor.setup import Wish, set_up
from tests.builders import an_admin
from tests.fakes.slack.delivery import Kind, Parcel
from tests.fakes.slack.people import Person
from tests.fakes.slack.slack import App
from tests.fakes.slack.socket_mode import enveloped
from tests.fakes.slack.world import SlackWorld
from tests.hostile.evidence import SECRET, Claim, Evidence, answers_given, give_a_secret, what_is_staffs
from tests.hostile.mutator import Mutator
from tests.hostile.trouble import troubles
from tests.stories.slack_room import SlackBuilding, SlackRoom

HEX = "0123456789abcdef0123456789abcdef"
AT_ONCE = 25
_OTHER_TEAM = WorkspaceKey(platform=Platform.SLACK, external_id="T0OTHER01")
JSON, FORM = "application/json", "application/x-www-form-urlencoded"


@asynccontextmanager
async def a_slack(url: str, *, over_http: bool) -> AsyncIterator["SlackInput"]:
    """A bot in one workspace, with all that people sent it to copy from."""
    async with SlackWorld(app=App(signing_secret=HEX, client_secret=HEX)) as world:
        building = SlackBuilding(url, world, "2026-11-30T08:00")
        building.team.channel("quiz-lounge")
        room = await building.room()
        if over_http:
            await building.close()
            room = await _over_http(building, room)
        ready = SlackInput(room, over_http=over_http)
        try:
            await ready.gather()
            yield ready
        finally:
            await room.close()
            await building.close()


async def _over_http(building: SlackBuilding, room: SlackRoom) -> SlackRoom:
    token, where = SecretStr(building.team.token), building.world.base_url
    settings = Settings(slack=SlackSettings(bot_token=token, signing_secret=SecretStr(HEX), api_url=where))
    served = SlackRoom(room._url, room.world, room.team, room.channel, clock=room.clock, settings=settings)
    await served.open()
    return served


class SlackInput:
    """Sends spoilt requests, and looks what came of them."""

    def __init__(self, room: SlackRoom, *, over_http: bool) -> None:
        self.room, self.world, self._over_http = room, room.world, over_http
        self._parcels: list[Parcel] = []

    async def gather(self) -> None:
        """Everything that people can send, once as it should be."""
        room, (ada, ben, dana) = self.room, map(self.room.person, ("Ada", "Ben", "Dana"))
        await room.types("dana", "/classroom setup at=9 zone=berlin days=daily")
        await room.types("dana", "/classroom week topic=fine-tuning from=2026-11-30")
        await room.at("2026-11-30")
        await room.types("dana", "/classroom ask topic=data-preparation")
        await room.settle()
        await room.clicks("ben", await room.right(1), number=1)
        await room.school.desk.write(_elsewhere, room.clock())
        await room.school.desk.write(give_a_secret, PersonKey(workspace=room.address.workspace, person=ben.id))
        both = room.message(2)
        await ada.choose(both, "pick", "A", "B")
        self._parcels.append(self.world.acks[-1].parcel)
        click = ada._payloads.action(ada, both, _button(both, "answer.submit"), None, None)
        self._parcels.append(Parcel(kind=Kind.CLICK, payload=click))
        for letter in "ABCD":
            one = room.message(1)
            click = ada._payloads.action(ada, one, _button(one, f"answer.{letter}"), None, None)
            self._parcels.append(Parcel(kind=Kind.CLICK, payload=click))
            elsewhere = {**click, "actions": [{**click["actions"][0], "value": "3"}]}
            self._parcels.append(Parcel(kind=Kind.CLICK, payload=elsewhere))
        before = len(self.world.acks)
        for line in ("/tutor me", "/tutor today", "/tutor top period=week", "/tutor streak", "/tutor help"):
            await room.types("ada", line)
        for line in ("show", "preview days=3", "off from=2027-01-01 to=2027-01-03", "staff", "weeks", "ask minutes=5",
                     "setup ping=none close=18:00", "resume"):  # fmt: skip
            await room.types("dana", f"/classroom {line}")
        await self._with_dialogs(dana)
        await ada.open_home()
        await dana.open_home()
        await room.settle()
        self._parcels += [ack.parcel for ack in self.world.acks[before:]]
        self.world.errors_seen.clear()

    async def _with_dialogs(self, dana: Person) -> None:
        room = self.room
        await dana.command("/classroom", "setup", room.channel)
        await room.settle()
        form = dana.modals[-1]
        await dana.suggest(form, "zone", "berl")
        await dana.submit(form, {"at": "10:00", "days": ["mon", "tue"]})
        dana.modals.clear()
        await dana.command("/classroom", "week", room.channel)
        await room.settle()
        await dana.submit(dana.modals[-1], {"topic": ["fine-tuning"], "from": "2026-12-14"})
        dana.modals.clear()
        await dana.command("/classroom", "remove", room.channel)
        await room.settle()
        place = dana.modals[-1] if dana.modals else dana.ephemerals[-1]
        pressed = next(each for each in _buttons(place) if each[1]["action_id"].startswith("command."))
        click = dana._payloads.action(dana, place, pressed, None, None)
        self._parcels.append(Parcel(kind=Kind.CLICK, payload=click))
        dana.modals.clear()

    async def attack(self, count: int, seed: int, *, staff: bool = False) -> Evidence:
        """So many spoilt requests of members, or of staff."""
        found, mutator = Evidence(), Mutator(seed, self._foreign())
        with troubles() as broken:
            for start in range(0, count, AT_ONCE):
                await self._batch(min(AT_ONCE, count - start), mutator, found, broken, staff=staff)
        return found

    async def _batch(self, count: int, mutator: Mutator, found: Evidence, broken: list[str], *, staff: bool) -> None:
        room = self.room
        given, theirs = await room.read(answers_given), await room.read(what_is_staffs)
        seen, shown = len(self.world.calls), [self._one(mutator, staff=staff) for _ in range(count)]
        claims = {claim_of(parcel.payload) for parcel in shown}
        answers = await asyncio.gather(*(self._send(parcel, mutator) for parcel in shown))
        found.sent += count
        found.broken += [
            f"{status} for {_short(parcel.payload)}"
            for status, parcel in zip(answers, shown, strict=True)
            if status >= 500
        ]
        await room._work.drain()
        await self._sentinel()
        if broken:
            found.broken += [f"{text}\nIN {[_short(each.payload) for each in shown]}" for text in broken]
            broken.clear()
        for at, own, who in await room.read(answers_given) - given:
            known = at == room.address.workspace.external_id and Claim(person=who, posting=own) in claims
            found.stray += [] if known else [f"an answer of {who!r} to {own} in {at}"]
        persons = {claim.person for claim in claims}
        if not staff and room.person("Dana").id not in persons and await room.read(what_is_staffs) != theirs:
            found.changed.append(f"staff's: {[_short(each.payload) for each in shown]}")
        if room.person("Ben").id not in persons:
            found.leaked += [str(call) for call in self.world.calls[seen:] if str(SECRET) in str(call.args)]
        if staff:
            await room.types("dana", "/classroom setup at=9 zone=berlin days=daily")

    async def _sentinel(self) -> None:
        """What was sent before is read by now."""
        if not self._over_http:
            await self.world.until(lambda: self.world.sockets.connections)
            ack = await self.room.person("Chloe").command("/tutor", "help", self.room.channel)
            assert ack.ok, ack
        await self.room._work.drain()

    def _one(self, mutator: Mutator, *, staff: bool) -> Parcel:
        random, room = mutator.random, self.room
        parcel = random.choice(self._parcels)
        who = room.person("Dana") if staff else room.person(random.choice(("Ada", "Chloe")))
        text = json.dumps(parcel.payload).replace(room.person("Dana").id, who.id).replace(room.person("Ada").id, who.id)
        payload = json.loads(text)
        if "trigger_id" in payload:
            payload["trigger_id"] = self.world.triggers.issue(room.team, who.id)
        if "response_url" in payload:
            path = self.world.reply_urls.issue(room.team, who.id, room.channel.id, None)
            payload["response_url"] = self.world.origin + path
        spoilt = mutator.spoiled(payload, [each.payload for each in self._parcels])
        if isinstance(spoilt, dict) and isinstance(spoilt.get("response_url"), str):
            spoilt["response_url"] = payload.get("response_url", "")  # where nobody listens the bot tries for a minute
        return Parcel(kind=parcel.kind, payload=spoilt if isinstance(spoilt, dict) else {"payload": spoilt})

    async def _send(self, parcel: Parcel, mutator: Mutator) -> int:
        if self._over_http:
            return await self._post(parcel)
        envelope = enveloped(parcel)
        if mutator.random.random() < 0.1:
            envelope = mutator.spoiled(envelope)
        if envelope.get("type") == "disconnect":
            return 0
        await self.world.until(lambda: self.world.sockets.connections)
        await self.world.sockets.connections[-1].socket.send_str(json.dumps(envelope))
        return 0

    async def _post(self, parcel: Parcel) -> int:
        if parcel.kind is Kind.EVENT:
            body, kind = json.dumps(parcel.payload), JSON
        elif parcel.kind is Kind.COMMAND:
            body, kind = "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in parcel.payload.items()), FORM
        else:
            body, kind = f"payload={quote_plus(json.dumps(parcel.payload))}", FORM
        http = self.world._http
        headers = {"Content-Type": kind, **http.signed(body)}
        async with http.session.post(http.url, data=body.encode(), headers=headers) as response:
            await response.read()
            return response.status

    def _foreign(self) -> Sequence[Any]:
        room = self.room
        lounge = next(each for each in room.team.channels.values() if each.name == "quiz-lounge")
        return (
            "T0OTHER01", "C0OTHER01", "U0NOBODY1", "W0NOBODY1", room.team.bot.id, room.person("Ben").id, lounge.id,
            "1", "2", "3", 1, 2, 3, "4", "99", "D0DIRECT1", "E0ENTER01", f"command.{1}", "answer.A", "answer.submit",
        )  # fmt: skip


def claim_of(payload: Any) -> Claim:
    """Who it says sent it, and for which posting."""
    user = payload.get("user")
    if not isinstance(user, str):
        user = user.get("id") if isinstance(user, dict) and "id" in user else payload.get("user_id")
    actions = payload.get("actions")
    action = actions[0] if isinstance(actions, list) and actions and isinstance(actions[0], dict) else {}
    return Claim(person=str(user), posting=str(action.get("value", "")))


def _elsewhere(tx: Connection, now: Any) -> None:
    """A classroom in another workspace, with a posting of its own."""
    address = ChannelAddress(workspace=_OTHER_TEAM, channel="C0OTHER01")
    set_up(tx, an_admin(), address, Wish(), seed="s", now=now)
    there = set_up(tx, an_admin(), address, Wish(), seed="s", now=now).classroom
    opening.ask_extra(tx, there, topic=None, minutes=None, now=now)
    tx.execute(delivery.delete().where(delivery.c.classroom_id == there.id))


def _buttons(place: Any) -> list[tuple[Any, Any]]:
    return [(block, each) for block in place.blocks for each in block.get("elements", ()) if each["type"] == "button"]


def _button(place: Any, action_id: str) -> tuple[Any, Any]:
    return next(each for each in _buttons(place) if each[1]["action_id"] == action_id)


def _quoted(value: Any) -> str:
    return quote_plus(str(value).encode("utf-8", "surrogatepass"))


def _short(payload: Any) -> str:
    return json.dumps(payload)[:3000]

"""Discord's interactions with something wrong in them, as the gateway tells them."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from bot.core.address import ChannelAddress, PersonKey
from bot.platforms.discord.people import workspace_key
from bot.store.tables import delivery
from bot.tutor import opening
from bot.tutor.setup import Wish, set_up
from tests.builders import an_admin
from tests.fakes.discord.interaction import Interaction, InteractionKind
from tests.fakes.discord.state import User
from tests.hostile.evidence import SECRET, Claim, Evidence, answers_given, give_a_secret, what_is_staffs
from tests.hostile.mutator import Mutator
from tests.hostile.trouble import troubles
from tests.stories.discord_room import DiscordRoom, a_discord_building

AT_ONCE = 25
ELSEWHERE = 987654321098765432


@asynccontextmanager
async def a_discord(url: str) -> AsyncIterator["DiscordInput"]:
    """A bot on one server, with all that people did there to copy from."""
    async with a_discord_building(url, "2026-11-30T08:00") as building:
        ready = DiscordInput(await building.room())
        await ready.gather()
        yield ready


class DiscordInput:
    """Sends spoilt interactions, and looks what came of them."""

    def __init__(self, room: DiscordRoom) -> None:
        self.room, self.world = room, room.world
        self._made: list[Interaction] = []

    async def gather(self) -> None:
        """Everything that people can do, once as it should be."""
        room = self.room
        await room.types("dana", "/classroom setup at=9 zone=berlin days=daily")
        await room.types("dana", "/classroom week topic=fine-tuning from=2026-11-30")
        await room.at("2026-11-30")
        await room.types("dana", "/classroom ask topic=data-preparation")
        await room.clicks("ben", await room.right(1), number=1)
        await room.school.desk.write(_elsewhere, room.clock())
        ben = PersonKey(workspace=room.address.workspace, person=str(room.person("Ben").id))
        await room.school.desk.write(give_a_secret, ben)
        for number, letters in ((1, "A"), (2, "AB")):
            await room.clicks("chloe", letters, number=number)
        for line in ("me", "today", "top period=week", "streak", "help"):
            await room.types("ada", f"/tutor {line}")
        for line in ("show", "preview days=3", "off from=2027-01-01 to=2027-01-03", "staff", "weeks", "ask minutes=5",
                     "setup ping=none close=18:00", "resume"):  # fmt: skip
            await room.types("dana", f"/classroom {line}")
        await self._with_forms(room.person("Dana"))
        self._made = list(self.world.interactions.values())
        self._made += [_renamed(each, "a1:1:", "a1:3:") for each in self._made if _is_click(each)]

    async def _with_forms(self, dana: User) -> None:
        people, channel = self.world.people, self.room.channel
        for focus, typed in (("zone", "berl"), ("days", "mon"), ("ping", "h"), ("pack", "n")):
            await people.autocomplete(dana, channel, "classroom setup", focus, typed)
        await people.autocomplete(dana, channel, "classroom ask", "topic", "fine")
        await people.slash(dana, channel, "classroom setup")
        await self.room.settle()
        await self.room.fills("dana", at="10:00", days="mon,tue")
        await people.slash(dana, channel, "classroom week")
        await self.room.settle()
        await self.room.heard(await people.submit(dana, {"topic": ["fine-tuning"], "from": "2026-12-14"}))
        asked = await people.slash(dana, channel, "classroom remove")
        await self.room.settle()
        await people.click(dana, asked.replies[0], "Remove the classroom")
        await self.room.settle()
        await self.room.types("dana", "/classroom setup at=9 zone=berlin days=daily")

    async def attack(self, count: int, seed: int, *, staff: bool = False) -> Evidence:
        """So many spoilt interactions of members, or of staff."""
        found, mutator = Evidence(), Mutator(seed, self._foreign(), () if staff else ("permissions",))
        with troubles() as broken:
            for start in range(0, count, AT_ONCE):
                await self._batch(min(AT_ONCE, count - start), mutator, found, broken, staff=staff)
        return found

    async def _batch(self, count: int, mutator: Mutator, found: Evidence, broken: list[str], *, staff: bool) -> None:
        room = self.room
        given, theirs = await room.read(answers_given), await room.read(what_is_staffs)
        seen, claims, shown = len(self.world.calls), set[Claim](), []
        for _ in range(count):
            payload = self._one(mutator, staff=staff)
            claims.add(claim_of(payload))
            shown.append(json.dumps(payload)[:3000])
            await self.world.gateway.tell("INTERACTION_CREATE", payload, room.guild)
            found.sent += 1
        await self._sentinel()
        found.broken += [f"{text}\nIN {shown}" for text in (*broken, *room.failures)]
        broken.clear()
        room.failures.clear()
        for at, own, who in await room.read(answers_given) - given:
            known = any(
                claim.person == who and claim.workspace == at and _names(claim.posting, own) for claim in claims
            )
            found.stray += [] if known else [f"an answer of {who!r} to {own} in {at}"]
        persons = {claim.person for claim in claims}
        if not staff and str(room.person("Dana").id) not in persons and await room.read(what_is_staffs) != theirs:
            found.changed.append(f"staff's: {shown}")
        if str(room.person("Ben").id) not in persons:
            found.leaked += [str(call.body) for call in self.world.calls[seen:] if str(SECRET) in str(call.body)]
        if staff:
            await room.types("dana", "/classroom setup at=9 zone=berlin days=daily")

    async def _sentinel(self) -> None:
        """What was told before is heard by now."""
        room = self.room
        done = await self.world.people.slash(room.person("Chloe"), room.channel, "tutor help")
        assert not done.failed, "the bot is deaf"
        await room.work.drain()

    def _one(self, mutator: Mutator, *, staff: bool) -> Any:
        random, room = mutator.random, self.room
        model = random.choice(self._made)
        who = room.person("Dana" if staff else random.choice(("Ada", "Chloe")))
        payload = json.loads(json.dumps(model.payload))
        if not staff:
            member = next(each.payload["member"] for each in self._made if each.user is room.person("Chloe"))
            payload["member"] = json.loads(json.dumps(member))
        payload["member"]["user"]["id"] = str(who.id)
        number = self.world.state.ids.new()
        payload |= {"id": str(number), "token": f"token-{number}"}
        made = Interaction(
            id=number, token=f"token-{number}", kind=model.kind, user=who, channel=model.channel, payload=payload,
            source=model.source, opened_at=self.world.state.now, trigger=model.trigger,
        )  # fmt: skip
        self.world.interactions[made.token] = made
        return mutator.spoiled(payload, [each.payload for each in self._made])

    def _foreign(self) -> Sequence[Any]:
        room = self.room
        return (
            str(ELSEWHERE), ELSEWHERE, str(room.world.state.bot.id), str(room.person("Ben").id), str(2**63), "a1:3:A",
            "a1:1:A", "a1:1:J", "s1:2", "s1:3", "a1:99:A", "c1:/classroom remove confirm=yes", "c1:/classroom staff",
            "f2:1:/classroom setup", "f2:2:/classroom setup", "f2:999:/classroom remove", *InteractionKind, 1, 99,
        )  # fmt: skip


def claim_of(payload: Any) -> Claim:
    """Who it says did it, and for which posting."""
    member = payload.get("member")
    user = member.get("user") if isinstance(member, dict) else payload.get("user")
    person = user.get("id") if isinstance(user, dict) else ""
    data = payload.get("data")
    posting = str(data.get("custom_id", "")) if isinstance(data, dict) else ""
    return Claim(person=str(person), posting=posting, workspace=str(payload.get("guild_id")))


def _is_click(made: Interaction) -> bool:
    return str(made.payload["data"].get("custom_id", "")).startswith("a1:1:")


def _renamed(made: Interaction, old: str, new: str) -> Interaction:
    """The same with another name on the button, as if copied from elsewhere."""
    return replace(made, payload=json.loads(json.dumps(made.payload).replace(old, new)))


def _names(custom_id: str, posting: str) -> bool:
    kind, _, rest = custom_id.partition(":")
    return kind in {"a1", "s1"} and rest.partition(":")[0].lstrip("0") == posting


def _elsewhere(tx: Connection, now: datetime) -> None:
    """A classroom on another server, with a posting of its own."""
    address = ChannelAddress(workspace=workspace_key(ELSEWHERE), channel="987654321098765433")
    there = set_up(tx, an_admin(), address, Wish(), seed="s", now=now).classroom
    opening.ask_extra(tx, there, topic=None, minutes=None, now=now)
    tx.execute(delivery.delete().where(delivery.c.classroom_id == there.id))

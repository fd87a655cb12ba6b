"""Every way in which a member can ask for something, with a client that lets them ask for anything."""

import json
from collections.abc import Awaitable, Callable, Sequence

from tests.fakes.discord.controls import Kind as Component
from tests.fakes.discord.interaction import InteractionKind
from tests.fakes.discord.state import Json
from tests.fakes.discord.typing_commands import type_command
from tests.fakes.slack.delivery import Kind, Parcel
from tests.fakes.slack.shown import Place
from tests.platforms.web.visitor import Visitor
from tests.stories.discord_room import DiscordRoom, as_option
from tests.stories.slack_room import SlackRoom

Surface = Callable[[str], Awaitable[str]]
"""Sends a command line as a member; returns what they are told."""

LINES = (
    "/classroom setup at=7",
    "/classroom off from=2027-01-01",
    "/classroom pause",
    "/classroom resume all=yes",
    "/classroom move channel=#quiz-lounge",
    "/classroom remove confirm=yes",
    "/classroom show",
    "/classroom ask minutes=5",
    "/classroom close number=1",
    "/classroom void number=1",
    "/classroom week topic=fine-tuning from=2027-01-04",
    "/classroom weeks",
    "/classroom cancel-week id=1",
    "/classroom preview days=3",
    "/classroom staff add=@ada",
    "/classroom help",
)
"""Every command for staff, most of them with an effect."""
REFUSED = "is for staff"


async def let_in(surfaces: Sequence[Surface]) -> list[tuple[str, str]]:
    """The surface and the line for each that was not refused."""
    return [(surface.__name__, line) for surface in surfaces for line in LINES if REFUSED not in await surface(line)]


def parted(line: str) -> tuple[str, dict[str, str]]:
    """The command's name with its root, and its fields."""
    root, name, *given = line.split()
    return f"{root} {name}", dict(word.split("=") for word in given)


def on_slack(room: SlackRoom) -> Sequence[Surface]:
    """Typed, by buttons beside the channel and in the Home tab, and by a form."""
    ada, dana = room.person("Ada"), room.person("Dana")

    async def typed(line: str) -> str:
        return await room.types("ada", line)

    async def pressed(place: Place, line: str) -> str:
        button = {"type": "button", "action_id": "command.0", "value": line}
        payload = ada._payloads.action(ada, place, ({"block_id": "b"}, button), None, None)
        await ada.carrier.deliver(Parcel(kind=Kind.CLICK, payload=payload))
        return await room.heard(ada)

    async def button(line: str) -> str:
        return await pressed(room.message(1), line)

    async def home(line: str) -> str:
        await ada.open_home()
        await room.settle()
        assert ada.home is not None
        return await pressed(ada.home, line)

    async def form(line: str) -> str:
        command, fields = parted(line)
        await dana.command("/classroom", "setup", room.channel)
        await room.settle()
        payload = ada._payloads.submission(ada, dana.modals.pop())
        memory = {"channel": room.channel.id, "command": command}
        values = {name: {"value": {"type": "plain_text_input", "value": word}} for name, word in fields.items()}
        payload["view"] |= {"private_metadata": json.dumps(memory), "state": {"values": values}}
        ack = await ada.carrier.deliver(Parcel(kind=Kind.SUBMIT, payload=payload))
        return json.dumps(ack.body)

    return typed, button, home, form


def on_discord(room: DiscordRoom) -> Sequence[Surface]:
    """By slash command, button and form, none of which Discord itself would offer."""
    ada, dana, people = room.person("Ada"), room.person("Dana"), room.world.people
    named = {"@ada": ada, "#quiz-lounge": room.channel}

    async def typed(line: str) -> str:
        command, fields = parted(line)
        root, name = command.removeprefix("/").split()
        known = room.school.dispatcher.catalogue.find(root, name)
        options = {option: named.get(word) or as_option(known, option, word) for option, word in fields.items()}
        data = type_command(room.world.state, dana, room.channel, f"{root} {name}", options)
        return await room.heard(await people._act(InteractionKind.COMMAND, ada, room.channel, data))

    async def button(line: str) -> str:
        message = room.message(1)
        row = next(each for each in message.components[0]["components"] if each["type"] == Component.ROW)
        row["components"][0]["custom_id"] = f"c1:{line}"
        data: Json = {"custom_id": f"c1:{line}", "component_type": int(Component.BUTTON)}
        return await room.heard(await people._act(InteractionKind.COMPONENT, ada, room.channel, data, source=message))

    async def form(line: str) -> str:
        command, fields = parted(line)
        rows = [{"type": 18, "component": {"type": 4, "custom_id": name, "value": it}} for name, it in fields.items()]
        data: Json = {"custom_id": f"f2::{command}", "components": rows}
        before = await people.slash(ada, room.channel, "tutor help")
        return await room.heard(await people._act(InteractionKind.FORM, ada, room.channel, data, trigger=before))

    return typed, button, form


def on_the_page(ada: Visitor) -> Sequence[Surface]:
    """By a button, which is the same as typing, and by a form."""

    async def button(line: str) -> str:
        await ada.post("/press", command=line)
        return await ada.told()

    async def form(line: str) -> str:
        command, fields = parted(line)
        answer = await ada.post("/form", command=command, **fields)
        return answer.text

    return button, form

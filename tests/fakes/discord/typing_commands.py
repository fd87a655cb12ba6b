"""A slash command as somebody types it: which is shown to them, and what its options take."""

from collections.abc import Sequence
from typing import Any

from tests.fakes.discord.picks import NotAccepted, NotShown, Picks
from tests.fakes.discord.state import Channel, Guild, Json, State, Upload, User, bits

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, NUMBER, ATTACHMENT = 1, 2, 3, 4, 5, 10, 11


def shown_commands(state: State, user: User, channel: Channel) -> list[Json]:
    """The commands that Discord offers somebody in a channel."""
    everywhere = [each for each in state.commands if each["type"] == 1]
    if channel.guild is None:
        return [each for each in everywhere if in_direct_messages(each)]
    there = [each for each in channel.guild.commands if each["type"] == 1]
    contexts = [each for each in (*there, *everywhere) if 0 in (each.get("contexts") or [0])]
    return [each for each in contexts if may_use(each, user, channel.guild)]


def in_direct_messages(command: Json) -> bool:
    """Whether it is offered there."""
    if command.get("contexts"):
        return 1 in command["contexts"]
    return command.get("dm_permission", True) is not False


def may_use(command: Json, user: User, guild: Guild) -> bool:
    """Whether somebody's permissions suffice; 0 means nobody but administrators."""
    wanted = command.get("default_member_permissions")
    held = guild.permissions(user)
    if wanted is None or held & bits(["administrator"]):
        return True
    return int(wanted) != 0 and held & int(wanted) == int(wanted)


def type_command(
    state: State, user: User, channel: Channel, path: str, values: dict[str, Any], *, focus: str | None = None
) -> Json:
    """The data of a command as Discord sends it; with `focus` it is still being typed."""
    first, *rest = path.split()
    offered = (each for each in shown_commands(state, user, channel) if each["name"] == first)
    command = next(offered, None)
    if command is None:
        raise NotShown(f"/{first} is not shown to {user.name}")
    picks = Picks(state=state, guild=channel.guild)
    data: Json = {"id": command["id"], "name": first, "type": 1}
    data["options"] = descend(command, rest, values, picks, focus)
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return data | picks.told


def descend(place: Json, path: Sequence[str], values: dict[str, Any], picks: Picks, focus: str | None) -> list[Json]:
    """The options on one level: a subcommand with its own, or values."""
    options = place.get("options") or []
    if not path:
        if any(each["type"] in (SUBCOMMAND, GROUP) for each in options):
            raise NotShown(f"{place['name']} wants a subcommand")
        return list(fill_options(options, dict(values), picks, focus))
    inside = next((each for each in options if each["name"] == path[0] and each["type"] in (SUBCOMMAND, GROUP)), None)
    if inside is None:
        raise NotShown(f"{place['name']} has no subcommand {path[0]}")
    return [
        {"name": path[0], "type": inside["type"], "options": descend(inside, path[1:], values, picks, focus)},
    ]


def fill_options(options: list[Json], values: dict[str, Any], picks: Picks, focus: str | None) -> list[Json]:
    """Every option that has a value; required ones must, once the command is sent."""
    filled = []
    for option in options:
        name = option["name"]
        if name not in values:
            if option.get("required") and focus is None:
                raise NotAccepted(f"{name} is required")
            continue
        value = values.pop(name)
        if name == focus:
            if not option.get("autocomplete"):
                raise NotShown(f"{name} suggests nothing")
            filled.append({"name": name, "type": option["type"], "value": value, "focused": True})
        else:
            filled.append({"name": name, "type": option["type"], "value": option_value(option, value, picks)})
    if values:
        raise NotShown(f"the command has no option {', '.join(values)}")
    return filled


def option_value(option: Json, value: Any, picks: Picks) -> Any:
    """A value of the option's kind."""
    kind = option["type"]
    if option.get("choices"):
        return chosen(option, value)
    if kind == STRING:
        return text(option, value)
    if kind in (INTEGER, NUMBER):
        return number(option, value)
    if kind == BOOLEAN:
        return bool(value)
    if (kind == ATTACHMENT) is not isinstance(value, Upload):
        raise NotAccepted(f"{option['name']} does not take {value!r}")
    if isinstance(value, Channel) and option.get("channel_types") and value.kind not in option["channel_types"]:
        raise NotAccepted(f"{option['name']} does not take #{value.name}")
    return picks.name(value)


def chosen(option: Json, value: Any) -> Any:
    """One of the choices, by its name or its value."""
    for choice in option["choices"]:
        if value in (choice["name"], choice["value"]):
            return choice["value"]
    raise NotAccepted(f"{option['name']} has no choice {value!r}")


def text(option: Json, value: Any) -> str:
    low, high = option.get("min_length", 0), option.get("max_length", 6000)
    if not isinstance(value, str) or not max(low, 1) <= len(value) <= high:
        raise NotAccepted(f"{option['name']} takes a text of {low} to {high} characters")
    return value


def number(option: Json, value: Any) -> int | float:
    kinds = (int,) if option["type"] == INTEGER else (int, float)
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise NotAccepted(f"{option['name']} takes a number")
    if not option.get("min_value", value) <= value <= option.get("max_value", value):
        raise NotAccepted(f"{option['name']} does not take {value}")
    return value

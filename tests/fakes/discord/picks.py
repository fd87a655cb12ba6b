"""What people pick and fill in, as Discord's own client would let them and would write it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.discord.controls import Kind
from tests.fakes.discord.payloads import channel_json, member_json, roles_json, user_json
from tests.fakes.discord.state import Channel, Guild, Json, Role, State, Upload, User


class NotShown(Exception):
    """The person does not see what they would use: no such command, button or message, or it is disabled."""


class NotAccepted(Exception):
    """Discord's client does not let the person send that."""


@dataclass(kw_only=True)
class Picks:
    """Things named in one interaction; `resolved` says what they are."""

    state: State
    guild: Guild | None
    resolved: Json = field(default_factory=dict)

    @property
    def told(self) -> Json:
        """What an interaction says about them; without any it says nothing."""
        return {"resolved": self.resolved} if self.resolved else {}

    def name(self, thing: User | Role | Channel | Upload) -> str:
        """The id of a thing, which is then resolved."""
        if isinstance(thing, Upload):
            return self._upload(thing)
        number = str(thing.id)
        if isinstance(thing, User):
            self._note("users", number, user_json(thing))
            if self.guild is not None and thing.id in self.guild.members:
                self._member(thing, self.guild)
        elif isinstance(thing, Role):
            assert self.guild is not None
            written = next(each for each in roles_json(self.guild) if each["id"] == number)
            self._note("roles", number, written)
        else:
            self._note("channels", number, channel_json(thing, self.state) | {"permissions": "0"})
        return number

    def _member(self, user: User, guild: Guild) -> None:
        written = member_json(guild.members[user.id])
        for name in ("user", "mute", "deaf"):
            del written[name]
        self._note("members", str(user.id), written | {"permissions": str(guild.permissions(user))})

    def _upload(self, upload: Upload) -> str:
        number = str(self.state.ids.new())
        path = f"/attachments/ephemeral/{number}/{upload.filename}"
        self.state.files[path] = upload
        written = {"id": number, "filename": upload.filename, "size": len(upload.data), "ephemeral": True}
        address = self.state.cdn + path
        written |= {"url": address, "proxy_url": address, "content_type": upload.content_type}
        self._note("attachments", number, written)
        return number

    def _note(self, kind: str, number: str, written: Json) -> None:
        self.resolved.setdefault(kind, {})[number] = written


def choose_values(control: Json, values: Iterable[Any], picks: Picks, *, required: bool = True) -> list[str]:
    """The values of a select or a group: options by label or value, or people, roles and channels themselves."""
    chosen = [pick_one(control, value, picks) for value in values]
    low, high = control.get("min_values", 1), control.get("max_values", 1)
    if len(set(chosen)) != len(chosen):
        raise NotAccepted("one option cannot be chosen twice")
    if not chosen and not required:
        return []
    if not low <= len(chosen) <= high:
        raise NotAccepted(f"between {low} and {high} can be chosen, not {len(chosen)}")
    return chosen


def pick_one(control: Json, value: Any, picks: Picks) -> str:
    """One option's value or one thing's id."""
    if not isinstance(value, str):
        allowed = control.get("channel_types")
        if isinstance(value, Channel) and allowed and value.kind not in allowed:
            raise NotAccepted(f"#{value.name} is not of a kind that is offered")
        return picks.name(value)
    for option in control.get("options") or ():
        if value in (option["value"], option["label"]):
            return str(option["value"])
    raise NotShown(f"no option {value!r}")


def fill_form(form: Json, values: dict[str, Any], picks: Picks) -> list[Json]:
    """A form's rows as they are sent; a field that is not filled in keeps what it came with."""
    left = dict(values)
    rows = []
    for row in form["components"]:
        inside = row.get("component") or next(iter(row.get("components") or ()), None)
        if inside is None:
            rows.append({"type": row["type"], "id": row["id"]})
            continue
        filled = fill_field(inside, left.pop(inside["custom_id"], None), picks)
        place = {"component": filled} if "component" in row else {"components": [filled]}
        rows.append({"type": row["type"], "id": row["id"], **place})
    if left:
        raise NotShown(f"the form has no {', '.join(left)}")
    return rows


def fill_field(field: Json, value: Any, picks: Picks) -> Json:
    """One field with its value."""
    kind, required = Kind(field["type"]), field.get("required", True)
    written: Json = {"type": int(kind), "id": field["id"], "custom_id": field["custom_id"]}
    if kind is Kind.TEXT_INPUT:
        return written | {"value": typed(field, value, required=required)}
    if kind is Kind.CHECKBOX:
        return written | {"value": bool(field.get("default", False) if value is None else value)}
    chosen = choose_values(limits(field, kind), as_list(field, value), picks, required=required)
    if kind is Kind.RADIO_GROUP:
        return written | {"value": chosen[0] if chosen else None}
    return written | {"values": chosen}


def limits(field: Json, kind: Kind) -> Json:
    """A group of checkboxes allows them all unless it says otherwise."""
    if kind is Kind.CHECKBOX_GROUP:
        return {"max_values": len(field["options"]), **field}
    return field


def as_list(field: Json, value: Any) -> Sequence[Any]:
    """What was chosen, or what was chosen before."""
    if value is None:
        return [each["value"] for each in field.get("options") or () if each.get("default")]
    return value if isinstance(value, list | tuple) else [value]


def typed(field: Json, value: str | None, *, required: bool) -> str:
    """A text as long as the field wants it."""
    text = str(field.get("value", "")) if value is None else value
    low, high = field.get("min_length") or int(required), field.get("max_length") or 4000
    if (text or required) and not low <= len(text) <= high:
        raise NotAccepted(f"{field['custom_id']} takes {low} to {high} characters, not {len(text)}")
    return text

"""Components as Discord gives them back: with ids, defaults, and media that can be fetched."""

from collections.abc import Iterator
from copy import deepcopy

from tests.fakes.discord.controls import SELECTS, Kind
from tests.fakes.discord.state import Json

DEFAULTS: dict[Kind, Json] = {
    Kind.CONTAINER: {"accent_color": None, "spoiler": False},
    Kind.SEPARATOR: {"spacing": 1, "divider": True},
    Kind.THUMBNAIL: {"description": None, "spoiler": False},
    Kind.FILE: {"spoiler": False, "name": None, "size": None},
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
}


def completed(components: list[Json], attachments: list[Json]) -> list[Json]:
    """The same components, each with an id of its own and with what it left out."""
    whole = deepcopy(components)
    taken = {each["id"] for each in walk(whole) if each.get("id")}
    free = (number for number in range(1, len(taken) + 1000) if number not in taken)
    files = {each["filename"]: each for each in attachments}
    for component in walk(whole):
        component["id"] = component.get("id") or next(free)
        for name in [name for name, value in component.items() if value is None and name != "accent_color"]:
            del component[name]
        for name, value in DEFAULTS.get(Kind(component["type"]), {}).items():
            component.setdefault(name, value)
        resolve(component, files)
    return whole


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component of the tree, a parent before its children."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for name in ("accessory", "component"):
            if component.get(name):
                yield from walk([component[name]])


def resolve(component: Json, files: dict[str, Json]) -> None:
    """Give the media of a component an address that works."""
    for holder in component.get("items") or [component]:
        for name in ("media", "file"):
            if isinstance(holder.get(name), dict):
                holder[name] = media(holder[name]["url"], files)
        if holder is not component:
            holder["description"] = holder.get("description")
            holder["spoiler"] = bool(holder.get("spoiler"))
    if component["type"] == Kind.FILE and component["file"].get("attachment_id"):
        sent = next(each for each in files.values() if each["id"] == component["file"]["attachment_id"])
        component |= {"name": sent["filename"], "size": sent["size"]}


def media(address: str, files: dict[str, Json]) -> Json:
    """A picture or file as a component shows it."""
    sent = files.get(address.removeprefix("attachment://")) if address.startswith("attachment://") else None
    sent = sent or next((each for each in files.values() if each["url"] == address), None)
    if sent is None:
        return {"id": "1", "url": address, "proxy_url": address, "width": None, "height": None, "content_type": None}
    return {
        "id": sent["id"],
        "url": sent["url"],
        "proxy_url": sent["url"],
        "width": None,
        "height": None,
        "content_type": sent["content_type"],
        "attachment_id": sent["id"],
    }

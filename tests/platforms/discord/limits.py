"""What Discord refuses in a message of Components V2, looked for in the payload that discord.py would send."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from discord.ui import LayoutView

Payload = Mapping[str, Any]
ROW, BUTTON, MENU, TEXT, GALLERY, CONTAINER = 1, 2, 3, 10, 12, 17
INSIDE = {ROW, TEXT, GALLERY}
LARGEST_ID = 2**31 - 1


def payload_of(view: LayoutView) -> list[Payload]:
    """What discord.py sends as the message's components."""
    payload: list[Payload] = view.to_components()  # type: ignore[no-untyped-call]
    return payload


def problems(view: LayoutView) -> list[str]:
    """Everything that is wrong with the message; empty for one that Discord takes."""
    payload = payload_of(view)
    return [*_whole(payload), *(problem for each in _nested(payload) for problem in _one(each))]


def texts(view: LayoutView) -> list[str]:
    """The texts of the message from top to bottom."""
    return [each["content"] for each in _nested(payload_of(view)) if each["type"] == TEXT]


def parts(view: LayoutView, kind: int) -> list[Payload]:
    """The components of one type."""
    return [each for each in _nested(payload_of(view)) if each["type"] == kind]


def _nested(payload: list[Payload]) -> Iterator[Payload]:
    for each in payload:
        yield each
        yield from _nested(each.get("components", []))


def _whole(payload: list[Payload]) -> Iterator[str]:
    found = list(_nested(payload))
    ids = Counter(each[name] for each in found for name in ("id", "custom_id") if each.get(name) is not None)
    if [each["type"] for each in payload] != [CONTAINER]:
        yield "it is not one container"
    if not payload[0]["components"]:
        yield "it is empty"
    if len(found) > 40:
        yield f"it has {len(found)} components"
    if sum(len(each["content"]) for each in found if each["type"] == TEXT) > 4000:
        yield "it has more than 4000 characters"
    yield from (f"{name} stands twice" for name, count in ids.items() if count > 1)


def _one(each: Payload) -> Iterator[str]:
    match each:
        case {"type": kind} if kind == CONTAINER:
            strange = {inner["type"] for inner in each["components"]} - INSIDE
            yield from (f"a container takes no {kind}" for kind in strange)
            yield from _unless(0 <= (each["accent_color"] or 0) <= 0xFFFFFF, "no colour")
            yield from _unless(0 < each.get("id", 1) <= LARGEST_ID, "the id has more than 31 bits")
        case {"type": kind} if kind == ROW:
            kinds = [inner["type"] for inner in each["components"]]
            yield from _unless(kinds == [MENU] or kinds in [[BUTTON] * n for n in range(1, 6)], "no row of buttons")
        case {"type": kind} if kind == TEXT:
            yield from _unless(1 <= len(each["content"]) <= 4000 and bool(each["content"].strip()), "an empty text")
        case {"type": kind} if kind == GALLERY:
            for item in each["items"]:
                yield from _unless(item["media"]["url"].startswith("attachment://"), "no attachment")
                yield from _unless(1 <= len(item.get("description", "x")) <= 1024, "bad alt text")
        case {"type": kind} if kind in {BUTTON, MENU}:
            yield from _unless(1 <= len(each["custom_id"]) <= 100, "bad custom id")
            yield from _control(each)


def _control(each: Payload) -> Iterator[str]:
    if each["type"] == BUTTON:
        yield from _unless(1 <= len(each["label"]) <= 80, "bad label")
    else:
        count = len(each["options"])
        yield from _unless(1 <= each["min_values"] <= each["max_values"] <= count <= 25, "bad menu")


def _unless(fine: bool, problem: str) -> Iterator[str]:
    if not fine:
        yield problem

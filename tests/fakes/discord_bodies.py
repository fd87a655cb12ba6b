"""Bodies to hold against the rules of the loopback Discord, and what it says of them."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.fakes.discord.message_form import ON_CREATE, Before, check_message
from tests.fakes.discord.refusals import Refused
from tests.fakes.discord.state import COMPONENTS_V2, Json, Upload

PICTURE = Upload(filename="bars.png", data=b"png", content_type="image/png")


def text(content: str = "x") -> Json:
    return {"type": 10, "content": content}


def button(name: str = "a", **other: Any) -> Json:
    return {"type": 2, "style": 1, "label": "A", "custom_id": name} | other


def link(**other: Any) -> Json:
    return {"type": 2, "style": 5, "label": "Open", "url": "https://example.org"} | other


def row(*inside: Json, **other: Any) -> Json:
    return {"type": 1, "components": list(inside)} | other


def container(*inside: Json, **other: Any) -> Json:
    return {"type": 17, "components": list(inside)} | other


def section(*inside: Json, **other: Any) -> Json:
    return {"type": 9, "components": list(inside), "accessory": button("section")} | other


def gallery(*addresses: str, **other: Any) -> Json:
    return {"type": 12, "items": [{"media": {"url": address}} | other for address in addresses]}


def options(count: int) -> list[Json]:
    return [{"label": f"Option {n}", "value": str(n)} for n in range(count)]


def select(count: int = 2, **other: Any) -> Json:
    return {"type": 3, "custom_id": "s", "options": options(count)} | other


def v2(*components: Json, **other: Any) -> Json:
    """A body of Components V2."""
    return {"flags": COMPONENTS_V2, "components": list(components)} | other


def said_of(
    body: Json, *, may: int = ON_CREATE, uploads: dict[int, Upload] | None = None, before: Before | None = None
) -> list[str]:
    """What Discord says of a message's body: nothing, its code, or each path with what is wrong there."""
    return complaints(lambda: check_message(body, uploads or {}, may=may, before=before))


def complaints(check: Callable[[], None]) -> list[str]:
    """What a check refuses."""
    try:
        check()
    except Refused as refused:
        return list(flat(refused.errors, "")) if refused.errors else [str(refused.code)]
    return []


def flat(errors: Json, path: str) -> Iterator[str]:
    """Errors as lines of path and code."""
    for name, inside in errors.items():
        if name == "_errors":
            yield from (f"{path.removeprefix('.')} {error['code']}".strip() for error in inside)
        else:
            yield from flat(inside, f"{path}.{name}")

"""What a modal and a Home tab may be."""

import json

from tests.fakes.slack.shapes.blocks import Surface, flaws
from tests.fakes.slack.shapes.checks import Check, Flaw, Json, flag, form, kinds, words
from tests.fakes.slack.shapes.elements import plain

MOST_BYTES = 250_000


def anything(value: Json, where: str) -> list[Flaw]:
    """Blocks are looked at by themselves."""
    del value, where
    return []


SHARED: dict[str, Check] = {
    "private_metadata": words(3000, 0),
    "callback_id": words(255, 0),
    "external_id": words(255, 0),
    "clear_on_close": flag,
    "notify_on_close": flag,
}
VIEW = kinds(
    {
        "modal": form(
            {"title": plain(24), "blocks": lambda value, where: iter(anything(value, where))},
            {"submit": plain(24), "close": plain(24), "submit_disabled": flag, **SHARED},
        ),
        "home": form({"blocks": lambda value, where: iter(anything(value, where))}, SHARED),
    }
)


def view_flaws(view: Json) -> list[Flaw]:
    """Everything Slack would refuse about a view."""
    found = list(VIEW(view, "/view"))
    if found or not isinstance(view, dict):
        return found
    blocks = view["blocks"]
    found = flaws(blocks, Surface(view["type"]), "/view/blocks")
    if not found and not blocks:
        found.append(Flaw(what="no less than 1 items allowed", where="/view/blocks"))
    asks = any(block["type"] == "input" for block in blocks) if not found else False
    if asks and view["type"] == "modal" and "submit" not in view:
        found.append(Flaw(what="missing required field: submit", where="/view"))
    return found


def too_large(view: Json) -> bool:
    return len(json.dumps(view).encode()) > MOST_BYTES

"""Which blocks Slack takes, on which surface, and what it says when it does not."""

import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from enum import StrEnum

from tests.fakes.slack.shapes.checks import (
    Body,
    Check,
    Flaw,
    Json,
    at_least_one,
    both,
    exactly_one,
    flag,
    form,
    kinds,
    many,
    picked,
    words,
)
from tests.fakes.slack.shapes.elements import ELEMENTS, IMAGE, IMAGE_FIELDS, either, plain
from tests.fakes.slack.shapes.rich_text import RICH_TEXT


class Surface(StrEnum):
    """Where blocks are shown."""

    MESSAGE = "message"
    MODAL = "modal"
    HOME = "home"


MOST_BLOCKS = {Surface.MESSAGE: 50, Surface.MODAL: 100, Surface.HOME: 100}
MOST_TEXT, BLOCK_COSTS = 12_000, 30  # over all blocks of a message; seen: 9,597 in 50 blocks pass, 11,341 in 45 do not

SINGLE_SELECTS = ("static_select", "external_select", "users_select", "conversations_select", "channels_select")
MULTI_SELECTS = tuple(f"multi_{name}" for name in SINGLE_SELECTS)
PICKERS = ("datepicker", "timepicker", "datetimepicker")
BOXES = ("checkboxes", "radio_buttons")
TYPED = ("plain_text_input", "number_input", "email_text_input", "url_text_input", "file_input")

ID = {"block_id": words(255)}
IN_ACTIONS = kinds(picked(ELEMENTS, "button", "overflow", *SINGLE_SELECTS, *PICKERS, *BOXES))
IN_SECTION = kinds(picked(ELEMENTS, "button", "overflow", "image", *SINGLE_SELECTS, *MULTI_SELECTS, *PICKERS, *BOXES))
IN_INPUT = kinds(picked(ELEMENTS, *SINGLE_SELECTS, *MULTI_SELECTS, *PICKERS, *BOXES, *TYPED))


def in_context(value: Json, where: str) -> Iterator[Flaw]:
    """A picture or a text."""
    image = isinstance(value, dict) and value.get("type") == "image"
    yield from (IMAGE if image else either(3000))(value, where)


BLOCKS: Mapping[str, Check] = {
    "header": form({"text": plain(150)}, ID),
    "divider": form({}, ID),
    "section": both(
        form(
            may={"text": either(3000), "fields": many(either(2000), 10), "accessory": IN_SECTION, "expand": flag, **ID}
        ),
        at_least_one("text", "fields"),
    ),
    "context": form({"elements": many(in_context, 10)}, ID),
    "actions": form({"elements": many(IN_ACTIONS, 25)}, ID),
    "image": both(
        form({"alt_text": words(2000)}, {**IMAGE_FIELDS, "title": plain(2000), **ID}),
        exactly_one("image_url", "slack_file"),
    ),
    "input": form(
        {"label": plain(2000), "element": IN_INPUT},
        {"dispatch_action": flag, "hint": plain(2000), "optional": flag, **ID},
    ),
    "rich_text": RICH_TEXT,
}


def flaws(blocks: Json, surface: Surface, where: str = "/blocks") -> list[Flaw]:
    """Everything Slack would refuse, the shape first and the rest only in blocks of good shape."""
    found = list(many(kinds(BLOCKS), MOST_BLOCKS[surface], 0)(blocks, where))
    if found or not isinstance(blocks, list):
        return found
    return [*_doubles(blocks, where), *_misplaced(blocks, surface, where)]


def _doubles(blocks: list[Body], where: str) -> Iterator[Flaw]:
    for name, times in Counter(block["block_id"] for block in blocks if "block_id" in block).items():
        if times > 1:
            yield Flaw(what=f"block_id `{name}` already exists", where=where)
    for number, block in enumerate(blocks):
        ids = Counter(each["action_id"] for each in elements_of(block) if "action_id" in each)
        for name, times in ids.items():
            if times > 1:
                yield Flaw(what=f'`action_id` "{name}" already exists', where=f"{where}/{number}")


def _misplaced(blocks: list[Body], surface: Surface, where: str) -> Iterator[Flaw]:
    focused = 0
    for number, block in enumerate(blocks):
        for element in elements_of(block):
            focused += element.get("focus_on_load") is True
            if surface is not Surface.MODAL and element["type"] == "file_input":
                yield Flaw(what="unsupported type: file_input", where=f"{where}/{number}/element")
    if focused > 1 or (focused and surface is Surface.MESSAGE):
        yield Flaw(what="focus_on_load is not allowed here", where=where)


def elements_of(block: Body) -> list[Body]:
    """The interactive elements of a block, wherever it keeps them."""
    if block["type"] == "rich_text":
        return []
    found = [
        *_listed(block.get("elements")),
        *_listed([block[name] for name in ("accessory", "element") if name in block]),
    ]
    return [each for each in found if each["type"] not in {"image", "mrkdwn", "plain_text"}]


def _listed(value: Json) -> list[Body]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def letters(value: Json) -> int:
    """How many characters of text stand anywhere inside."""
    if isinstance(value, list):
        return sum(letters(each) for each in value)
    if not isinstance(value, dict):
        return 0
    return sum(
        len(inner) if name == "text" and isinstance(inner, str) else letters(inner) for name, inner in value.items()
    )


def too_long(blocks: list[Body]) -> bool:
    """Whether a message's blocks hold more than chat.* takes in one message; a response_url takes more."""
    return letters(blocks) + BLOCK_COSTS * len(blocks) > MOST_TEXT


def settled(blocks: list[Body]) -> list[Body]:
    """Blocks as Slack keeps them: everything that can be named has a name."""
    kept = deepcopy(blocks)
    for block in kept:
        block.setdefault("block_id", secrets.token_urlsafe(4)[:5])
        for element in elements_of(block):
            element.setdefault("action_id", secrets.token_urlsafe(4)[:5])
    return kept

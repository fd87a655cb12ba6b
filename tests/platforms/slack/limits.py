"""What Slack would refuse, read strictly: every kind that we send, its fields, its limits, and no empty text."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from bot.platforms.slack.render import Message

Piece = dict[str, Any]
Check = Callable[[Any], bool]

NEEDED = {
    "header": "type text",
    "context": "type elements",
    "divider": "type",
    "image": "type slack_file alt_text",
    "actions": "type elements",
    "input": "type block_id label element optional",
    "rich_text": "type elements",
    "rich_text_section": "type elements",
    "rich_text_quote": "type elements",
    "rich_text_preformatted": "type elements",
    "rich_text_list": "type style elements indent",
    "text": "type text",
    "date": "type timestamp format fallback",
    "user": "type user_id",
    "usergroup": "type usergroup_id",
    "channel": "type channel_id",
    "broadcast": "type range",
    "plain_text": "type text emoji",
    "button": "type text action_id value",
    "checkboxes": "type action_id options",
    "static_select": "type action_id options",
    "multi_static_select": "type action_id options",
    "external_select": "type action_id min_query_length",
    "multi_external_select": "type action_id min_query_length",
    "timepicker": "type action_id",
    "datepicker": "type action_id",
    "number_input": "type action_id is_decimal_allowed",
    "plain_text_input": "type action_id",
    "users_select": "type action_id",
    "conversations_select": "type action_id",
    "modal": "type title blocks",
    "home": "type blocks",
}
ALLOWED = {
    "actions": "block_id",
    "input": "hint",
    "rich_text_list": "offset",
    "text": "style",
    "button": "style confirm accessibility_label",
    "static_select": "initial_option placeholder",
    "multi_static_select": "initial_options placeholder",
    "external_select": "initial_option placeholder",
    "multi_external_select": "initial_options placeholder",
    "timepicker": "initial_time placeholder",
    "datepicker": "initial_date placeholder",
    "number_input": "initial_value min_value placeholder",
    "plain_text_input": "initial_value placeholder",
    "users_select": "initial_user placeholder",
    "conversations_select": "initial_conversation filter placeholder",
    "modal": "submit close callback_id private_metadata",
}
LISTS = {
    "context": ({"plain_text"}, 10),
    "actions": ({"button", "checkboxes"}, 25),
    "rich_text": ({"rich_text_section", "rich_text_quote", "rich_text_preformatted", "rich_text_list"}, 1000),
    "rich_text_section": ({"text", "date", "user", "usergroup", "channel", "broadcast"}, 1000),
    "rich_text_quote": ({"text"}, 1000),
    "rich_text_preformatted": ({"text"}, 1000),
    "rich_text_list": ({"rich_text_section"}, 1000),
}
LENGTHS = {  # by the kind of what holds the text and the name it holds it under
    ("header", "text"): 150,
    ("button", "text"): 75,
    ("button", "accessibility_label"): 75,
    ("button", "value"): 2000,
    ("button", "action_id"): 255,
    ("actions", "block_id"): 255,
    ("input", "block_id"): 255,
    ("input", "label"): 2000,
    ("input", "hint"): 2000,
    ("image", "alt_text"): 2000,
    ("option", "text"): 75,
    ("option", "value"): 150,
    ("confirm", "title"): 100,
    ("confirm", "text"): 300,
    ("confirm", "confirm"): 30,
    ("confirm", "deny"): 30,
    ("modal", "title"): 24,
    ("modal", "submit"): 24,
    ("modal", "close"): 24,
    ("modal", "callback_id"): 255,
    ("text", "text"): 3000,
    ("plain_text", "text"): 3000,
    ("plain_text_input", "initial_value"): 3000,
}
PATTERNS = {
    "user_id": r"[UW][A-Z0-9]+",
    "usergroup_id": r"S[A-Z0-9]+",
    "channel_id": r"[CG][A-Z0-9]+",
    "range": "here|channel|everyone",
    "initial_time": r"([01]\d|2[0-3]):[0-5]\d",
    "initial_date": r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])",
    "initial_user": r"[UW][A-Z0-9]+",
    "initial_conversation": r"[CG][A-Z0-9]+",
}
PING = re.compile(r"<[@!#]")
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def refused(message: Message) -> list[str]:
    """Everything about a message: its blocks, their text together, and the words beside them."""
    found = [*refused_blocks(message.blocks, most=50)]
    found += ["msg_blocks_too_long"] if letters(message.blocks) > 12_000 else []
    found += ["text"] if not 0 < len(message.text) <= 4_000 or CONTROL.search(message.text) else []
    return found + (["text pings"] if PING.search(message.text) else [])


def refused_view(view: Piece) -> list[str]:
    """Everything about a Home tab or a modal."""
    return [*_piece(view, view["type"]), *refused_blocks(view["blocks"], most=100)]


def refused_blocks(blocks: list[Piece], *, most: int) -> Iterator[str]:
    if not 0 < len(blocks) <= most:
        yield f"{len(blocks)} blocks"
    ids = Counter(block["block_id"] for block in blocks if "block_id" in block)
    yield from (f"block_id {name} twice" for name, times in ids.items() if times > 1)
    for block in blocks:
        yield from _piece(block, block["type"])
        actions = Counter(each["action_id"] for each in block.get("elements", ()) if "action_id" in each)
        yield from (f"action_id {name} twice" for name, times in actions.items() if times > 1)


def letters(value: Any) -> int:
    """The characters of text anywhere inside."""
    if isinstance(value, dict):
        return sum(
            len(each) if name == "text" and isinstance(each, str) else letters(each) for name, each in value.items()
        )
    return sum(map(letters, value)) if isinstance(value, list) else 0


def _piece(piece: Piece, kind: str) -> Iterator[str]:
    if kind in NEEDED:
        needed, allowed = set(NEEDED[kind].split()), set(ALLOWED.get(kind, "").split())
        yield from (f"{kind}: no {name}" for name in needed - piece.keys())
        yield from (f"{kind}: {name}?" for name in piece.keys() - needed - allowed)
    elif kind not in {"option", "confirm"}:
        yield f"{kind}?"
    yield from (f"{kind}.{name}: {value!r}" for name, value in piece.items() if not _value(kind, name, value))
    yield from _inner(piece, kind)


def _value(kind: str, name: str, value: Any) -> bool:
    """Whether a text is there, short enough, of its pattern and without control characters."""
    text = value["text"] if isinstance(value, dict) and value.get("type") == "plain_text" else value
    if not isinstance(text, str):
        return True
    short = 0 < len(text) <= LENGTHS.get((kind, name), 3000)
    return short and not CONTROL.search(text) and re.fullmatch(PATTERNS.get(name, r"(?s).*"), text) is not None


def _inner(piece: Piece, kind: str) -> Iterator[str]:
    if kind in LISTS:
        kinds, most = LISTS[kind]
        elements = piece["elements"]
        yield from [f"{kind}: {len(elements)} elements"] if not 0 < len(elements) <= most else []
        yield from (f"{each['type']} in {kind}" for each in elements if each["type"] not in kinds)
        for each in elements:
            yield from _piece(each, each["type"])
    options = piece.get("options", [None])
    yield from (
        [f"{kind}: {len(options)} options"] if not 0 < len(options) <= (10 if kind == "checkboxes" else 100) else []
    )
    for each in filter(None, options):
        yield from _piece(each, "option")
    yield from _piece(piece["element"], piece["element"]["type"]) if "element" in piece else ()
    yield from _piece(piece["confirm"], "confirm") if kind == "button" and "confirm" in piece else ()
    yield from [f"indent {piece['indent']}"] if not 0 <= piece.get("indent", 0) <= 8 else []

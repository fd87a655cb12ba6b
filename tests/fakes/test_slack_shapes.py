"""What Slack takes and refuses, whatever its size."""

import pytest

from tests.fakes.slack.shapes.blocks import Surface, flaws, settled
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.shapes.views import view_flaws
from tests.fakes.slack_blocks import (
    actions,
    asks,
    boxes,
    button,
    context,
    header,
    home,
    line,
    marked,
    modal,
    options,
    plain,
    rich,
    section,
    select,
    typed,
    word,
)

DATE: Body = {"type": "date", "timestamp": 1_700_000_000, "format": "{date_short} {time}", "fallback": "soon"}
ITEMS: Body = {"type": "rich_text_list", "style": "bullet", "elements": [line(word())]}
SUGGESTS: Body = {"type": "external_select", "min_query_length": 1}

TAKEN: dict[str, Body] = {
    "section": section(),
    "section with a button": section(accessory=button()),
    "section with a picture": section(accessory={"type": "image", "image_url": "https://x.example", "alt_text": "x"}),
    "divider": {"type": "divider"},
    "context": context(marked(), {"type": "image", "image_url": "https://x.example", "alt_text": "x"}),
    "picture by file": {"type": "image", "slack_file": {"id": "F1"}, "alt_text": "x"},
    "every select": actions(
        SUGGESTS,
        {"type": "users_select", "initial_user": "U1"},
        {"type": "conversations_select", "filter": {"include": ["public"], "exclude_bot_users": True}},
        {"type": "channels_select", "initial_channel": "C1"},
    ),
    "pickers": actions(
        {"type": "datepicker", "initial_date": "2026-11-30"},
        {"type": "timepicker", "initial_time": "09:00", "timezone": "Europe/Berlin"},
        {"type": "datetimepicker", "initial_date_time": 1_700_000_000},
    ),
    "several of many": section(
        accessory={"type": "multi_static_select", "options": options(), "max_selected_items": 2}
    ),
    "boxes with marks": actions(boxes(options=[{"text": marked("*a*"), "value": "1", "description": plain()}])),
    "boxes ticked at first": actions(boxes(initial_options=options()[:1])),
    "input": asks(),
    "input that tells": asks(
        typed(dispatch_action_config={"trigger_actions_on": ["on_enter_pressed"]}), dispatch_action=True
    ),
    "number": asks({"type": "number_input", "is_decimal_allowed": False, "min_value": "1"}),
    "rich text": rich(
        line(word("a", bold=True), {"type": "link", "url": "https://x.example", "text": "b"}, DATE),
        line(
            {"type": "emoji", "name": "tada"}, {"type": "user", "user_id": "U1"}, {"type": "color", "value": "#00ff00"}
        ),
        line({"type": "usergroup", "usergroup_id": "S1"}, {"type": "channel", "channel_id": "C1"}),
        line({"type": "broadcast", "range": "here"}),
        ITEMS | {"indent": 1, "offset": 3, "style": "ordered", "border": 0},
        {"type": "rich_text_preformatted", "elements": [word()], "border": 0},
        {"type": "rich_text_quote", "elements": [word()]},
    ),
}
REFUSED: dict[str, tuple[Body, str]] = {
    "unknown block": ({"type": "paragraph"}, "unsupported type: paragraph"),
    "no type": ({"text": plain()}, "missing required field: type"),
    "unknown field": (section(colour="red"), "invalid additional property: colour"),
    "section of nothing": ({"type": "section"}, "must define either text or fields"),
    "empty text": (section(""), "must be more than 0 characters"),
    "marked header": ({"type": "header", "text": marked()}, "unsupported type: mrkdwn"),
    "header without text": ({"type": "header"}, "missing required field: text"),
    "marked button": (actions({"type": "button", "text": marked()}), "unsupported type: mrkdwn"),
    "plain text with verbatim": (context({**plain(), "verbatim": True}), "invalid additional property: verbatim"),
    "unknown style": (actions(button(style="blue")), "must be a valid enum value"),
    "value that is no string": (actions(button(value=7)), "must be a string"),
    "no elements": (actions(), "no less than 1 items allowed"),
    "text field in actions": (actions(typed()), "unsupported type: plain_text_input"),
    "several of many in actions": (actions({"type": "multi_static_select", "options": options()}), "unsupported type"),
    "button in an input": (asks(button()), "unsupported type: button"),
    "select without options": (
        actions({"type": "static_select"}),
        "must define exactly one of: options, option_groups",
    ),
    "select with both": (actions(select(option_groups=[{"label": plain(), "options": options()}])), "exactly one of"),
    "first choice not offered": (actions(select(initial_option={"text": plain("x"), "value": "9"})), "initial option"),
    "the same value twice": (actions(select(options=[*options(1), *options(1)])), "option values must be unique"),
    "marked option of a select": (
        actions(select(options=[{"text": marked(), "value": "1"}])),
        "unsupported type: mrkdwn",
    ),
    "no such day": (actions({"type": "datepicker", "initial_date": "2026-13-01"}), "a date as YYYY-MM-DD"),
    "no such time": (actions({"type": "timepicker", "initial_time": "24:00"}), "a time as HH:mm"),
    "picture without words": ({"type": "image", "image_url": "https://x.example"}, "missing required field: alt_text"),
    "picture from two places": (
        {"type": "image", "image_url": "https://x.example", "slack_file": {"id": "F1"}, "alt_text": "x"},
        "exactly one of: image_url, slack_file",
    ),
    "address that is none": ({"type": "image", "image_url": "ftp://x", "alt_text": "x"}, "a valid URL"),
    "an action_id twice in a block": (actions(button(action_id="a"), button("B", action_id="a")), "already exists"),
    "empty word": (rich(line(word(""))), "must be more than 0 characters"),
    "unknown word": (rich(line({"type": "math", "text": "x"})), "unsupported type: math"),
    "underline": (rich(line(word("x", underline=True))), "invalid additional property: underline"),
    "text outside a section": (rich(word()), "unsupported type: text"),
    "date of a fraction": (rich(line(DATE | {"timestamp": 1.5})), "must be an integer"),
    "date without a placeholder": (rich(line(DATE | {"format": "soon"})), "date format"),
    "date with an unknown placeholder": (rich(line(DATE | {"format": "{week}"})), "date format"),
    "list of words": (rich({**ITEMS, "elements": [word()]}), "unsupported type: text"),
    "user in preformatted": (
        rich({"type": "rich_text_preformatted", "elements": [{"type": "user", "user_id": "U1"}]}),
        "unsupported type: user",
    ),
}


@pytest.mark.parametrize("block", TAKEN.values(), ids=TAKEN)
def test_a_message_takes(block: Body) -> None:
    assert flaws([block], Surface.MESSAGE) == []


@pytest.mark.parametrize(("block", "why"), REFUSED.values(), ids=REFUSED)
def test_a_message_refuses(block: Body, why: str) -> None:
    found = "; ".join(map(str, flaws([block], Surface.MESSAGE)))

    assert why in found
    assert "[json-pointer:/blocks" in found


def test_a_block_id_is_there_once() -> None:
    found = flaws([header() | {"block_id": "a"}, section(block_id="a")], Surface.MESSAGE)

    assert [flaw.what for flaw in found] == ["block_id `a` already exists"]


VIEWS_REFUSED: dict[str, tuple[Body, str]] = {
    "a modal without blocks": (modal(), "no less than 1 items allowed"),
    "a modal without a title": ({"type": "modal", "blocks": [section()]}, "missing required field: title"),
    "a form without submit": (
        {"type": "modal", "title": plain(), "blocks": [asks()]},
        "missing required field: submit",
    ),
    "a Home with a title": (home(section(), title=plain()), "invalid additional property: title"),
    "a file field in Home": (home(asks({"type": "file_input"})), "unsupported type: file_input"),
    "two fields in focus": (
        modal(asks(typed(focus_on_load=True)), asks(typed(focus_on_load=True), block_id="b")),
        "focus_on_load",
    ),
    "bad blocks": (modal(header("")), "[json-pointer:/view/blocks/0/text/text]"),
}


@pytest.mark.parametrize(("view", "why"), VIEWS_REFUSED.values(), ids=VIEWS_REFUSED)
def test_a_view_refuses(view: Body, why: str) -> None:
    assert why in "; ".join(map(str, view_flaws(view)))


def test_a_modal_takes_a_file_and_a_focused_field() -> None:
    assert view_flaws(modal(asks({"type": "file_input"}), asks(typed(focus_on_load=True), block_id="b"))) == []


def test_what_has_no_name_gets_one() -> None:
    (block,) = settled([actions(button(), button("B", action_id="mine"))])

    assert block["block_id"]
    assert block["elements"][0]["action_id"]
    assert block["elements"][1]["action_id"] == "mine"

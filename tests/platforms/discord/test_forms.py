from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.cards.blocks import Field, FieldKind, Form, Option
from bot.commands.command import Call
from bot.commands.timetables import setup_form
from bot.platforms.discord.forms import Sent, dialog, sent
from bot.platforms.discord.render import Renderer
from tests.builders import CHANNEL, NINE, an_admin

TEXT_INPUT, MENU, PERSON, ROLE, CHANNEL_MENU = 4, 3, 5, 6, 8
TIME = Field(name="at", label="At", kind=FieldKind.TIME, help="local time", example="09:00", value="08:30")
PACK = Field(
    name="pack",
    label="Pack",
    kind=FieldKind.PACK,
    value="b",
    example="a",
    options=(Option(value="a", label="Pack A"), Option(value="b", label="Pack B")),
)


def a_form(*fields: Field) -> Form:
    return Form(title="Set up a classroom", command="/classroom setup", fields=fields, submit="Save")


def rows(form: Form) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = dialog(form).to_dict()["components"]
    return found


def picker(field: Field) -> dict[str, Any]:
    found: dict[str, Any] = rows(a_form(field))[0]["component"]
    return found


def test_a_form_is_a_dialog_whose_id_holds_its_command() -> None:
    told = Renderer().form(a_form(TIME)).to_dict()

    assert told["title"] == "Set up a classroom"
    assert told["custom_id"] == "f2::/classroom setup"


def test_a_field_without_options_is_typed() -> None:
    (row,) = rows(a_form(replace(TIME, required=True)))

    assert (row["label"], row["description"]) == ("At", "local time, for example 09:00")
    assert row["component"]["type"] == TEXT_INPUT
    assert row["component"]["custom_id"] == "at"
    assert row["component"]["value"] == "08:30"
    assert row["component"]["placeholder"] == "09:00"
    assert row["component"]["required"]


def test_options_are_a_menu_with_the_present_one_chosen() -> None:
    (row,) = rows(a_form(PACK))

    assert "description" not in row
    assert row["component"]["type"] == MENU
    told = [(each["label"], each["value"], each["default"]) for each in row["component"]["options"]]
    assert told == [("Pack A", "a", False), ("Pack B", "b", True)]
    assert not row["component"]["required"]


def test_more_options_than_a_menu_takes_are_typed() -> None:
    many = tuple(Option(value=f"p{number}", label=f"P {number}") for number in range(26))

    assert picker(replace(PACK, options=many))["type"] == TEXT_INPUT


@pytest.mark.parametrize(
    ("kind", "picked"),
    [
        (FieldKind.CHANNEL, CHANNEL_MENU),
        (FieldKind.PERSON, PERSON),
        (FieldKind.GROUP, ROLE),
        (FieldKind.ZONE, TEXT_INPUT),
        (FieldKind.DATE, TEXT_INPUT),
        (FieldKind.NUMBER, TEXT_INPUT),
    ],
)
def test_every_kind_has_the_picker_that_suits_it(kind: FieldKind, picked: int) -> None:
    assert picker(Field(name="x", label="X", kind=kind))["type"] == picked


def test_a_picker_shows_what_is_so_now() -> None:
    role = Field(name="ping", label="Ping", kind=FieldKind.GROUP, value="123456789012345678")

    assert picker(role)["default_values"] == [{"id": 123456789012345678, "type": "role"}]
    assert "default_values" not in picker(replace(role, value="none"))


def test_a_sixth_field_is_named_in_the_last_row() -> None:
    fields = tuple(replace(TIME, name=f"f{number}", required=number == 6) for number in range(1, 8))

    found = rows(a_form(*fields))

    assert [row["component"]["custom_id"] for row in found] == ["f6", "f1", "f2", "f3", "f4"]
    assert found[-1]["description"] == "local time, for example 09:00. Typed only: f5, f7"


def test_the_form_of_a_set_up_leaves_out_whom_to_mention(tx: Connection) -> None:
    form = setup_form(tx, Call(caller=an_admin(), address=CHANNEL, now=NINE, seed="seed"))

    found = rows(form)

    assert [row["component"]["custom_id"] for row in found] == ["pack", "at", "zone", "days", "close"]
    assert found[-1]["description"] == "when it closes, or “next” opening, for example 18:00. Typed only: ping"


def test_long_words_are_shortened_where_everybody_sees_it() -> None:
    long = replace(TIME, label="L" * 99, help="h" * 199, example="e" * 199)

    told = dialog(replace(a_form(long), title="T" * 99)).to_dict()

    (row,) = told["components"]
    assert told["title"] == "T" * 44 + "…"
    assert row["label"] == "L" * 44 + "…"
    assert row["description"] == "h" * 99 + "…"
    assert row["component"]["placeholder"] == "e" * 99 + "…"


def test_what_was_filled_in_is_read_back() -> None:
    data = {
        "custom_id": "f2::/classroom setup",
        "components": [
            {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "at", "value": "09:00"}},
            {"type": 18, "id": 3, "component": {"type": 3, "id": 4, "custom_id": "pack", "values": ["b"]}},
            {"type": 18, "id": 5, "component": {"type": 8, "id": 6, "custom_id": "channel", "values": []}},
            {"type": 10, "id": 7},
        ],
    }

    assert sent(data) == Sent(command="/classroom setup", fields={"at": "09:00", "pack": "b", "channel": ""})


def test_what_is_no_form_of_ours_is_left_alone() -> None:
    assert sent({"custom_id": "another", "components": []}) is None


async def test_a_dialog_is_not_kept_by_the_library() -> None:
    assert dialog(a_form(TIME)).is_finished()

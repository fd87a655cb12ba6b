from typing import Any

import pytest

from bot.cards.blocks import Field, FieldKind, Form, Option
from bot.platforms.slack.forms import fields_of, form_view, shown_words, words_of
from tests.platforms.slack.limits import refused_view

TOPICS = (Option(value="fine-tuning", label="Fine-Tuning"), Option(value="evaluation", label="Evaluation"))


def form(*fields: Field, title: str = "Set up a classroom") -> dict[str, Any]:
    made = Form(title=title, command="/classroom setup", fields=fields, submit="Save")
    return form_view(made)


def element(field: Field) -> dict[str, Any]:
    (block,) = form(field)["blocks"]
    found: dict[str, Any] = block["element"]
    return found


def field(kind: FieldKind, value: str = "", *options: Option) -> Field:
    return Field(name="it", label="It", kind=kind, value=value, options=options)


def values(options: list[dict[str, Any]]) -> list[str]:
    return [option["value"] for option in options]


def read_form(state: dict[str, Any]) -> dict[str, str]:
    return fields_of(words_of(state))


def test_a_form_is_a_modal() -> None:
    view = form(field(FieldKind.TEXT))

    assert refused_view(view) == []
    assert (view["type"], view["callback_id"]) == ("modal", "form")
    assert [view[name]["text"] for name in ("title", "submit", "close")] == ["Set up a classroom", "Save", "Cancel"]


def test_a_long_title_ends_at_a_word() -> None:
    assert form(title="Choose the topics of the week")["title"]["text"] == "Choose the topics of…"


def test_an_input_has_the_words_of_its_field() -> None:
    asked = Field(name="at", label="At", kind=FieldKind.TEXT, help="local time", example="09:00", required=True)

    (block,) = form(asked)["blocks"]

    assert (block["block_id"], block["element"]["action_id"]) == ("at", "value")
    assert (block["label"]["text"], block["hint"]["text"]) == ("At", "local time")
    assert block["element"]["placeholder"]["text"] == "09:00"
    assert block["optional"] is False


SHOWN: dict[str, tuple[Field, dict[str, Any]]] = {
    "text": (field(FieldKind.TEXT, "next"), {"type": "plain_text_input", "initial_value": "next"}),
    "time": (field(FieldKind.TIME, "9:30"), {"type": "timepicker", "initial_time": "09:30"}),
    "no time": (field(FieldKind.TIME, "soon"), {"type": "timepicker"}),
    "date": (field(FieldKind.DATE, "2026-12-07"), {"type": "datepicker", "initial_date": "2026-12-07"}),
    "no date": (field(FieldKind.DATE, "2026-02-30"), {"type": "datepicker"}),
    "number": (
        field(FieldKind.NUMBER, "2"),
        {"type": "number_input", "is_decimal_allowed": False, "min_value": "1", "initial_value": "2"},
    ),
    "no number": (
        field(FieldKind.NUMBER, "two"),
        {"type": "number_input", "is_decimal_allowed": False, "min_value": "1"},
    ),
    "channel": (
        field(FieldKind.CHANNEL, "C1"),
        {
            "type": "conversations_select",
            "filter": {"include": ["public", "private"]},
            "initial_conversation": "C1",
        },
    ),
    "person": (field(FieldKind.PERSON, "@sam"), {"type": "users_select"}),
    "pack without options": (field(FieldKind.PACK, "x"), {"type": "plain_text_input", "initial_value": "x"}),
    "option too long": (
        field(FieldKind.CHOICE, "", Option(value="x" * 151, label="X")),
        {"type": "plain_text_input"},
    ),
}


@pytest.mark.parametrize(("asked", "drawn"), SHOWN.values(), ids=SHOWN)
def test_a_field_is_asked_by_the_picker_of_its_kind(asked: Field, drawn: dict[str, Any]) -> None:
    assert element(asked) == {"action_id": "value", **drawn}
    assert refused_view(form(asked)) == []


def test_one_of_few_is_a_select() -> None:
    drawn = element(field(FieldKind.PACK, "Evaluation", *TOPICS))

    assert (drawn["type"], values(drawn["options"])) == ("static_select", ["fine-tuning", "evaluation"])
    assert drawn["initial_option"] == drawn["options"][1]


def test_topics_are_several() -> None:
    drawn = element(field(FieldKind.TOPIC, "evaluation, fine-tuning", *TOPICS))

    assert drawn["type"] == "multi_static_select"
    assert drawn["initial_options"] == drawn["options"]


def test_one_of_many_is_searched_for() -> None:
    many = tuple(Option(value=f"v{place}", label=f"Label {place}") for place in range(101))

    asked = field(FieldKind.CHOICE, "v7", *many)

    assert refused_view(form(asked)) == []
    assert element(asked)["type"] == "external_select"
    assert element(asked)["initial_option"]["text"]["text"] == "Label 7"


def test_a_zone_is_searched_for() -> None:
    drawn = element(field(FieldKind.ZONE, "Europe/Berlin"))

    assert (drawn["type"], drawn["min_query_length"]) == ("external_select", 2)
    assert drawn["initial_option"]["value"] == "Europe/Berlin"


@pytest.mark.parametrize(
    ("words", "days"),
    [
        ("weekdays", "mon tue wed thu fri"),
        ("Monday to Friday", "mon tue wed thu fri"),
        ("every day", "mon tue wed thu fri sat sun"),
        ("daily", "mon tue wed thu fri sat sun"),
        ("Mon, Wed, Fri", "mon wed fri"),
        ("every Sunday", "sun"),
        ("FREQ=WEEKLY;BYDAY=MO,SA", "mon sat"),
    ],
)
def test_a_set_of_weekdays_is_ticked(words: str, days: str) -> None:
    ticks, other = form(field(FieldKind.DAYS, words))["blocks"]

    assert values(ticks["element"]["initial_options"]) == days.split()
    assert "initial_value" not in other["element"]


@pytest.mark.parametrize("words", ["every 2 days", "every 2 weeks on Mon", "monthly on 1, 15", "weekly", "whenever"])
def test_any_other_rhythm_is_typed(words: str) -> None:
    view = form(field(FieldKind.DAYS, words))

    ticks, other = view["blocks"]
    assert refused_view(view) == []
    assert "initial_options" not in ticks["element"]
    assert (other["block_id"], other["element"]["initial_value"]) == ("it.words", words)


def test_either_way_to_name_days_will_do() -> None:
    asked = Field(name="days", label="Days", kind=FieldKind.DAYS, required=True)

    assert [block["optional"] for block in form(asked)["blocks"]] == [True, True]


def test_what_was_filled_in_reads_as_the_command_takes_it() -> None:
    state: dict[str, dict[str, dict[str, Any]]] = {
        "pack": {"value": {"type": "static_select", "selected_option": {"value": "ncp-genl"}}},
        "topic": {
            "value": {"type": "multi_static_select", "selected_options": [{"value": "a"}, {"value": "b"}]},
        },
        "zone": {"value": {"type": "external_select", "selected_option": {"value": "Europe/Berlin"}}},
        "at": {"value": {"type": "timepicker", "selected_time": "09:30"}},
        "from": {"value": {"type": "datepicker", "selected_date": "2026-12-07"}},
        "weeks": {"value": {"type": "number_input", "value": "2"}},
        "channel": {"value": {"type": "conversations_select", "selected_conversation": "C1"}},
        "add": {"value": {"type": "users_select", "selected_user": "U1"}},
        "close": {"value": {"type": "plain_text_input", "value": " next "}},
    }

    assert read_form(state) == {
        "pack": "ncp-genl",
        "topic": "a,b",
        "zone": "Europe/Berlin",
        "at": "09:30",
        "from": "2026-12-07",
        "weeks": "2",
        "channel": "C1",
        "add": "U1",
        "close": "next",
    }


def test_what_was_left_empty_is_left_out() -> None:
    state: dict[str, dict[str, dict[str, Any]]] = {
        "pack": {"value": {"type": "static_select", "selected_option": None}},
        "days": {"value": {"type": "multi_static_select", "selected_options": []}},
        "at": {"value": {"type": "timepicker", "selected_time": None}},
        "close": {"value": {"type": "plain_text_input", "value": None}},
        "ping": {"value": {"type": "plain_text_input", "value": "  "}},
    }

    assert read_form(state) == {}


def test_another_rhythm_wins_over_ticked_days() -> None:
    ticked = {"type": "multi_static_select", "selected_options": [{"value": "mon"}, {"value": "wed"}]}
    typed = {"type": "plain_text_input", "value": "every 2 days"}

    assert read_form({"days": {"value": ticked}, "days.words": {"value": {**typed, "value": None}}}) == {
        "days": "mon,wed"
    }
    assert read_form({"days.words": {"value": typed}, "days": {"value": ticked}}) == {"days": "every 2 days"}


@pytest.mark.parametrize(
    ("value", "offered", "first"),
    [
        ("", ["none", "here", "channel"], "none"),
        ("here", ["none", "here", "channel"], "here"),
        ("S0123ABC", ["S0123ABC", "none", "here", "channel"], "S0123ABC"),
    ],
    ids=["nobody", "everybody here", "a group"],
)
def test_whom_to_call_is_chosen_and_a_group_that_is_set_can_stay(value: str, offered: list[str], first: str) -> None:
    shown = element(field(FieldKind.GROUP, value))

    assert values(shown["options"]) == offered
    assert shown["initial_option"]["value"] == first


def test_what_a_form_shows_first_is_read_as_what_is_filled_in() -> None:
    view = form(
        Field(name="at", label="At", kind=FieldKind.TIME, value="9:30"),
        Field(name="topic", label="Topic", kind=FieldKind.TOPIC, value="evaluation", options=TOPICS),
        Field(name="days", label="Days", kind=FieldKind.DAYS, value="Monday to Friday"),
        Field(name="close", label="Close", kind=FieldKind.TEXT, value="next"),
        Field(name="from", label="From", kind=FieldKind.DATE, value="2026-12-07"),
    )

    assert shown_words(view["blocks"]) == {
        "at": "09:30",
        "topic": "evaluation",
        "days": "mon,tue,wed,thu,fri",
        "close": "next",
        "from": "2026-12-07",
    }

"""What a modal does with the app's answer to it."""

import pytest

from tests.fakes.bolt_app import Room, a_room
from tests.fakes.slack.filling import CannotDo, filled
from tests.fakes.slack.modals import TROUBLE, after_submit, keep_suggestions
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack_blocks import asks, header, modal, options, section, typed

NEXT = modal(section("next"))


async def answered(room: Room, answer: Body) -> str:
    """Ada sent a form, and this is what the app said; what she is told."""
    trigger = room.slack.triggers.issue(room.team, room.ada.id)
    await room.client.views_open(trigger_id=trigger, view=modal(asks()))
    return after_submit(room.slack, room.team, room.ada, room.ada.modals[0], answer)


ANSWERS: dict[str, tuple[Body, list[str]]] = {
    "nothing": ({}, []),
    "clear": ({"response_action": "clear"}, []),
    "update": ({"response_action": "update", "view": NEXT}, ["Title\nnext"]),
    "push": ({"response_action": "push", "view": NEXT}, ["Title\nName: [plain_text_input]", "Title\nnext"]),
    "errors": (
        {"response_action": "errors", "errors": {"name": "No."}},
        ["Title\nName: [plain_text_input]\n! No."],
    ),
}
NONSENSE: dict[str, Body] = {
    "an error at no field": {"response_action": "errors", "errors": {"elsewhere": "No."}},
    "no errors": {"response_action": "errors", "errors": {}},
    "a bad view": {"response_action": "update", "view": modal(header(""))},
    "an unknown action": {"response_action": "dance"},
}


@pytest.mark.parametrize(("answer", "shown"), ANSWERS.values(), ids=ANSWERS)
async def test_a_modal_follows_the_answer(answer: Body, shown: list[str]) -> None:
    async with a_room() as room:
        told = await answered(room, answer)

        assert told == ""
        assert [view.read() for view in room.ada.modals] == shown


@pytest.mark.parametrize("answer", NONSENSE.values(), ids=NONSENSE)
async def test_nonsense_is_an_error_to_the_person(answer: Body) -> None:
    async with a_room() as room:
        assert await answered(room, answer) == TROUBLE
        assert [view.read() for view in room.ada.modals] == ["Title\nName: [plain_text_input]"]


async def test_suggestions_that_cannot_be_shown_are_no_results() -> None:
    async with a_room() as room:
        told = keep_suggestions(room.ada, {"action_id": "topic"}, {"options": options(101)})

        assert (told, room.ada.suggested) == ("No results", {})


CANNOT: dict[str, tuple[Body, list[object]]] = {
    "too short": (typed(min_length=3), ["ab"]),
    "too long": (typed(max_length=3), ["abcd"]),
    "too small": ({"type": "number_input", "is_decimal_allowed": False, "min_value": "2"}, ["1"]),
    "no whole number": ({"type": "number_input", "is_decimal_allowed": False}, ["1.5"]),
    "not offered": ({"type": "static_select", "options": options()}, ["three"]),
    "too many": ({"type": "multi_users_select", "max_selected_items": 1}, ["U1", "U2"]),
}


@pytest.mark.parametrize(("element", "values"), CANNOT.values(), ids=CANNOT)
def test_the_client_does_not_let_people_fill_in(element: Body, values: list[object]) -> None:
    with pytest.raises(CannotDo):
        filled(element, values)


async def test_a_file_can_be_put_into_a_form() -> None:
    async with a_room() as room:
        trigger = room.slack.triggers.issue(room.team, room.ada.id)
        field = asks({"type": "file_input", "action_id": "bank"})
        await room.client.views_open(trigger_id=trigger, view=modal(field))
        await room.ada.submit(room.ada.modals[0], {"name": [("bank.yaml", b"a: 1")]})

        (file,) = room.team.files.values()
        (told,) = room.slack.acks[-1].parcel.payload["view"]["state"]["values"]["name"]["bank"]["files"]
        assert (told["id"], told["name"], file["bytes"]) == (file["id"], "bank.yaml", b"a: 1")

"""What the loopback Discord takes of messages as a whole, and of modals."""

from typing import Any

import pytest

from tests.fakes.discord.form import Field, Form
from tests.fakes.discord.message_form import ON_EDIT, ON_REPLY, Before
from tests.fakes.discord.modal_form import check_modal
from tests.fakes.discord.state import COMPONENTS_V2, EPHEMERAL, SILENT, Json, Upload
from tests.fakes.discord_bodies import PICTURE, complaints, options, row, said_of, text, v2

WAS_V2 = Before(flags=COMPONENTS_V2, components=1)
WAS_TEXT = Before(content="Before")


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2000, "nonce": "n" * 25, "flags": SILENT},
        {"embeds": [{"title": "x" * 256, "description": "x" * 4096, "footer": {"text": "x" * 1648}}]},
        {"embeds": [{"fields": [{"name": "n", "value": "v"}] * 25}]},
        {"content": "x", "allowed_mentions": {"parse": ["users"], "roles": [str(n) for n in range(100)]}},
        {"content": "x", "embeds": [{"title": "x"}] * 10},
    ],
    ids=["longest content and nonce", "6000 characters in embeds", "25 fields", "100 roles", "10 embeds"],
)
def test_all_this_fits(body: Json) -> None:
    assert said_of(body) == []


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({}, "50006"),
        ({"content": " "}, "50006"),
        ({"content": "x" * 2001}, "content BASE_TYPE_MAX_LENGTH"),
        ({"content": "x", "nonce": "n" * 26}, "nonce BASE_TYPE_MAX_LENGTH"),
        ({"content": "x", "flags": EPHEMERAL}, "flags BASE_TYPE_FLAGS"),
        ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title BASE_TYPE_MAX_LENGTH"),
        ({"embeds": [{"description": "x" * 4097}]}, "embeds.0.description BASE_TYPE_MAX_LENGTH"),
        ({"embeds": [{"footer": {"text": "x" * 2049}}]}, "embeds.0.footer.text BASE_TYPE_MAX_LENGTH"),
        ({"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]}, "embeds.0.fields BASE_TYPE_BAD_LENGTH"),
        ({"embeds": [{"fields": [{"name": "n", "value": ""}]}]}, "embeds.0.fields.0.value BASE_TYPE_BAD_LENGTH"),
        ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds MAX_EMBED_SIZE_EXCEEDED"),
        ({"embeds": [{"title": "x"}] * 11}, "embeds BASE_TYPE_BAD_LENGTH"),
        (
            {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
            "allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        ),
        ({"content": "x", "allowed_mentions": {"parse": ["all"]}}, "allowed_mentions.parse.0 BASE_TYPE_CHOICES"),
        ({"content": "x", "attachments": [{"id": 0}]}, "attachments.0 ATTACHMENT_NOT_FOUND"),
        (v2(text(), content="x"), "content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
        (v2(text(), embeds=[{"title": "x"}]), "embeds MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
        (v2(text(), poll={"question": {}}), "poll MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
    ],
    ids=[
        "nothing", "only blanks", "2001 characters", "long nonce", "ephemeral for all", "long title",
        "long description", "long footer", "26 fields", "empty field", "6002 characters", "11 embeds",
        "kind and ids", "unknown kind", "unsent file", "content beside v2", "embed beside v2", "poll beside v2",
    ],
)  # fmt: skip
def test_this_is_too_much(body: Json, complaint: str) -> None:
    assert complaint in said_of(body)


def test_only_an_answer_to_an_interaction_can_be_ephemeral() -> None:
    assert said_of({"content": "x", "flags": EPHEMERAL}, may=ON_REPLY) == []


@pytest.mark.parametrize(
    ("before", "body", "said"),
    [
        (WAS_V2, {"components": [text("new")]}, []),
        (WAS_V2, v2(text("new")), []),
        (WAS_V2, {"flags": 0, "components": [text()]}, ["flags MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG"]),
        (WAS_V2, {"content": "x"}, ["content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"]),
        (WAS_V2, {"components": []}, ["50006"]),
        (WAS_TEXT, v2(text()), ["content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"]),
        (WAS_TEXT, v2(text(), content=None), []),
        (WAS_TEXT, {"content": ""}, ["50006"]),
    ],
    ids=[
        "v2 again", "v2 said again", "v2 taken back", "content into v2", "nothing left", "v2 over content",
        "v2 instead of content", "content taken away",
    ],
)  # fmt: skip
def test_an_edit_is_held_against_what_was_there(before: Before, body: Json, said: list[str]) -> None:
    assert said_of(body, may=ON_EDIT, before=before) == said


def test_a_kept_file_can_be_shown_and_a_dropped_one_cannot() -> None:
    before = Before(flags=COMPONENTS_V2, attachments=[{"id": "7", "filename": "bars.png"}])
    shown = {"components": [{"type": 13, "file": {"url": "attachment://bars.png"}}]}

    kept = said_of(shown, may=ON_EDIT, before=before)
    dropped = said_of(shown | {"attachments": []}, may=ON_EDIT, before=before)

    assert kept == []
    assert dropped == ["components.0.file.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"]


def test_a_file_is_at_most_ten_megabytes() -> None:
    large = Upload(filename="large", data=bytes(10 * 1024 * 1024 + 1))

    assert said_of({"content": "x"}, uploads={0: large}) == ["40005"]


def test_a_message_has_at_most_ten_files() -> None:
    assert said_of({}, uploads=dict.fromkeys(range(10), PICTURE)) == []
    assert said_of({}, uploads=dict.fromkeys(range(11), PICTURE)) == ["attachments BASE_TYPE_MAX_LENGTH"]


def field(**other: Any) -> Json:
    return {"type": 4, "custom_id": "f", "style": 1} | other


def label(inside: Json, **other: Any) -> Json:
    return {"type": 18, "label": "Name", "component": inside} | other


def modal(*rows: Json, **other: Any) -> Json:
    return {"custom_id": "m", "title": "Form", "components": list(rows)} | other


def said_of_modal(body: Json) -> list[str]:
    form = Form()
    check_modal(Field(form, body))
    return complaints(form.refuse)


@pytest.mark.parametrize(
    "body",
    [
        modal(*[label(field(custom_id=str(n))) for n in range(5)], title="x" * 45),
        modal(label(field(value="x" * 4000, placeholder="x" * 100), label="x" * 45, description="x" * 100)),
        modal(row(field(label="x" * 45)), {"type": 10, "content": "Read this"}),
        modal(label({"type": 3, "custom_id": "s", "options": options(25), "required": False})),
        modal(label({"type": 22, "custom_id": "c", "options": options(10), "max_values": 10})),
        modal(label({"type": 21, "custom_id": "r", "options": options(2)})),
        modal(label({"type": 23, "custom_id": "x"})),
        modal(label({"type": 19, "custom_id": "u", "max_values": 10})),
    ],
    ids=["5 rows", "longest texts", "old row and text", "select", "10 checkboxes", "radio", "checkbox", "files"],
)
def test_a_modal_may_look_like_this(body: Json) -> None:
    assert said_of_modal(body) == []


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (modal(label(field()), title="x" * 46), "title BASE_TYPE_BAD_LENGTH"),
        (modal(label(field()), custom_id="x" * 101), "custom_id BASE_TYPE_BAD_LENGTH"),
        (modal(), "components BASE_TYPE_BAD_LENGTH"),
        (modal(*[label(field(custom_id=str(n))) for n in range(6)]), "components BASE_TYPE_BAD_LENGTH"),
        (modal(label(field(), label="x" * 46)), "components.0.label BASE_TYPE_BAD_LENGTH"),
        (modal(label(field(), description="x" * 101)), "components.0.description BASE_TYPE_BAD_LENGTH"),
        (modal(label(field(label="x"))), "components.0.component.label BASE_TYPE_FORBIDDEN"),
        (modal(label(field(value="x" * 4001))), "components.0.component.value BASE_TYPE_MAX_LENGTH"),
        (modal(label(field(max_length=5, value="x" * 6))), "components.0.component.value BASE_TYPE_MAX_LENGTH"),
        (modal(label(field(min_length=5, max_length=4))), "components.0.component.min_length COMPONENT_MIN_OVER_MAX"),
        (modal(row(field())), "components.0.components.0.label BASE_TYPE_REQUIRED"),
        (modal(row(field(label="x"), field(label="y"))), "components.0.components BASE_TYPE_BAD_LENGTH"),
        (
            modal(label(field()), label(field())),
            "components.1.component.custom_id COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (modal(label(text())), "components.0.component.type UNION_TYPE_CHOICES"),
        (modal({"type": 14}), "components.0.type UNION_TYPE_CHOICES"),
        (
            modal(label({"type": 22, "custom_id": "c", "options": options(11)})),
            "components.0.component.options BASE_TYPE_BAD_LENGTH",
        ),
    ],
    ids=[
        "long title", "long id", "no rows", "6 rows", "long label", "long description", "two labels", "long value",
        "value over its own limit", "least over most", "old row without label", "two fields in a row", "same id",
        "text as a field", "separator", "11 checkboxes",
    ],
)  # fmt: skip
def test_no_modal_looks_like_this(body: Json, complaint: str) -> None:
    assert complaint in said_of_modal(body)

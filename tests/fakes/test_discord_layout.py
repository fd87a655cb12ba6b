"""What the loopback Discord takes of components, at each limit and over it."""

import pytest

from tests.fakes.discord.state import Json
from tests.fakes.discord_bodies import (
    PICTURE,
    button,
    container,
    gallery,
    link,
    options,
    row,
    said_of,
    section,
    select,
    text,
    v2,
)

SENT = {0: PICTURE}


@pytest.mark.parametrize(
    "body",
    [
        v2(*[text()] * 40),
        v2(container(*[text()] * 39)),
        v2(text("x" * 4000)),
        v2(container(text("x" * 2000), text("y" * 2000))),
        v2(row(*[button(str(n)) for n in range(5)])),
        v2(row(button("x" * 100, label="x" * 80))),
        v2(row(button(label=None, emoji={"name": "🔥"}), link())),
        v2(row(button(label=None, emoji={"name": "own", "id": "5"}))),
        v2(container(row(button()), section(text()), text(), {"type": 14, "spacing": 2, "divider": False})),
        v2(container(text(), id=2**31 - 1, accent_color=0xFFFFFF)),
        v2(section(text(), text(), text())),
        v2(section(text(), accessory={"type": 11, "media": {"url": "https://example.org/a.png"}})),
        v2(gallery(*["attachment://bars.png"] * 10, description="x" * 1024)),
        v2({"type": 13, "file": {"url": "attachment://bars.png"}}),
        v2(row(select(25, min_values=0, max_values=25, placeholder="x" * 150))),
        v2(row({"type": 5, "custom_id": "who", "max_values": 25})),
        v2(row({"type": 8, "custom_id": "where", "channel_types": [0]})),
        {"components": [row(button(str(n))) for n in range(5)]},
    ],
    ids=[
        "40 components", "40 with the container", "4000 characters", "4000 characters in two texts", "5 buttons",
        "longest id and label", "emoji without label", "own emoji", "all that a container may hold",
        "largest id and colour", "3 texts in a section", "thumbnail", "10 pictures with long descriptions", "file",
        "25 options", "people", "channels", "5 old rows",
    ],
)  # fmt: skip
def test_all_this_fits(body: Json) -> None:
    assert said_of(body, uploads=SENT) == []


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (v2(*[text()] * 41), "components BASE_TYPE_BAD_LENGTH"),
        (v2(container(*[text()] * 40)), "components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
        (v2(text("x" * 4001)), "components.0.content BASE_TYPE_BAD_LENGTH"),
        (v2(text("x" * 2001), text("y" * 2000)), "components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
        (v2(text("")), "components.0.content BASE_TYPE_BAD_LENGTH"),
        (v2(text(" \n")), "components.0.content BASE_TYPE_REQUIRED"),
        (v2(row(*[button(str(n)) for n in range(6)])), "components.0.components BASE_TYPE_BAD_LENGTH"),
        (v2(row()), "components.0.components BASE_TYPE_BAD_LENGTH"),
        (v2(row(select(), button())), "components.0.components COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
        (v2(row(text())), "components.0.components.0.type UNION_TYPE_CHOICES"),
        (v2(button()), "components.0.type UNION_TYPE_CHOICES"),
        (v2(container(container(text()))), "components.0.components.0.type UNION_TYPE_CHOICES"),
        (v2(container()), "components.0.components BASE_TYPE_BAD_LENGTH"),
        (v2(container(text(), accent_color=0x1000000)), "components.0.accent_color NUMBER_TYPE_MAX"),
        (v2(container(text(), id=2**31)), "components.0.id NUMBER_TYPE_MAX"),
        (v2(container(text() | {"id": 7}, id=7)), "components.0.components.0.id COMPONENT_ID_DUPLICATED"),
        (v2(section(*[text()] * 4)), "components.0.components BASE_TYPE_BAD_LENGTH"),
        (v2(section(text(), accessory=None)), "components.0.accessory BASE_TYPE_REQUIRED"),
        (v2(section(text(), accessory=text())), "components.0.accessory.type UNION_TYPE_CHOICES"),
        (v2({"type": 14, "spacing": 3}), "components.0.spacing BASE_TYPE_CHOICES"),
        (v2(gallery()), "components.0.items BASE_TYPE_BAD_LENGTH"),
        (v2(gallery(*["https://example.org/a"] * 11)), "components.0.items BASE_TYPE_BAD_LENGTH"),
        (
            v2(gallery("https://example.org/a", description="x" * 1025)),
            "components.0.items.0.description BASE_TYPE_BAD_LENGTH",
        ),
        (
            v2(gallery("attachment://other.png")),
            "components.0.items.0.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
        ),
        (
            v2({"type": 13, "file": {"url": "https://example.org/a"}}),
            "components.0.file.url URL_TYPE_INVALID_SCHEME",
        ),
        ({"components": [row(button(str(n))) for n in range(6)]}, "components BASE_TYPE_BAD_LENGTH"),
        ({"components": [text()]}, "components.0.type UNION_TYPE_CHOICES"),
    ],
    ids=[
        "41 components", "41 with the container", "4001 characters", "4001 characters in two texts", "no text",
        "only blanks", "6 buttons", "empty row", "select beside a button", "text in a row", "button without a row",
        "container in a container", "empty container", "colour", "id", "same id", "4 texts in a section",
        "section without accessory", "text as accessory", "spacing", "no pictures", "11 pictures", "long description",
        "file that was not sent", "file elsewhere", "6 old rows", "text among old components",
    ],
)  # fmt: skip
def test_this_is_too_much(body: Json, complaint: str) -> None:
    assert complaint in said_of(body, uploads=SENT)


@pytest.mark.parametrize(
    ("control", "complaint"),
    [
        (button(label="x" * 81), "label BASE_TYPE_MAX_LENGTH"),
        (button("x" * 101), "custom_id BASE_TYPE_BAD_LENGTH"),
        (button(""), "custom_id BASE_TYPE_BAD_LENGTH"),
        (button(custom_id=None), "custom_id BASE_TYPE_REQUIRED"),
        (button(label=None), "BUTTON_COMPONENT_INVALID_LABEL"),
        (button(emoji={"name": "fire"}), "emoji.name COMPONENT_INVALID_EMOJI"),
        (button(url="https://example.org"), "url BASE_TYPE_FORBIDDEN"),
        (button(style=7), "style BASE_TYPE_CHOICES"),
        (link(custom_id="a"), "custom_id BASE_TYPE_FORBIDDEN"),
        (link(url="ftp://example.org"), "url URL_TYPE_INVALID_SCHEME"),
        (link(url="https://" + "x" * 505), "url BASE_TYPE_BAD_LENGTH"),
        (select(26), "options BASE_TYPE_BAD_LENGTH"),
        (select(0), "options BASE_TYPE_BAD_LENGTH"),
        (select(3, max_values=4), "max_values COMPONENT_MAX_OVER_OPTIONS"),
        (select(3, min_values=2), "min_values COMPONENT_MIN_OVER_MAX"),
        (select(25, max_values=26), "max_values NUMBER_TYPE_MAX"),
        (select(placeholder="x" * 151), "placeholder BASE_TYPE_MAX_LENGTH"),
        (select(options=options(1) * 2), "options.1.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
        (select(options=[{"label": "x" * 101, "value": "v"}]), "options.0.label BASE_TYPE_BAD_LENGTH"),
        (select(options=[{"label": "x", "value": "v" * 101}]), "options.0.value BASE_TYPE_BAD_LENGTH"),
        (
            select(options=[{"label": "x", "value": "v", "description": "x" * 101}]),
            "options.0.description BASE_TYPE_MAX_LENGTH",
        ),
        (
            select(options=[each | {"default": True} for each in options(2)]),
            "options SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
        ),
    ],
    ids=[
        "long label", "long id", "empty id", "no id", "nothing to see", "word as emoji", "id and address", "style",
        "link with an id", "scheme", "long address", "26 options", "no options", "more than there are",
        "least over most", "26 values", "long placeholder", "same value", "long option", "long value",
        "long description", "two defaults for one",
    ],
)  # fmt: skip
def test_no_control_looks_like_this(control: Json, complaint: str) -> None:
    assert f"components.0.components.0.{complaint}".replace(".BUTTON", " BUTTON") in said_of(v2(row(control)))


def test_a_custom_id_is_used_once_in_a_message() -> None:
    body = v2(container(row(button("same"))), row(button("same")))

    assert said_of(body) == ["components.1.components.0.custom_id COMPONENT_CUSTOM_ID_DUPLICATED"]

"""Every limit of Slack's, at it and over it."""

from collections.abc import Callable

import pytest

from tests.fakes.slack.shapes.blocks import Surface, flaws, too_long
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
    marked,
    modal,
    options,
    plain,
    section,
    select,
    typed,
)

CONFIRM: Body = {"title": plain(), "text": marked(), "confirm": plain(), "deny": plain()}


def confirmed(**more: object) -> list[Body]:
    return [actions(button(confirm={**CONFIRM, **more}))]


def picture(**more: object) -> Body:
    return {"type": "image", "image_url": "https://x.example/a.png", "alt_text": "a", **more}


def web(length: int) -> str:
    return "https://".ljust(length, "x")


MESSAGE_LIMITS: dict[str, tuple[Callable[[int], list[Body]], int]] = {
    "blocks": (lambda n: [section()] * n, 50),
    "block_id": (lambda n: [section(block_id="x" * n)], 255),
    "section text": (lambda n: [section("x" * n)], 3000),
    "section fields": (lambda n: [{"type": "section", "fields": [plain()] * n}], 10),
    "section field": (lambda n: [{"type": "section", "fields": [plain("x" * n)]}], 2000),
    "header": (lambda n: [header("x" * n)], 150),
    "context elements": (lambda n: [context(*[marked()] * n)], 10),
    "actions elements": (lambda n: [actions(*[button()] * n)], 25),
    "image alt text": (lambda n: [picture(alt_text="x" * n)], 2000),
    "image title": (lambda n: [picture(title=plain("x" * n))], 2000),
    "image url": (lambda n: [picture(image_url=web(n))], 3000),
    "button text": (lambda n: [actions(button("x" * n))], 75),
    "button value": (lambda n: [actions(button(value="x" * n))], 2000),
    "button action_id": (lambda n: [actions(button(action_id="x" * n))], 255),
    "button url": (lambda n: [actions(button(url=web(n)))], 3000),
    "accessibility label": (lambda n: [actions(button(accessibility_label="x" * n))], 75),
    "confirm title": (lambda n: confirmed(title=plain("x" * n)), 100),
    "confirm text": (lambda n: confirmed(text=plain("x" * n)), 300),
    "confirm yes": (lambda n: confirmed(confirm=plain("x" * n)), 30),
    "confirm no": (lambda n: confirmed(deny=plain("x" * n)), 30),
    "checkboxes": (lambda n: [actions(boxes(n))], 10),
    "radio buttons": (lambda n: [actions({**boxes(n), "type": "radio_buttons"})], 10),
    "select options": (lambda n: [actions(select(n))], 100),
    "option text": (lambda n: [actions(select(options=options(1, "x" * n)))], 75),
    "option value": (lambda n: [actions(select(options=[{"text": plain(), "value": "x" * n}]))], 150),
    "option groups": (lambda n: [actions({"type": "static_select", "option_groups": groups(n)})], 100),
    "option group label": (lambda n: [actions({"type": "static_select", "option_groups": groups(1, "x" * n)})], 75),
    "placeholder": (lambda n: [actions(select(placeholder=plain("x" * n)))], 150),
    "overflow options": (lambda n: [actions({"type": "overflow", "options": options(n)})], 5),
    "input label": (lambda n: [asks(label="x" * n)], 2000),
    "input hint": (lambda n: [asks(hint=plain("x" * n))], 2000),
    "initial value": (lambda n: [asks(typed(initial_value="x" * n))], 3000),
}
VIEW_LIMITS: dict[str, tuple[Callable[[int], Body], int]] = {
    "modal title": (lambda n: modal(section(), title=plain("x" * n)), 24),
    "modal submit": (lambda n: modal(section(), submit=plain("x" * n)), 24),
    "modal close": (lambda n: modal(section(), close=plain("x" * n)), 24),
    "modal private_metadata": (lambda n: modal(section(), private_metadata="x" * n), 3000),
    "modal callback_id": (lambda n: modal(section(), callback_id="x" * n), 255),
    "modal external_id": (lambda n: modal(section(), external_id="x" * n), 255),
    "modal blocks": (lambda n: modal(*[section()] * n), 100),
    "home blocks": (lambda n: home(*[section()] * n), 100),
    "home private_metadata": (lambda n: home(section(), private_metadata="x" * n), 3000),
}


def groups(number: int, label: str = "group") -> list[Body]:
    return [{"label": plain(label), "options": options()}] * number


@pytest.mark.parametrize(("build", "most"), MESSAGE_LIMITS.values(), ids=MESSAGE_LIMITS)
def test_a_message_at_the_limit_is_taken(build: Callable[[int], list[Body]], most: int) -> None:
    assert flaws(build(most), Surface.MESSAGE) == []


@pytest.mark.parametrize(("build", "most"), MESSAGE_LIMITS.values(), ids=MESSAGE_LIMITS)
def test_a_message_over_the_limit_is_refused(build: Callable[[int], list[Body]], most: int) -> None:
    assert flaws(build(most + 1), Surface.MESSAGE) != []


@pytest.mark.parametrize(("build", "most"), VIEW_LIMITS.values(), ids=VIEW_LIMITS)
def test_a_view_at_the_limit_is_taken(build: Callable[[int], Body], most: int) -> None:
    assert view_flaws(build(most)) == []


@pytest.mark.parametrize(("build", "most"), VIEW_LIMITS.values(), ids=VIEW_LIMITS)
def test_a_view_over_the_limit_is_refused(build: Callable[[int], Body], most: int) -> None:
    assert view_flaws(build(most + 1)) != []


def test_text_over_all_blocks_has_a_limit_that_counts_blocks_too() -> None:
    fits = [section("x" * 2970)] * 4

    assert not too_long(fits)
    assert too_long([*fits, section("x")])

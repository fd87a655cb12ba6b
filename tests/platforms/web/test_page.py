from pathlib import Path

import pytest
from markupsafe import Markup

from bot.cards.blocks import Choices, Field, FieldKind, Form, Lettered, Option
from bot.platforms.web.render import Message, Renderer
from tests.platforms.web.builders import DANA, HOSTILE, Tags, a_message, a_page, an_open_card


def test_hostile_names_and_commands_are_inert_in_messages() -> None:
    html = Tags(Renderer().message(a_message(sender=HOSTILE, html=Renderer().echo(HOSTILE))))

    assert html.text.count(HOSTILE) == 2
    assert not html.named("script")


def test_a_form_offers_the_right_input_for_each_kind() -> None:
    options = (Option(value="ft", label="Fine-tuning"), Option(value="pe", label="Prompts"))
    form = Form(
        title="Plan a topic week",
        command="/classroom week",
        submit="Plan",
        fields=(
            Field(name="topic", label="Topic", kind=FieldKind.TOPIC, options=options, value="pe", required=True),
            Field(name="start", label="First day", kind=FieldKind.DATE, value="2026-12-07"),
            Field(name="at", label="Time", kind=FieldKind.TIME),
            Field(name="count", label="Questions", kind=FieldKind.NUMBER),
            Field(name="days", label="Days", kind=FieldKind.DAYS, example="weekdays", help="Or mon,wed"),
        ),
    )

    html = Tags(Renderer().form(form))

    assert html.named("dialog")
    assert html.named("form", **{"data-action": "/form"})
    assert html.named("input", type="hidden", name="command", value="/classroom week")
    assert "required" in html.named("select", name="topic")[0]
    assert [option["value"] for option in html.named("option") if "selected" in option] == ["pe"]
    assert html.named("input", name="start", type="date", value="2026-12-07")
    assert html.named("input", name="at", type="time")
    assert html.named("input", name="count", type="number")
    assert html.named("input", name="days")


@pytest.mark.parametrize(
    ("kind", "hint"),
    [
        (FieldKind.DAYS, "or mon,wed, for example weekdays"),
        (FieldKind.DATE, "or mon,wed"),
    ],
    ids=["a text has its example", "a picker needs none"],
)
def test_a_fields_hint_is_its_description(kind: FieldKind, hint: str) -> None:
    field = Field(name="days", label="Days", kind=kind, example="weekdays", help="or mon,wed")

    html = Tags(Renderer().form(Form(title="Title", command="/x", submit="Save", fields=(field,))))

    assert hint in html.text.splitlines()
    assert html.named("p", id="field-days-help")
    assert html.named("input", name="days", **{"aria-describedby": "field-days-help"})


def test_a_fields_error_is_the_line_of_its_form() -> None:
    field = Field(name="days", label="Days", kind=FieldKind.DAYS)

    html = Tags(Renderer().form(Form(title="Title", command="/x", submit="Save", fields=(field,))))

    (line,) = html.named("p", role="status")
    assert html.named("input", name="days", **{"aria-errormessage": str(line["id"])})


def test_the_first_button_of_a_form_is_the_one_that_enter_presses() -> None:
    form = Form(title="Title", command="/x", submit="Save", fields=())

    first, cancel = Tags(Renderer().form(form)).named("button")

    assert "formmethod" not in first
    assert cancel["formmethod"] == "dialog"


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (a_message(only_for="ada"), "Only visible to you"),
        (a_message(direct=True), "Direct message, only visible to you"),
        (a_message(only_for="ada", direct=True), "Direct message, only visible to you"),
    ],
    ids=["private reply", "direct message", "direct message with its receiver"],
)
def test_a_private_message_says_so(message: Message, line: str) -> None:
    assert line in Tags(Renderer().message(message)).text


def test_a_public_message_of_the_bot_has_its_badge_and_no_private_line() -> None:
    html = Tags(Renderer().message(a_message()))

    assert "Trapwise APP" in " ".join(html.text.split())
    assert "visible to you" not in html.text


def test_a_reveal_stands_in_the_thread_under_its_question() -> None:
    reveal = a_message(id="r1", thread_of="q1", html=Markup("<p>The answer</p>"))

    html = a_page(a_message(id="q1"), a_message(id="q2", html=Markup("<p>Tomorrow</p>")), reveal)

    assert html.text.index("Hello") < html.text.index("The answer") < html.text.index("Tomorrow")
    assert html.named("article", id="message-r1", **{"data-thread-of": "q1"})


def test_a_reply_to_no_message_of_the_log_stands_in_the_log() -> None:
    html = a_page(a_message(id="r1", thread_of="gone"), a_message(id="r2", thread_of="r1"))

    assert html.named("article", id="message-r1")
    assert html.named("article", id="message-r2")


def test_a_log_that_goes_further_back_says_so() -> None:
    (whole,), (end,) = (a_page(a_message(), older=older).named("p", id="older") for older in (False, True))

    assert "hidden" in whole
    assert "hidden" not in end


def test_the_first_stop_of_the_page_leads_past_everything_to_the_question() -> None:
    first = a_page(a_message()).named("a")[0]

    assert first["href"] == "#log"


def test_the_page_tells_who_you_are_and_what_time_it_is() -> None:
    html = a_page(me=DANA)

    assert html.named("body", **{"data-as": "dana", "data-channel": "daily", "data-now": "2026-11-30T09:00:00+00:00"})
    assert html.named("a", href="/?as=dana&channel=daily", **{"aria-current": "true"})
    assert html.named("a", href="/?as=dana&channel=prompting", **{"data-channel": "prompting"})
    assert "Dana admin" in html.text
    assert "Mon 30 Nov 2026 09:00 UTC" in html.text


def test_the_page_can_move_the_clock_and_take_commands() -> None:
    html = a_page()

    assert [button["value"] for button in html.named("button", name="move")] == ["hour", "next"]
    assert html.named("input", name="text", list="commands")
    assert html.named("option", value="/tutor me")


def test_a_strict_content_security_policy_breaks_nothing() -> None:
    closed = Choices(items=(Lettered(letter="A", markdown="a", picks=1, share=1.0),))

    html = a_page(a_message(html=Renderer().card((*an_open_card(), closed))))

    assert not html.named("style")
    assert all(script["src"] == "/static/page.js" for script in html.named("script"))
    assert not [name for _, found in html.found for name in found if name == "style" or name.startswith("on")]


def test_no_file_of_the_page_names_another_host() -> None:
    folder = Path(__file__).parents[3] / "bot" / "platforms" / "web"
    files = [*folder.glob("static/*"), *folder.glob("templates/*")]

    texts = [file.read_text("utf-8").replace("http://www.w3.org/2000/svg", "") for file in files]

    assert texts
    assert not [text for text in texts if "://" in text]

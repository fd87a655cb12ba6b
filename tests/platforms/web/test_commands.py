from datetime import timedelta

import pytest

from bot.commands.catalogue import Catalogue
from bot.commands.command import Parameter
from bot.core.errors import BadInput
from bot.platforms.web.people import resolve
from tests.platforms.web.builders import Tags
from tests.platforms.web.visitor import Visitor

REFUSED = "That did not work"
MEMBERS_LINES = ("/tutor today", "/tutor me", "/tutor streak", "/tutor top period=week", "/tutor help", "/tutor")
STAFF_LINES = (
    "/classroom show",
    "/classroom help",
    "/classroom ask topic=sums minutes=30",
    "/classroom close number=2",
    "/classroom void number=1",
    "/classroom week topic=words from={monday} weeks=2",
    "/classroom weeks",
    "/classroom cancel-week id=1",
    "/classroom preview days=7",
    "/classroom staff add=@ben",
    "/classroom staff remove=Ben",
    "/classroom off from={monday}",
    "/classroom off remove={monday}",
    "/classroom pause",
    "/classroom resume",
    "/classroom remove",
    "/classroom remove confirm=yes",
    "/classroom setup at=10:00 days=“mon, wed” zone=Europe/Berlin",
    "/classroom move channel=#quiz-lounge",
)
NONSENSE = (
    "hello",
    "/",
    "/tutor nothing",
    "/classroom wek",
    "/tutor me now",
    "/tutor top period=never",
    "/classroom staff add=@nobody",
    '/classroom setup days="mon',
    "/classroom preview days=000000000003999999999999999999999",
    "/classroom setup zone=<b>x</b>",
)


def a_parameter(line: str, name: str) -> Parameter:
    root, command = line.removeprefix("/").split()
    return next(each for each in Catalogue().find(root, command).parameters if each.name == name)


async def test_a_member_is_answered_to_every_tutor_command(ada: Visitor) -> None:
    headings = [await _heading(ada, line) for line in MEMBERS_LINES]

    assert REFUSED not in headings


async def test_a_member_is_refused_every_classroom_command_in_private(ada: Visitor, ben: Visitor) -> None:
    headings = [await _heading(ada, line) for line in STAFF_LINES if line != "/classroom help"]

    assert set(headings) == {REFUSED}
    assert "is for staff" in await ada.told()
    assert [message.private for message in await ben.log()] == [False]


async def test_an_admin_is_answered_to_every_command(dana: Visitor) -> None:
    monday = (await dana.clock()).date() + timedelta(days=7)

    lines = [line.format(monday=monday) for line in (*MEMBERS_LINES, *STAFF_LINES)]
    headings = {line: await _heading(dana, line) for line in lines}

    assert [line for line, heading in headings.items() if heading == REFUSED] == []


def test_no_command_is_forgotten_here() -> None:
    typed = {" ".join(line.split()[:2]) for line in (*MEMBERS_LINES, *STAFF_LINES)}

    assert {f"/{command.root} {command.name}" for command in Catalogue().commands} <= typed


async def test_what_means_nothing_is_refused_with_an_example(dana: Visitor) -> None:
    told = [await dana.type(line) for line in NONSENSE]

    assert [line for line in told if not line.startswith(REFUSED) or "For example: " not in line] == []


async def test_what_was_typed_is_shown_to_its_author_alone(ada: Visitor, ben: Visitor) -> None:
    await ada.type("/tutor me")

    assert "You typed /tutor me" in str(await ada.log())
    assert "You typed" not in str(await ben.log())


async def test_blank_lines_are_passed_over(ada: Visitor) -> None:
    answer = await ada.post("/command", text="  \n ")

    assert answer.status_code == 204
    assert len(await ada.log()) == 1


async def test_set_up_without_parameters_opens_a_form(dana: Visitor) -> None:
    answer = await dana.post("/command", text="/classroom setup")

    form = Tags(answer.text)
    assert answer.status_code == 200
    assert form.named("input", type="hidden", name="command", value="/classroom setup")
    assert form.named("input", name="at", type="time", value="09:00")
    assert form.named("input", name="close", type="text", value="next")


async def test_a_sent_set_up_changes_the_classroom(dana: Visitor) -> None:
    answer = await dana.post("/form", command="/classroom setup", at="18:30", zone="Europe/Berlin", days="mon,thu")

    assert answer.status_code == 204
    assert (await dana.told()).startswith("The classroom is changed")
    assert "18:30 Europe/Berlin" in await dana.type("/classroom show")


async def test_a_form_with_a_bad_field_says_so_in_words_and_changes_nothing(dana: Visitor) -> None:
    before = await dana.type("/classroom show")

    answer = await dana.post("/form", command="/classroom setup", at="18:30", zone="Mars/Phobos")

    assert answer.status_code == 422
    assert "“Mars/Phobos”" in answer.text
    assert "For example: " in answer.text
    assert await dana.type("/classroom show") == before


async def test_a_week_is_planned_through_its_form_and_refused_where_it_clashes(dana: Visitor) -> None:
    form = Tags((await dana.post("/command", text="/classroom week")).text)
    (first,) = form.named("input", name="from")
    fields = {"topic": "words", "from": str(first["value"]), "weeks": "1"}

    planned = await dana.post("/form", command="/classroom week", **fields)
    again = await dana.post("/form", command="/classroom week", **fields)

    assert [option["value"] for option in form.named("option")] == ["", "sums", "words"]
    assert (planned.status_code, again.status_code) == (204, 422)
    assert await dana.heading() == "Topic week 1 is planned"


async def test_a_member_cannot_send_a_form_for_staff(ada: Visitor) -> None:
    answer = await ada.post("/form", command="/classroom setup", at="10:00")

    assert answer.status_code == 422
    assert "is for staff" in answer.text


async def test_a_card_button_does_what_typing_its_command_does(dana: Visitor) -> None:
    await dana.type("/classroom remove")
    (button,) = Tags(await dana.page()).named("button", name="command")

    await dana.post("/press", command=str(button["value"]))

    assert (await dana.heading()).startswith("The classroom is removed")
    assert (await dana.type("/tutor me")).startswith(REFUSED)


async def test_only_an_admin_is_offered_classroom_commands(ada: Visitor, dana: Visitor) -> None:
    offered = [{option["value"] for option in Tags(await who.page()).named("option")} for who in (ada, dana)]

    assert "/tutor me" in offered[0]
    assert "/classroom show" not in offered[0]
    assert "/classroom show" in offered[1]


@pytest.mark.parametrize("word", ["#quiz-lounge", "quiz-lounge", "#QUIZ-Lounge"])
def test_a_channel_is_known_by_its_name(word: str) -> None:
    assert resolve(a_parameter("/classroom move", "channel"), word) == "quiz-lounge"


@pytest.mark.parametrize("word", ["@chloe", "chloe", "Chloé", "@CHLOÉ"])
def test_a_person_is_known_by_id_or_name(word: str) -> None:
    assert resolve(a_parameter("/classroom staff", "add"), word) == "chloe"


def test_an_unknown_channel_is_refused_by_naming_those_there_are() -> None:
    with pytest.raises(BadInput, match="#genl-daily, #quiz-lounge"):
        resolve(a_parameter("/classroom move", "channel"), "#nowhere")


def test_an_unknown_person_is_refused_by_naming_those_there_are() -> None:
    with pytest.raises(BadInput, match="@ada, @ben, @chloe, @dana"):
        resolve(a_parameter("/classroom staff", "add"), "@nobody")


async def _heading(visitor: Visitor, line: str) -> str:
    answer = await visitor.post("/command", text=line)
    assert answer.status_code == 204, line
    return await visitor.heading()

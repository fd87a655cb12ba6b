"""Forms and the person's own page in Slack, and what they say when something is amiss."""

import asyncio

import pytest

from bot.platforms.slack.replies import PROMPT
from tests.fakes.slack.faults import Delay, Twice, Word
from tests.fakes.slack.people import Person
from tests.fakes.slack.shown import View
from tests.stories.slack_room import SlackBuilding, SlackRoom

MONDAY = "2026-11-30"


@pytest.fixture
async def room(slack_building: SlackBuilding) -> SlackRoom:
    return await slack_building.room()


async def form(room: SlackRoom, who: Person, line: str) -> View:
    """The dialog that a command opens."""
    command, _, rest = line.partition(" ")
    await who.command(command, rest, room.channel)
    await room.settle()
    return who.modals[-1]


async def test_a_classroom_is_set_up_with_pickers(room: SlackRoom) -> None:
    dana = room.person("dana")
    asked = await form(room, dana, "/classroom setup")
    await dana.suggest(asked, "zone", "toky")
    assert [option["value"] for option in dana.suggested["value"]] == ["Asia/Tokyo"]

    await dana.submit(asked, {"at": "08:15", "zone": "Asia/Tokyo", "days": ["mon", "fri"], "ping": "here"})
    await room.settle()

    told = dana.modals[-1].read()
    assert "The classroom is set up" in told
    assert "08:15 Asia/Tokyo, Monday and Friday" in told
    assert dana.errors == []


async def test_what_is_wrong_stands_at_its_field_and_nothing_is_lost(room: SlackRoom) -> None:
    dana = room.person("dana")
    asked = await form(room, dana, "/classroom setup")

    await dana.submit(asked, {"at": "08:15", "days.words": "every full moon"})

    assert asked.errors == {"days.words": "“full” is not a day of the week. For example: mon,wed,fri"}
    assert dana.modals == [asked]
    await dana.submit(asked, {"days.words": "every 2 days"})
    assert "The classroom is set up" in dana.modals[-1].read()


async def test_a_week_is_planned_with_several_topics_and_a_date(room: SlackRoom) -> None:
    dana = room.person("dana")
    await room.types("dana", "/classroom setup at=9 days=daily")
    asked = await form(room, dana, "/classroom week")

    await dana.submit(asked, {"topic": ["fine-tuning", "evaluation"], "from": "2026-12-07", "weeks": 2})

    told = dana.modals[-1].read()
    assert "Topic week 1 is planned" in told
    assert "2026-12-07 to 2026-12-20" in told


async def test_a_week_that_overlaps_is_said_in_the_form(room: SlackRoom) -> None:
    dana = room.person("dana")
    await room.types("dana", "/classroom setup at=9 days=daily")
    await room.types("dana", "/classroom week topic=evaluation from=2026-12-07")
    asked = await form(room, dana, "/classroom week")

    await dana.submit(asked, {"topic": ["fine-tuning"], "from": "2026-12-10", "weeks": 1})

    assert "That overlaps week 1" in next(iter(asked.errors.values()))


async def test_a_member_gets_no_form(room: SlackRoom) -> None:
    told = await room.types("ada", "/classroom setup")

    assert "/classroom setup is for staff" in told
    assert room.person("ada").modals == []


async def test_a_form_that_is_slow_in_coming_says_to_wait_and_then_is_there(room: SlackRoom) -> None:
    dana, slow = room.person("dana"), asyncio.Event()
    room.world.faults.add("users.info", Delay(slow))

    ack = await dana.command("/classroom", "setup", room.channel)
    await room.world.until(lambda: dana.modals)
    waiting = dana.modals[-1].read()
    slow.set()
    await room.settle()

    assert ack.ok
    assert ack.seconds < PROMPT
    assert "One moment" in waiting
    assert "Set up a classroom" in dana.modals[-1].read()


async def test_a_dangerous_button_asks_first_and_then_does_it(room: SlackRoom) -> None:
    dana = room.person("dana")
    await room.types("dana", "/classroom setup at=9 days=daily")
    await dana.command("/classroom", "remove", room.channel)
    await room.settle()
    (asked,) = dana.ephemerals
    button = asked.blocks[-1]["elements"][0]
    assert (button["style"], "confirm" in button) == ("danger", True)

    await dana.click(asked, label="Remove the classroom")

    assert "The classroom is removed" in await room.heard(dana)


async def test_the_page_of_a_learner_shows_today_and_takes_the_answer(room: SlackRoom) -> None:
    ada = room.person("ada")
    await room.types("dana", "/classroom setup at=9 days=daily")
    await room.types("dana", "/classroom week topic=fine-tuning from=2026-11-30")  # one right choice each
    await room.at(MONDAY)
    await room.clicks("ada", await room.right())
    await room.at("2026-12-01")
    await ada.open_home()
    await room.settle()
    assert ada.home is not None
    page = ada.home.read()
    assert "Question 2" in page
    assert "Streak: 1 in a row" in page
    assert "Classrooms" not in page

    await ada.click(ada.home, label=await room.right())

    assert "Correct\n" in await room.heard(ada)
    assert "Question 2" not in ada.home.read()
    assert "Streak: 2 in a row" in ada.home.read()


async def test_the_page_of_staff_shows_the_next_posts(room: SlackRoom) -> None:
    dana = room.person("dana")
    await room.types("dana", "/classroom setup at=9 days=daily")

    await dana.open_home()
    await room.settle()

    assert dana.home is not None
    assert "1 · ncp-genl: next Mon 2026-11-30 09:00 Europe/Berlin in" in dana.home.read()


async def test_a_page_tells_nobody_of_classrooms_they_are_not_in(room: SlackRoom) -> None:
    await room.types("dana", "/classroom setup at=9 days=daily")
    await room.at(MONDAY)
    ben = room.person("ben")

    await ben.open_home()
    await room.settle()

    assert ben.home is not None
    assert ben.home.read().startswith("Welcome")
    assert "Question 1" not in ben.home.read()


@pytest.mark.parametrize("private", [False, True], ids=["public", "private"])
async def test_a_set_up_where_the_bot_is_not_says_how_to_let_it_in(room: SlackRoom, private: bool) -> None:
    room.channel.bot, room.channel.private = False, private

    told = await room.types("dana", "/classroom setup at=9 days=daily")

    assert "I am not in that channel yet, so no question can come: type /invite Trapwise there." in told
    room.channel.bot = True
    await room.at(MONDAY)
    assert room.keys() == ["open:1"]


async def test_two_right_choices_can_be_answered_on_ones_own_page(room: SlackRoom) -> None:
    ada = room.person("ada")
    await room.types("dana", "/classroom setup at=9 days=daily")
    await room.types("dana", "/classroom week topic=fine-tuning from=2026-11-30")
    await room.at(MONDAY)
    await room.clicks("ada", await room.right())
    await room.types("dana", "/classroom ask topic=data-preparation")
    await ada.open_home()
    await room.settle()
    assert ada.home is not None

    await ada.choose(ada.home, "pick", *await room.right(2))
    await ada.click(ada.home, action_id="answer.submit")

    assert "Correct\n" in await room.heard(ada)


async def test_what_others_changed_while_a_form_was_open_is_not_taken_back(room: SlackRoom) -> None:
    dana = room.person("dana")
    await room.types("dana", "/classroom setup at=9 days=daily")
    asked = await form(room, dana, "/classroom setup")
    await room.types("dana", "/classroom staff add=@ada")
    await room.types("ada", "/classroom setup at=15:00 days=weekdays")

    await dana.submit(asked, {"ping": "here"})

    told = await room.types("ada", "/classroom show")
    assert "15:00 Europe/Berlin, Monday to Friday" in told
    assert "Mentions: here" in told.replace("@", "")


async def test_days_that_are_ticked_win_over_an_older_rhythm(room: SlackRoom) -> None:
    dana = room.person("dana")
    await room.types("dana", "/classroom setup at=9 days='every 2 days'".replace("'", '"'))
    asked = await form(room, dana, "/classroom setup")

    await dana.submit(asked, {"days": ["mon", "wed"]})

    assert "Monday and Wednesday" in dana.modals[-1].read()


async def test_a_form_of_a_classroom_that_has_moved_makes_no_second_one(room: SlackRoom) -> None:
    dana = room.person("dana")
    room.team.channel("elsewhere")
    await room.types("dana", "/classroom setup at=9 days=daily")
    asked = await form(room, dana, "/classroom setup")
    await room.types("dana", "/classroom move channel=#elsewhere")

    await dana.submit(asked, {"at": "08:15"})

    assert "moved or removed while the form was open" in next(iter(asked.errors.values()))


async def test_an_unchanged_form_changes_nothing(room: SlackRoom) -> None:
    dana = room.person("dana")
    await room.types("dana", "/classroom setup at=9 days=daily")
    asked = await form(room, dana, "/classroom setup")

    await dana.submit(asked)

    assert "Nothing had to change" in dana.modals[-1].read()


async def test_a_button_in_a_dialog_acts_in_the_channel_it_was_opened_in(room: SlackRoom) -> None:
    dana = room.person("dana")
    await room.types("dana", "/classroom setup at=9 days=daily")
    asked = await form(room, dana, "/classroom week")
    await dana.submit(asked, {"topic": ["evaluation"], "from": "2026-12-07", "weeks": 1})

    await dana.click(dana.modals[-1], label="Cancel it")
    await room.settle()

    assert "Topic week 1 is cancelled" in dana.modals[-1].read()


async def test_a_move_to_where_the_bot_is_not_says_how_to_let_it_in(room: SlackRoom) -> None:
    room.team.channel("elsewhere", bot=False)
    await room.types("dana", "/classroom setup at=9 days=daily")

    told = await room.types("dana", "/classroom move channel=#elsewhere")

    assert "I am not in that channel yet" in told


async def test_a_classroom_is_no_conversation_of_two(room: SlackRoom) -> None:
    dana = room.person("dana")

    await dana.command("/classroom", "setup at=9", room.team.direct(dana))

    assert "A classroom lives in a channel" in await room.heard(dana)


async def test_a_line_that_slack_brings_twice_is_done_once(room: SlackRoom) -> None:
    await room.types("dana", "/classroom setup at=9 days=daily")
    await room.at(MONDAY)
    dana = room.person("dana")
    room.world.faults.add("slash_commands", Twice())

    await dana.command("/classroom", "ask", room.channel)
    await room.settle()

    assert room.keys() == ["open:1", "open:2"]


async def test_a_long_answer_is_told_to_its_end(room: SlackRoom) -> None:
    await room.types("dana", "/classroom setup at=9 days=daily")

    told = await room.types("dana", "/classroom preview days=366")

    assert "Questions repeat from" in told
    assert "2027-11-30" in told


async def test_a_dialog_that_slack_lost_is_answered_beside_the_channel(room: SlackRoom) -> None:
    ada, slow = room.person("ada"), asyncio.Event()
    await room.types("dana", "/classroom setup at=9 days=daily")
    await room.types("dana", "/classroom staff add=@ada")
    room.world.faults.add("users.info", Delay(slow))
    await ada.command("/classroom", "remove", room.channel)
    await room.world.until(lambda: ada.modals)
    assert "One moment" in ada.modals[-1].read()
    ada.modals.clear()

    room.world.faults.add("views.update", Word("not_found"))
    slow.set()

    assert "Remove this classroom?" in await room.heard(ada)

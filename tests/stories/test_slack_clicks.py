"""Clicks that come late, again, from elsewhere or from long ago, and a bot in several processes."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection, func, select

from bot.store import packs
from bot.store.tables import answer
from tests.fakes.slack.shown import Message
from tests.stories.room import story_pack
from tests.stories.slack_room import SlackBuilding, SlackRoom, slack_settings

MONDAY = "2026-11-30"


@pytest.fixture
async def room(slack_building: SlackBuilding) -> SlackRoom:
    """A room whose first question is open."""
    opened = await slack_building.room()
    await opened.types("dana", "/classroom setup at=9 zone=berlin days=daily")
    await opened.types("dana", "/classroom week topic=fine-tuning from=2026-11-30 weeks=4")  # one right choice each
    await opened.at(MONDAY)
    return opened


def stored(tx: Connection) -> int:
    return tx.execute(select(func.count()).select_from(answer)).scalar_one()


def on_a_screen(message: Message) -> Message:
    """The card as it now stands, kept by somebody whose screen is not brought up to date."""
    return replace(message, blocks=message.blocks)


async def test_another_learners_click_tells_nothing_of_the_first(room: SlackRoom) -> None:
    await room.clicks("ada", await room.right())

    said = await room.clicks("ben", await room.wrong())

    assert said.startswith("Not correct\n")
    assert room.person("ada").ephemerals == []


async def test_a_click_of_five_months_ago_is_answered_after_three_restarts(
    room: SlackRoom, slack_building: SlackBuilding
) -> None:
    old, right = on_a_screen(room.message(1)), await room.right()
    await room.clicks("ada", right)
    for _ in range(3):
        room = await slack_building.room()
        await room.types("dana", "/classroom pause")
        await room.types("dana", "/classroom resume")
    room.clock.now += timedelta(days=150)

    again = await room.press(room.person("ada"), right, old)
    late = await room.press(room.person("ben"), right, old)

    assert again.startswith("Already answered\n")
    assert late.startswith("Closed\n")
    assert "it counts nowhere" in late


async def test_a_click_on_a_question_that_was_edited_since_is_graded_as_it_was_asked(room: SlackRoom) -> None:
    right, asked = await room.right(), room.card(1)
    edited = tuple(
        replace(each, stem="Another stem?", choices=tuple(reversed(each.choices))) for each in story_pack().questions
    )
    await room.school.desk.write(
        lambda tx: packs.save_pack(tx, replace(story_pack(), questions=edited), now=room.clock())
    )

    said = await room.clicks("ada", right)

    assert said.startswith("Correct\n")
    assert room.card(1).splitlines()[1] == asked.splitlines()[1]


async def test_a_click_a_second_before_the_close_counts_although_it_arrives_after_it(room: SlackRoom) -> None:
    old, right, posting = on_a_screen(room.message(1)), await room.right(), await room.posting()
    await room.at("2026-12-01")

    await room.person("ada").click(old, label=right, at=posting.closes_at - timedelta(seconds=1))

    assert (await room.heard(room.person("ada"))).startswith("Correct\n")


async def test_what_a_button_carries_tells_nothing_of_the_key(room: SlackRoom) -> None:
    buttons = next(block["elements"] for block in room.message(1).blocks if block["type"] == "actions")

    told = [{name: value for name, value in button.items() if name not in {"text", "action_id"}} for button in buttons]

    letters = [button["text"]["text"] for button in buttons]
    assert [button["action_id"] for button in buttons] == [f"answer.{letter}" for letter in letters]
    assert all(each | {"accessibility_label": ""} == told[0] | {"accessibility_label": ""} for each in told)


async def test_two_processes_on_one_database_take_clicks_at_random(room: SlackRoom, database_url: str) -> None:
    second = SlackRoom(
        database_url,
        room.world,
        room.team,
        room.channel,
        clock=room.clock,
        settings=slack_settings(room.world, room.team),
    )
    await second.open()
    people = [room.world.person(f"Person {number}", room.team) for number in range(12)]
    right = await room.right()

    for who in people:
        await who.click(room.message(1), label=right)
        await room.settle()
        await second.settle()
        await who.click(room.message(1), label=right)
        await room.settle()
        await second.settle()
    await second.close()

    assert len(room.world.sockets.connections) >= 1
    assert await room.read(stored) == 12
    firsts = [[said.read().partition("\n")[0] for said in who.ephemerals] for who in people]
    assert firsts == [["Correct", "Already answered"]] * 12


async def test_several_ticks_survive_an_edit_of_the_count(room: SlackRoom) -> None:
    await room.types("dana", "/classroom ask topic=data-preparation")
    message = room.message(2)
    ada, (first, *rest) = room.person("ada"), list(await room.right(2))
    await ada.choose(message, "pick", first)
    await room.clicks("ben", await room.wrong(2), number=2)
    await room.counts()
    assert "1 answered" in room.card(2)

    await ada.choose(message, "pick", first, *rest)
    await ada.click(message, action_id="answer.submit")

    assert (await room.heard(ada)).startswith("Correct\n")

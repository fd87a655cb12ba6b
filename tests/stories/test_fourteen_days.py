"""Fourteen days in one classroom: three learners, an admin, and everything that happens to them."""

import re
from typing import Protocol

import pytest

from tests.stories.room import Room


class Building(Protocol):
    """Where the room is opened anew after a restart, whatever platform it is on."""

    async def room(self) -> Room: ...


@pytest.fixture(
    params=["building", "slack_building", "town", "discord_building"],
    ids=["web", "slack", "slack from its install on", "discord"],
)
def any_building(request: pytest.FixtureRequest, kind: str) -> Building:
    del kind  # whatever building it is, it stands on both kinds of database
    found: Building = request.getfixturevalue(request.param)
    return found


async def answer(room: Room, *people: str) -> None:
    """These people answer the newest question correctly."""
    for person in people:
        await room.clicks(person, await room.right())


async def test_fourteen_days(any_building: Building) -> None:
    room = await any_building.room()

    # Monday: Dana sets the classroom up at eight; at nine the question is there.
    told = await room.types("dana", "/classroom setup at=9 zone=berlin days=weekdays")
    assert told.startswith("The classroom is set up")
    assert "Mon 2026-11-30 09:00 Europe/Berlin: 08:00 UTC" in told
    await room.at("2026-11-30")
    assert room.card(1).startswith("Question 1 · ")
    assert "0 answered" in room.card(1)

    # Ada is right, Ben is not, and neither can change their mind.
    said = await room.clicks("ada", await room.right())
    assert said.startswith("Correct\n")
    assert "Streak: 1 in a row (best 1)" in said
    said = await room.clicks("ben", await room.wrong())
    assert said.startswith("Not correct\n")
    assert "The trap" in said
    said = await room.clicks("ben", await room.right())
    assert said.startswith("Already answered\n")
    await room.counts()
    assert "2 answered" in room.card(1)

    # Tuesday: the old card closes with its split, its thread tells the answer, the new card tells how it went.
    await room.at("2026-12-01")
    assert "2 answered, 1 correct" in room.card(1)
    assert "[A]" not in room.card(1)
    assert "The trap" in room.reveal(1)
    assert "Last time (question 1): 1 of 2 answered correctly" in room.card(2)
    await answer(room, "ada", "ben", "chloe")
    told = await room.types("dana", "/classroom off from=2026-12-02")
    assert "Thu 2026-12-03 09:00 Europe/Berlin" in told

    # Wednesday is off: Tuesday's question closes when it said it would, and nothing is asked.
    await room.at("2026-12-02", "12:00")
    assert "3 answered, 3 correct" in room.card(2)
    assert (await room.types("ben", "/tutor today")).startswith("No question is open")

    # Thursday: Ada answers. Ben comes on Friday, after the close: he learns, but it does not count.
    await room.at("2026-12-03")
    await answer(room, "ada")
    await room.at("2026-12-04")
    said = await room.clicks("ben", await room.right(3), number=3)
    assert said.startswith("Closed\n")
    assert "it counts nowhere" in said

    # Friday: the question of the day, and an extra one beside it that only Chloé answers.
    await answer(room, "ada")
    told = await room.types("dana", "/classroom ask topic=evaluation minutes=60")
    assert told.startswith("Question 5 is on its way")
    assert room.card(5).startswith("Extra question 5 · Evaluation")
    assert (await room.clicks("chloe", await room.right(5), number=5)).startswith("Correct\n")
    await room.at("2026-12-04", "13:00")
    assert (await room.posting()).number == 4

    # Ben's streak broke on Thursday, and it says why; the extra question did nothing to Chloé's.
    story = await room.types("ben", "/tutor streak")
    assert "Thu 3 Dec · question 3: missed: the streak is back to 0" in story
    assert "Fri 4 Dec · question 4: still open: streak 0" in story
    story = await room.types("chloe", "/tutor streak")
    assert "question 5" not in story

    # Dana plans a topic week: it can be cancelled, and no second one may overlap it.
    told = await room.types("dana", "/classroom week topic=data-preparation from=2026-12-07")
    assert told.startswith("Topic week 1 is planned")
    told = await room.types("dana", "/classroom week topic=evaluation from=2026-12-13")
    assert "That overlaps week 1 (data-preparation, 2026-12-07 to 2026-12-13)" in told

    # Over the weekend nothing is asked; the bot is restarted on Sunday.
    await room.at("2026-12-06", "18:00")
    room = await any_building.room()
    await room.at("2026-12-07")
    assert room.card(6).startswith("Question 6 · Data-preparation")

    # Monday's question has two correct choices: one letter gets a hint, two are an answer.
    assert "Choose two" in room.card(6)
    said = await room.clicks("ada", (await room.right())[0])
    assert said.startswith("Choose two\n")
    assert "Nothing is stored yet" in said
    assert (await room.clicks("ada", await room.right())).startswith("Correct\n")
    assert (await room.clicks("ben", await room.wrong())).startswith("Not correct\n")

    # Tuesday and Wednesday: with seven scheduled questions answered Ada earns a freeze.
    for day in ("2026-12-08", "2026-12-09"):
        await room.at(day)
        await answer(room, "ada")
    assert "Freezes: 1 held" in await room.types("ada", "/tutor me")

    # Thursday she is ill. On Friday the freeze has kept her streak, and Ben, who has none, has lost his.
    await room.at("2026-12-10")
    await room.at("2026-12-11")
    await answer(room, "ada", "ben")
    story = await room.types("ada", "/tutor streak")
    assert story.startswith("Your streak: 8\n")
    assert "Thu 10 Dec · question 9: missed, a freeze kept the streak: 7" in story

    # Sunday evening: the board, with shared ranks and one's own place.
    await room.at("2026-12-13", "20:00")
    board = await room.types("ben", "/tutor top")
    assert board.splitlines()[0] == "Most correct answers, all time"
    assert "1 Ada: 8 correct of 8" in board
    assert "2 Ben: 2 correct of 4 (you)" in board
    assert re.search("2 Chlo[eé]: 2 correct of 2", board)

    # In all that time nothing was said twice.
    keys = room.keys()
    assert len(keys) == len(set(keys))

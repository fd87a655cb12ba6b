from datetime import UTC, datetime, timedelta

import pytest

from bot.platforms.web.clock import DemoClock, just_before_class
from tests.platforms.web.visitor import Visitor

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_the_clock_goes_on_from_where_it_was_moved() -> None:
    clock = DemoClock(NOON)

    clock.move_to(NOON + HOUR)

    assert timedelta() <= clock() - (NOON + HOUR) < timedelta(seconds=5)


def test_the_clock_never_goes_back() -> None:
    clock = DemoClock(NOON)

    clock.move_to(NOON - HOUR)

    assert clock() >= NOON


@pytest.mark.parametrize(
    ("now", "start"),
    [
        (datetime(2026, 11, 30, 8, 59, tzinfo=UTC), datetime(2026, 11, 30, 8, 59, tzinfo=UTC)),
        (datetime(2026, 11, 30, 9, 0, tzinfo=UTC), datetime(2026, 12, 1, 8, 59, tzinfo=UTC)),
        (datetime(2026, 12, 4, 10, 0, tzinfo=UTC), datetime(2026, 12, 7, 8, 59, tzinfo=UTC)),
        (datetime(2026, 12, 5, 1, 0, tzinfo=UTC), datetime(2026, 12, 7, 8, 59, tzinfo=UTC)),
    ],
    ids=["before nine", "at nine", "on a Friday", "on a Saturday"],
)
def test_a_demo_starts_a_minute_before_the_next_class(now: datetime, start: datetime) -> None:
    assert just_before_class(now) == start


async def test_an_hour_on_closes_what_ends_within_it(ada: Visitor, dana: Visitor) -> None:
    await dana.type("/classroom ask minutes=30")
    extra = await ada.asked()
    await ada.answer(extra.posting, *extra.right)
    before = await ada.clock()

    await ada.move("hour")

    closed = next(message for message in await ada.log() if message.heading.startswith("Extra question 2"))
    (reveal,) = [message for message in await ada.log() if message.heading == "Answer to question 2"]
    assert "closed" in closed.heading
    assert "1 pick · 100%" in closed.text
    assert f"message-{reveal.thread_of}" == closed.id
    assert HOUR <= await ada.clock() - before < HOUR + timedelta(minutes=1)


async def test_the_next_question_closes_and_reveals_the_last_one(ada: Visitor) -> None:
    first = await ada.asked()
    await ada.answer(first.posting, *first.wrong)

    await ada.move("next")

    shown = {message.heading: message for message in await ada.log()}
    assert [heading.split(" · ")[0] for heading in shown] == [
        "Question 1",
        "Answer to question 1",
        "Not correct",
        "Question 2",
    ]
    assert "Last time (question 1): 0 of 1 answered correctly" in str(shown)
    assert shown["Answer to question 1"].thread_of is not None
    assert "Right one of" in shown["Answer to question 1"].said
    assert (await ada.asked()).posting != first.posting


async def test_every_day_answered_makes_the_streak_longer(ada: Visitor) -> None:
    for _ in range(3):
        asked = await ada.asked()
        await ada.answer(asked.posting, *asked.right)
        await ada.move("next")

    assert (await ada.type("/tutor streak")).startswith("Your streak: 3 Best 3")


async def test_where_nothing_is_planned_the_clock_stays_and_the_page_is_told_why(dana: Visitor) -> None:
    await dana.type("/classroom remove confirm=yes")
    before = await dana.clock()

    answer = await dana.move("next")

    assert answer.status_code == 422
    assert "No question is planned in #genl-daily." in answer.text
    assert await dana.clock() - before < timedelta(minutes=1)


async def test_in_a_paused_classroom_the_page_is_told_how_it_goes_on(dana: Visitor) -> None:
    await dana.type("/classroom pause")
    before = await dana.clock()

    answer = await dana.move("next")

    assert answer.status_code == 422
    assert answer.text == "The classroom in #genl-daily is paused: /classroom resume (as the admin) goes on."
    assert await dana.clock() - before < timedelta(minutes=1)


async def test_every_page_is_told_the_new_time(ada: Visitor, ben: Visitor) -> None:
    async with ben.listening() as page:
        await ada.move("hour")

        told = await page.hears("now")

    assert datetime.fromisoformat(told["now"]) <= await ada.clock()

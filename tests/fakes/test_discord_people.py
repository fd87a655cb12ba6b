"""The real discord.py on the loopback Discord: people press, type and fill in, and see what the bot says."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import discord
import pytest

from tests.fakes.discord.picks import NotAccepted, NotShown
from tests.fakes.discord_club import Club, a_club
from tests.fakes.small_bot import card, picker

NINE = datetime(2026, 11, 30, 9, tzinfo=UTC)


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    async with a_club() as opened:
        yield opened


async def test_a_card_is_read_from_top_to_bottom(club: Club) -> None:
    assert club.world.seen.transcript(club.channel) == ["What?\n[A] [B] [C] [D]"]


async def test_a_click_is_answered_privately(club: Club) -> None:
    done = await club.world.people.click(club.ada, club.card, "A")

    assert done.text == "Correct"
    assert club.world.seen.ephemerals(club.ada) == ["Correct"]
    assert club.world.seen.ephemerals(club.dana) == []
    assert len(club.world.seen.transcript(club.channel)) == 1


async def test_a_thinking_answer_is_filled_in_and_goes_on(club: Club) -> None:
    done = await club.world.people.click(club.ada, club.card, custom_id="v1:answer:B")
    await done.heard(2)

    assert club.world.seen.ephemerals(club.ada) == ["Not correct", "And why"]


async def test_the_card_itself_can_be_the_answer(club: Club) -> None:
    await club.world.people.click(club.ada, club.card, "C")

    assert club.world.seen.transcript(club.channel) == ["Closed\n[A]"]
    assert club.card.edits == 1


async def test_the_moment_of_a_click_is_in_its_id(club: Club) -> None:
    done = await club.world.people.click(club.ada, club.card, "A", at=NINE)

    assert discord.utils.snowflake_time(done.id) == NINE


async def test_a_button_that_is_gone_cannot_be_pressed(club: Club) -> None:
    await club.world.people.click(club.ada, club.card, "C")

    with pytest.raises(NotShown):
        await club.world.people.click(club.ada, club.card, "B")


async def test_nobody_presses_a_button_on_the_private_message_of_another(club: Club) -> None:
    await club.world.people.click(club.ada, club.card, "A")
    (private,) = club.world.seen.private(club.ada)

    with pytest.raises(NotShown):
        await club.world.people.click(club.dana, private, "A")


async def test_a_form_opens_is_filled_in_and_closes(club: Club) -> None:
    await club.world.people.click(club.ada, club.card, "D")
    shown = club.world.seen.modal(club.ada)
    done = await club.world.people.submit(club.ada, {"reason": "Key is B", "kind": ["Wrong key"]})

    assert shown == "Report\nReason:\nKind:\n  - Wrong key"
    assert done.text == "Thanks: Key is B (key)"
    assert club.world.seen.modal(club.ada) is None


@pytest.mark.parametrize(
    "values",
    [{"reason": "x" * 21, "kind": ["key"]}, {"reason": "", "kind": ["key"]}, {"reason": "x", "kind": []}],
    ids=["too long", "empty", "nothing chosen"],
)
async def test_a_form_is_not_sent_until_it_is_filled_in_as_asked(club: Club, values: dict[str, object]) -> None:
    await club.world.people.click(club.ada, club.card, "D")

    with pytest.raises(NotAccepted):
        await club.world.people.submit(club.ada, values)


async def test_options_are_chosen_by_their_labels(club: Club) -> None:
    await club.room.send(view=picker("option"))
    message = club.world.seen.messages(club.channel)[-1]
    done = await club.world.people.choose(club.ada, message, ["A", "C"])

    assert club.world.seen.transcript(club.channel)[-1] == "<Choose two: A | B | C>"
    assert done.text == "You chose a, c"


async def test_people_are_chosen_as_they_are(club: Club) -> None:
    await club.room.send(view=picker("person"))
    done = await club.world.people.choose(club.ada, club.world.seen.messages(club.channel)[-1], [club.dana])

    assert done.text == "You chose dana"


@pytest.mark.parametrize("values", [["A"], ["A", "B", "C"], ["A", "A"]], ids=["too few", "too many", "twice"])
async def test_a_select_wants_as_many_as_it_says(club: Club, values: list[str]) -> None:
    await club.room.send(view=picker("option"))

    with pytest.raises(NotAccepted):
        await club.world.people.choose(club.ada, club.world.seen.messages(club.channel)[-1], values)


async def test_a_slash_command_takes_its_options(club: Club) -> None:
    done = await club.world.people.slash(club.ada, club.channel, "tutor me", {"days": 3})

    assert done.text == "ada: 3 days"


async def test_a_slash_command_can_name_a_person(club: Club) -> None:
    done = await club.world.people.slash(club.ada, club.channel, "tutor week", {"topic": "safety", "person": club.dana})

    assert done.text == "safety for dana"


async def test_an_option_suggests_what_fits(club: Club) -> None:
    suggested = await club.world.people.autocomplete(club.ada, club.channel, "tutor week", "topic", "sa")

    assert suggested == [{"name": "Safety", "value": "safety"}]


async def test_a_command_is_shown_to_those_who_have_its_permission(club: Club) -> None:
    done = await club.world.people.slash(club.dana, club.channel, "classroom")

    assert done.text == "Set up"


async def test_a_command_is_not_shown_to_others(club: Club) -> None:
    with pytest.raises(NotShown):
        await club.world.people.slash(club.ada, club.channel, "classroom")


async def test_a_guild_command_is_not_shown_in_direct_messages(club: Club) -> None:
    direct = club.world.state.direct(club.ada)

    with pytest.raises(NotShown):
        await club.world.people.slash(club.ada, direct, "tutor me")


@pytest.mark.parametrize("options", [{"days": 31}, {"days": "3"}], ids=["too much", "no number"])
async def test_a_command_is_not_sent_with_a_wrong_value(club: Club, options: dict[str, object]) -> None:
    with pytest.raises(NotAccepted):
        await club.world.people.slash(club.ada, club.channel, "tutor me", options)


async def test_a_click_in_a_direct_message_is_answered_there(club: Club) -> None:
    await (await club.bot.create_dm(discord.Object(club.ada.id))).send(view=card("Hello"))
    (message,) = club.world.seen.messages(club.world.state.direct(club.ada))
    done = await club.world.people.click(club.ada, message, "A")

    assert done.text == "Correct"


async def test_people_are_told_when_the_bot_says_nothing() -> None:
    async with a_club(patience=0.05) as club:
        club.world.gateway.drop(resumable=False)
        done = await club.world.people.click(club.ada, club.card, "A")

        assert done.failed == "This interaction failed"
        assert [(seen.user.name, seen.text) for seen in club.world.errors_seen] == [("ada", "This interaction failed")]


async def test_a_token_that_is_fifteen_minutes_old_is_worth_nothing(club: Club) -> None:
    done = await club.world.people.click(club.ada, club.card, "A")
    done.opened_at -= timedelta(minutes=16)
    hook = discord.Webhook.partial(club.world.state.application_id, done.token, client=club.bot)

    with pytest.raises(discord.HTTPException) as refused:
        await hook.send("Late")
    assert refused.value.code == 50027


async def test_nobody_is_called_without_permission_to(club: Club) -> None:
    await club.room.send(f"<@{club.ada.id}> @everyone")

    assert club.world.seen.pings() == []


async def test_those_are_called_whom_the_message_may_call(club: Club) -> None:
    may = discord.AllowedMentions(users=True, everyone=True)
    await club.room.send(f"<@{club.ada.id}> <@{club.dana.id}> @everyone", allowed_mentions=may)

    assert club.world.seen.pings() == ["@ada", "@dana"]

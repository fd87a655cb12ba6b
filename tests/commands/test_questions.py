from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection

from bot.cards.blocks import Buttons, CommandButton, Form
from bot.core.address import MessageAddress, Platform
from bot.core.errors import Clash, NotAllowed, NothingThere, TutorError
from bot.core.posting import PostingState
from bot.core.question import Topic, TopicId
from bot.core.shares import Shares
from bot.store import deliveries, postings, weeks
from bot.tutor import opening
from tests.builders import CHANNEL, EIGHT, NINE, a_classroom, a_pack, a_person, a_question
from tests.commands.typed import answer, here, opened, typed
from tests.stored import next_number

DAY = timedelta(days=1)


@pytest.fixture
def room(tx: Connection) -> Connection:
    """A database with a daily classroom at nine."""
    a_classroom(tx)
    return tx


def states(tx: Connection) -> dict[int, PostingState]:
    """The state of each posting by its number."""
    numbers = range(1, next_number(tx, here(tx).id))
    found = [postings.posting_numbered(tx, here(tx).id, number) for number in numbers]
    return {value.number: value.state for value in found if value is not None}


def test_show_tells_everything_at_a_glance(room: Connection) -> None:
    opened(room)
    typed(room, "/classroom week topic=safety from=2026-12-07", now=NINE)
    typed(room, "/classroom off from=2026-12-24", now=NINE)

    told = typed(room, "/classroom show", now=NINE)

    assert told == (
        "Classroom\n\n"
        "Number: 1\n"
        "State: active\n"
        "Pack: ncp-genl\n"
        "Opens: 09:00 UTC, every day\n"
        "Closes: when the next one opens, after 3 days at most\n"
        "Mentions: nobody\n"
        "Off-days: 2026-12-24\n"
        "Open questions: #1\n"
        "Questions left: 29 of 30 not asked yet\n"
        "Topic weeks: 1: safety from 2026-12-07\n\n"
        "Next posts\n\n"
        "Tue 2026-12-01: 09:00 UTC\nWed 2026-12-02: 09:00 UTC\nThu 2026-12-03: 09:00 UTC"
    )


def test_show_names_what_was_skipped_and_what_could_not_be_sent(room: Connection) -> None:
    opening.claim_due(room, NINE + timedelta(hours=5))
    opening.claim_due(room, NINE + DAY)
    owed = deliveries.claim_due(room, now=NINE + DAY, shares=Shares(Platform.WEB, 10))
    card = next(item for item in owed if item.posting is not None)
    deliveries.mark_failed(room, card, error="the channel is archived")

    told = typed(room, "/classroom show", now=NINE + DAY)

    assert "2026-11-30 was skipped: the bot was not running when it was due, nor in the four hours after." in told
    assert f"{card.key} is failed: the channel is archived" in told


def test_ask_puts_an_extra_question_beside_the_open_one(room: Connection) -> None:
    first = opened(room)

    told = typed(room, "/classroom ask", now=NINE)

    assert told == "Question 2 is on its way: an extra one, which closes nothing and breaks no streak"
    assert states(room) == {1: PostingState.OPEN, 2: PostingState.CLAIMED}
    extra = postings.posting_numbered(room, here(room).id, 2)
    assert extra is not None
    assert not extra.scheduled
    assert extra.closes_at == first.closes_at


@pytest.mark.parametrize("word", ["safety", "Safety", "SAFETY", " safety "])
def test_ask_takes_a_topic_and_minutes(room: Connection, word: str) -> None:
    typed(room, f"/classroom ask minutes=30 topic={word}")

    extra = postings.posting_numbered(room, here(room).id, 1)
    assert extra is not None
    assert extra.closes_at == EIGHT + timedelta(minutes=30)
    assert postings.history_of(room, here(room).id)[0].topic == "safety"


def test_close_takes_the_newest_or_the_one_named(room: Connection) -> None:
    opened(room)
    typed(room, "/classroom ask", now=NINE)
    typed(room, "/classroom ask", now=NINE)

    assert typed(room, "/classroom close", now=NINE) == "Question 3 is closed; its reveal comes in its thread"
    assert typed(room, "/classroom close number=#1", now=NINE) == "Question 1 is closed; its reveal comes in its thread"
    assert states(room) == {1: PostingState.CLOSED, 2: PostingState.CLAIMED, 3: PostingState.CLOSED}


def test_void_takes_a_question_back_open_or_closed(room: Connection) -> None:
    opened(room)
    opened(room, NINE + DAY)

    told = typed(room, "/classroom void 1", now=NINE + DAY)

    assert told == "Question 1 is taken back; it counts for nobody and breaks no streak"
    assert states(room) == {1: PostingState.VOID, 2: PostingState.OPEN}


def test_week_plans_and_offers_to_take_back(room: Connection) -> None:
    card = answer(room, "/classroom week topic=fine tuning from=2026-12-7")

    assert isinstance(card, tuple)
    assert card[-1] == Buttons(items=(CommandButton(label="Cancel it", command="/classroom cancel-week id=1"),))
    assert typed(room, "/classroom weeks") == "Topic weeks\n\n1: fine-tuning: 2026-12-07 to 2026-12-13"


def test_week_takes_several_topics_and_weeks(room: Connection) -> None:
    told = typed(room, "/classroom week weeks=2 from=2026-12-07 topic=“Safety, evaluation, safety”")

    assert "1: safety, evaluation: 2026-12-07 to 2026-12-20" in told


def test_a_title_with_commas_is_one_topic(tx: Connection) -> None:
    topics = (Topic(id=TopicId("law"), title="Safety, Ethics, and Law", weight=1), *a_pack().topics)
    a_classroom(tx, pack=replace(a_pack(a_question(topic="law")), topics=topics))

    told = typed(tx, "/classroom week from=2026-12-07 topic=safety, ethics, and law, Fine-tuning")

    assert "1: law, fine-tuning: 2026-12-07" in told


def test_a_week_may_have_begun(room: Connection) -> None:
    assert "2026-11-25 to 2026-12-01" in typed(room, "/classroom week topic=safety from=2026-11-25")


def test_week_without_parameters_opens_a_form(room: Connection) -> None:
    form = answer(room, "/classroom week")

    assert isinstance(form, Form)
    assert form.command == "/classroom week"
    assert [(field.name, field.value) for field in form.fields] == [
        ("topic", ""),
        ("from", "2026-12-07"),
        ("weeks", "1"),
    ]
    assert [option.value for option in form.fields[0].options] == ["fine-tuning", "evaluation", "safety"]


def test_the_form_offers_only_topics_that_have_questions(tx: Connection) -> None:
    a_classroom(tx, pack=replace(a_pack(a_question(topic="safety")), topics=a_pack().topics))

    form = answer(tx, "/classroom week")

    assert isinstance(form, Form)
    assert [option.value for option in form.fields[0].options] == ["safety"]


def test_week_warns_when_its_questions_will_come_again(tx: Connection) -> None:
    a_classroom(tx, pack=a_pack(each=6))

    told = typed(tx, "/classroom week topic=safety from=2026-12-07")

    assert "There are 7 openings and 6 questions not asked yet on this: questions will come again." in told


def test_weeks_shows_how_to_plan_one_with_what_the_pack_has(room: Connection) -> None:
    told = typed(room, "/classroom weeks")

    assert told == "Topic weeks\n\nNone is planned. For example: /classroom week topic=fine-tuning from=2026-12-07"
    assert "2026-12-07" in typed(room, told.partition("For example: ")[2])


def test_weeks_that_are_over_are_not_shown(room: Connection) -> None:
    typed(room, "/classroom week topic=safety from=2026-11-30")

    assert "None is planned" in typed(room, "/classroom weeks", now=NINE + 7 * DAY)


def test_a_cancelled_week_is_gone(room: Connection) -> None:
    typed(room, "/classroom week topic=safety from=2026-12-07")

    told = typed(room, "/classroom cancel-week id=1")

    assert told == "Topic week 1 is cancelled: its days ask from all topics again"
    assert weeks.weeks_of(room, here(room).id) == ()


def test_preview_tells_what_will_come(room: Connection) -> None:
    typed(room, "/classroom week topic=safety from=2026-12-01")
    foretold = typed(room, "/classroom preview days=2").splitlines()[2:5]

    asked = []
    for day in range(3):
        opened(room, NINE + day * DAY)
        asked.append(postings.history_of(room, here(room).id)[-1])

    assert [line.split("Title of ")[1] for line in foretold] == [entry.question for entry in asked]
    assert [entry.topic for entry in asked[1:]] == ["safety", "safety"]


def test_preview_names_the_date_from_which_questions_repeat(tx: Connection) -> None:
    a_classroom(tx, pack=a_pack(each=1))

    told = typed(tx, "/classroom preview days=4")

    lines = told.splitlines()
    assert ["(again)" in line for line in lines[2:7]] == [False, False, False, True, True]
    assert lines[-1] == "Questions repeat from 2026-12-03 on, unless some are added."


def test_staff_adds_and_removes(room: Connection) -> None:
    ada = a_person("ada")
    with pytest.raises(NotAllowed):
        typed(room, "/classroom show", by=ada)

    told = typed(room, "/classroom staff add=@ada")

    assert told == (
        "Staff\n\nAdded: ada\nOn the list: ada\n\nWho is on the list may use /classroom in the whole workspace."
    )
    assert typed(room, "/classroom show", by=ada).startswith("Classroom")
    assert typed(room, "/classroom staff add=Ben remove=@ada", by=ada).startswith(
        "Staff\n\nAdded: ben\nRemoved: ada\nOn the list: ben\n"
    )
    with pytest.raises(NotAllowed):
        typed(room, "/classroom show", by=ada)


def test_staff_alone_lists_who_there_is(room: Connection) -> None:
    assert typed(room, "/classroom staff") == (
        "Staff\n\nOn the list: nobody beside those who manage the workspace\n\n"
        "Who is on the list may use /classroom in the whole workspace."
    )


def test_others_are_refused_with_the_ways_to_be_allowed(room: Connection) -> None:
    with pytest.raises(NotAllowed) as caught:
        typed(room, "/classroom pause", by=a_person())

    assert caught.value.message == (
        "/classroom pause is for staff: those who manage this workspace; and whoever is added by /classroom staff "
        "add=@… or, on the server, by trapwise classroom staff --classroom ID add=USER. Everybody may use /tutor."
    )
    assert caught.value.example == "/tutor help"


@pytest.mark.parametrize(
    ("line", "message", "example"),
    [
        (
            "ask topic=love",
            "“love” is no topic of ncp-genl. It has: fine-tuning, evaluation, safety.",
            "topic=fine-tuning",
        ),
        ("ask topic=evalution", "“evalution” is no topic of ncp-genl. It has: fine-tuning,", "topic=evaluation"),
        ("ask minutes=0", "“0” is no whole number from 1 to 4320.", "minutes=3"),
        ("ask minutes=30m", "“30m” is no whole number from 1 to 4320.", "minutes=3"),
        ("ask minutes=99999", "“99999” is no whole number from 1 to 4320.", "minutes=3"),
        ("close", "No question is open.", "/classroom ask"),
        ("close 3", "Question #3 is not open; open: none.", ""),
        ("close three", "“three” is no whole number from 1 on.", "number=3"),
        ("void", "“number=” is missing: the question's number.", "/classroom void number=3"),
        ("void 3", "There is no question #3 to take back.", ""),
        (
            "week topic=safety",
            "“from=” is missing: its first date.",
            "/classroom week topic=fine-tuning from=2030-01-07",
        ),
        ("week from=2026-12-07", "“topic=” is missing: one topic", "/classroom week topic=fine-tuning from=2030-01-07"),
        ("week topic=love from=2026-12-07", "“love” is no topic of ncp-genl.", "topic=fine-tuning"),
        ("week topic=safety,love from=2026-12-07", "“love” is no topic of ncp-genl.", "topic=fine-tuning"),
        ("week topic=, from=2026-12-07", "“topic=” has no value.", "topic=fine-tuning"),
        ("week topic=safety from=monday", "“monday” is no date: write year-month-day.", "from=2026-12-07"),
        ("week topic=safety from=2026-11-02", "“2026-11-02” lies too far back: that week is over.", "from=2026-12-07"),
        ("week topic=safety from=2026-12-07 weeks=53", "“53” is no whole number from 1 to 52.", "weeks=3"),
        ("cancel-week", "“id=” is missing: the week's number.", "/classroom cancel-week id=3"),
        ("cancel-week 9", "There is no topic week 9.", "/classroom weeks"),
        ("preview 400", "“400” is no whole number from 1 to 366.", "days=3"),
        ("preview next week", "“next week” is no whole number from 1 to 366.", "days=3"),
        ("staff add=@zed", "“@zed” is nobody here; there is @ada, @ben, @chloe, @dana.", "add=@ada"),
        ("staff remove=@ada", "“ada” is not on the staff list.", "/classroom staff"),
        ("staff ada", "“ada” means nothing to /classroom staff. It takes add=, remove=.", "/classroom staff add=@sam"),
        ("weeks 3", "“3” means nothing to /classroom weeks. It takes nothing more.", "/classroom weeks"),
    ],
)
def test_what_cannot_be_done_is_told_with_an_example_and_changes_nothing(
    room: Connection, line: str, message: str, example: str
) -> None:
    before = here(room)

    with pytest.raises(TutorError) as caught:
        typed(room, f"/classroom {line}")

    assert caught.value.message.startswith(message)
    assert caught.value.example.endswith(example)
    assert (here(room), states(room), weeks.weeks_of(room, before.id)) == (before, {}, ())


def test_an_overlap_names_the_clash_and_how_to_end_it(room: Connection) -> None:
    typed(room, "/classroom week topic=safety from=2026-12-07")

    with pytest.raises(TutorError) as caught:
        typed(room, "/classroom week topic=evaluation from=2026-12-13")

    assert caught.value.message == "That overlaps week 1 (safety, 2026-12-07 to 2026-12-13)."
    assert caught.value.example == "/classroom cancel-week id=1"
    assert len(weeks.weeks_of(room, here(room).id)) == 1


def test_weeks_may_touch(room: Connection) -> None:
    typed(room, "/classroom week topic=safety from=2026-12-07")

    assert "2: evaluation: 2026-12-14" in typed(room, "/classroom week topic=evaluation from=2026-12-14")


def test_a_topic_without_questions_is_refused(tx: Connection) -> None:
    a_classroom(tx, pack=replace(a_pack(a_question()), topics=a_pack().topics))

    with pytest.raises(NothingThere, match=r"no question on safety\. Choose another topic\."):
        typed(tx, "/classroom ask topic=safety")
    with pytest.raises(NothingThere, match="no question on safety yet"):
        typed(tx, "/classroom week topic=safety from=2026-12-07")


def test_a_void_question_cannot_be_taken_back_again(room: Connection) -> None:
    opened(room)
    typed(room, "/classroom void 1", now=NINE)

    with pytest.raises(Clash, match="Question #1 was taken back already"):
        typed(room, "/classroom void 1", now=NINE)


def test_closing_a_closed_one_names_those_that_are_open(room: Connection) -> None:
    opened(room)
    opened(room, NINE + DAY)

    with pytest.raises(NothingThere, match="Question #1 is not open; open: #2"):
        typed(room, "/classroom close 1", now=NINE + DAY)


def test_closing_owes_the_edit_and_the_reveal(room: Connection) -> None:
    opening.claim_due(room, NINE)
    for item in deliveries.claim_due(room, now=NINE, shares=Shares(Platform.WEB, 10)):
        deliveries.mark_sent(room, item, MessageAddress(channel=CHANNEL.channel, message="1"))

    typed(room, "/classroom close", now=NINE)

    owed = {item.key for item in deliveries.claim_due(room, now=NINE, shares=Shares(Platform.WEB, 10))}
    assert owed == {"close:1", "reveal:1:1"}

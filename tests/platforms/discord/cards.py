"""Cards to be drawn: those of every question that comes with the program, and one of each kind of block."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.cards.blocks import (
    AnswerButtons,
    Block,
    Buttons,
    Card,
    Choices,
    CommandButton,
    Fact,
    Facts,
    Heading,
    Lettered,
    Mark,
    Mention,
    Note,
    Picture,
    Prose,
    Ranking,
    Row,
)
from bot.cards.feedback import feedback_card
from bot.cards.parts import parts
from bot.cards.question import closed_card, lesson_card, open_card, question_card, reveal_card, void_card
from bot.core.address import LearnerId
from bot.core.asking import CountedQuestion, LastTime
from bot.core.grading import Feedback, GivenAnswer, Greeting
from bot.core.mastery import Mastery
from bot.core.posting import PostingId, Tally
from bot.core.question import ChoiceId, Pack, PackId, Question, TopicId
from bot.core.question import Picture as PictureFile
from bot.core.standings import Standing
from bot.core.streak import Streak
from tests.builders import NINE, a_posting

NASTY = (
    "<!here> <@123456789012345678> <@&1> <#1> <t:1:R> @everyone @here :smile: &amp;lt; __init__ *a* || b || ~~c~~ `d` "
    "[x](https://y.test) https://z.test/a_b if a < b && c > d \\ ``` ¯\\_(ツ)_/¯"
)
ROLE = "123456789012345678"
PICTURE = PictureFile(pack=PackId("ncp-genl"), file="fine-tuning/loss curve.png", alt="A curve")
STANDING = Standing(streak=Streak(current=3, best=5, freezes=1, toward_freeze=3), answered=9, correct=6)
MASTERY = Mastery(topic=TopicId("t"), answered=7, correct=5, rate=0.68, low=0.5, high=0.84)

EVERY_KIND: Mapping[str, tuple[Block, str]] = {
    "heading": (Heading(text="Question 12 · Fine-Tuning"), "### Question 12 · Fine-Tuning"),
    "prose": (Prose(markdown="Use **bf16**"), "Use **bf16**"),
    "named prose": (Prose(markdown="Use **bf16**", label="The trap"), "**The trap:** Use **bf16**"),
    "named code": (Prose(markdown="```\nx\n```", label="Why"), "**Why:**\n```\nx\n```"),
    "named list": (Prose(markdown="- x\n- y", label="Why"), "**Why:**\n- x\n- y"),
    "choice": (Choices(items=(Lettered(letter="A", markdown="Cache `it`"),)), "**A.** Cache `it`"),
    "choice of code": (Choices(items=(Lettered(letter="A", markdown="```\nx\n```"),)), "**A.**\n```\nx\n```"),
    "split": (
        Choices(items=(Lettered(letter="A", markdown="a", mark=Mark.CORRECT, picks=5, share=0.5),)),
        "**A.** a\n█████░░░░░ 5 (50%) · **✓ correct**",
    ),
    "breakdown": (
        Choices(
            items=(
                Lettered(
                    letter="B", markdown="b", mark=Mark.WRONG, picked=True, why="w", tempting="t", trap_name="A trap"
                ),
            )
        ),
        "**B.** b\n**✗ not correct, your pick**\n**Why:** w\n**Why people pick it:** t\n**Trap:** A trap",
    ),
    "fact": (Facts(items=(Fact(label="Streak", text="4"),)), "**Streak:** 4"),
    "facts": (
        Facts(items=(Fact(label="Next", text="at", at=NINE), Fact(label="Added", person=ROLE))),
        f"**Next:** at <t:{int(NINE.timestamp())}:f>\n**Added:** <@{ROLE}>",
    ),
    "channel": (Facts(items=(Fact(label="In", channel=ROLE),)), f"**In:** <#{ROLE}>"),
    "group": (Facts(items=(Fact(label="Mentions", text="now", group=ROLE),)), f"**Mentions:** now <@&{ROLE}>"),
    "no id": (Facts(items=(Fact(label="Mentions", group="@here"),)), "**Mentions:** @\u200bhere"),
    "ranking": (
        Ranking(rows=(Row(rank="1", name="Ada", value="5 of 5", you=True), Row(rank="2", name="Ben_", value=""))),
        "**1** Ada: 5 of 5 **(you)**\n**2** Ben\\_",
    ),
    "note": (Note(text="17 answered"), "-# 17 answered"),
    "closing time": (Note(text="Closes", at=NINE), f"-# Closes <t:{int(NINE.timestamp())}:R>"),
    "role": (Mention(who=ROLE), f"<@&{ROLE}>"),
    "whoever is here": (Mention(who="here"), "@here"),
    "everybody": (Mention(who="@everyone"), "@everyone"),
    "a name": (Mention(who="study_group"), r"@study\_group"),
}

NASTY_BLOCKS: Mapping[str, Block] = {
    "heading": Heading(text=NASTY),
    "prose": Prose(markdown=NASTY, label=NASTY),
    "choice": Choices(
        items=(Lettered(letter="A", markdown=NASTY, why=NASTY, tempting=NASTY, trap_name=NASTY, picks=1, share=1.0),)
    ),
    "buttons": Buttons(items=(CommandButton(label=NASTY, command="/tutor me"),)),
    "picture": Picture(file=PictureFile(pack=PackId("p"), file="a b/../c?.png", alt=NASTY * 9)),
    "fact": Facts(items=(Fact(label=NASTY, text=NASTY, person=NASTY, channel=NASTY, group=NASTY),)),
    "ranking": Ranking(rows=(Row(rank=NASTY, name=NASTY, value=NASTY),)),
    "note": Note(text=NASTY),
    "mention": Mention(who=NASTY),
}


def an_open_card(*, pick: int = 1, letters: str = "ABCDEFG", stem: str = "What saves memory?") -> Card:
    choices = Choices(items=tuple(Lettered(letter=letter, markdown=f"Choice {letter}") for letter in letters))
    return (
        Heading(text="Question 12 · Fine-Tuning"),
        Prose(markdown=stem),
        Picture(file=PICTURE),
        choices,
        AnswerButtons(posting=PostingId(12), letters=tuple(letters), pick=pick),
        Note(text="2 answered"),
    )


def public_cards(pack: Pack) -> Iterator[Card]:
    """Every card of every question that stands in a channel; each is one message."""
    for question in pack.questions:
        asked = asked_as(question, pack)
        yield from (open_card(asked), closed_card(asked), void_card(asked), *parts(reveal_card(asked)))
        yield question_card(question, asked.topic.title)


def private_cards(pack: Pack) -> Iterator[Card]:
    """What somebody is told after picking each choice of every question, and what each question teaches."""
    for question in pack.questions:
        asked = asked_as(question, pack)
        yield lesson_card(question, asked.traps)
        yield from (feedback_card(feedback_on(asked, choice)) for choice in asked.posting.order)


def asked_as(question: Question, pack: Pack) -> CountedQuestion:
    order = tuple(ChoiceId(place) for place in range(len(question.choices)))
    return CountedQuestion(
        posting=replace(a_posting(27), order=order),
        question=question,
        topic=next(topic for topic in pack.topics if topic.id == question.topic),
        traps={trap.id: trap.name for trap in pack.traps},
        tally=Tally(answered=1234, correct=999, picks=dict.fromkeys(order, 123)),
        last_time=LastTime(number=26, answered=1234, correct=999),
        ping=ROLE,
    )


def feedback_on(asked: CountedQuestion, choice: ChoiceId) -> Feedback:
    answer = GivenAnswer(
        posting=asked.posting,
        learner=LearnerId(1),
        picked=frozenset({choice}),
        correct=choice in asked.question.key,
        on_time=True,
    )
    return Feedback(asked=asked, greeting=Greeting.FIRST, answer=answer, standing=STANDING, mastery=MASTERY)

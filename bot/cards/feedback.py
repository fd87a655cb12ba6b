"""What a learner is told after a click, to them alone."""

from bot.cards.blocks import Block, Card, Choices, Fact, Facts, Heading, Lettered, Note, Prose, Tone
from bot.cards.progress import freezes_in_words, mastery_in_words, streak_in_words
from bot.cards.question import explained, number_word
from bot.core.grading import Feedback, Greeting, Void, WrongCount
from bot.core.question import ChoiceId


def feedback_card(feedback: Feedback) -> Card:
    """The verdict first, then every choice's why, the picked one's before the right one's, then the trap.

    Where no choice tells its why, as in a draft, the explanation stands for them.
    """
    question = feedback.asked.question
    blocks: list[Block] = [*_greeting(feedback), Choices(items=_choices(feedback))]
    if question.explanation and not any(choice.why for choice in question.choices):
        blocks.append(Prose(markdown=question.explanation, label="Why"))
    if question.trap:
        blocks.append(Prose(markdown=question.trap, label="The trap"))
    blocks.extend(_standing(feedback))
    return tuple(blocks)


def wrong_count_card(outcome: WrongCount) -> Card:
    """How many to choose; nothing was stored."""
    wanted = number_word(outcome.wanted)
    given = number_word(outcome.given)
    return (
        Heading(text=f"Choose {wanted}"),
        Note(text=f"You chose {given}. Nothing is stored yet: choose {wanted} and send again."),
    )


def void_reply_card(outcome: Void) -> Card:
    """The posting is void."""
    return (
        Heading(text="Taken back"),
        Note(text=f"Question {outcome.number} was taken back: it takes no answers and breaks no streak."),
    )


def unknown_card() -> Card:
    """A button of a posting that is not in the database."""
    return (
        Heading(text="Unknown question"),
        Note(text="This question is not known any more. Nothing is stored; /tutor today shows what is open."),
    )


def _greeting(feedback: Feedback) -> tuple[Block, ...]:
    answer, number = feedback.answer, feedback.asked.posting.number
    verdict = "correct" if answer.correct else "not correct"
    match feedback.greeting:
        case Greeting.FIRST if answer.correct:
            return (Heading(text="Correct", tone=Tone.GOOD),)
        case Greeting.FIRST:
            return (Heading(text="Not correct", tone=Tone.BAD),)
        case Greeting.ALREADY:
            late = "" if answer.on_time else " It came after the close, so it counts nowhere."
            told = f"Your first answer to question {number}, {_picked(feedback)}, stands: {verdict}.{late}"
            return Heading(text="Already answered"), Note(text=told)
        case Greeting.RECALL:
            told = f"Question {number}: your answer {_picked(feedback)} was {verdict}"
            return Heading(text=told), Prose(markdown=feedback.asked.question.stem)
        case Greeting.LATE:
            told = (
                f"Question {number} had closed before your click. {_picked(feedback)} is {verdict}; it counts nowhere."
            )
            return Heading(text="Closed"), Note(text=told)


def _picked(feedback: Feedback) -> str:
    """The letters of the answer."""
    posting, picked = feedback.asked.posting, feedback.answer.picked
    return " and ".join(letter for letter in posting.letters if posting.choice_at(letter) in picked)


def _choices(feedback: Feedback) -> tuple[Lettered, ...]:
    asked, picked = feedback.asked, feedback.answer.picked
    choices = asked.question.choices

    def importance(choice: ChoiceId) -> int:
        return 0 if choice in picked else 1 if choices[choice].correct else 2

    return tuple(
        explained(choices[choice], letter=asked.posting.letter_of(choice), traps=asked.traps, picked=choice in picked)
        for choice in sorted(asked.posting.order, key=importance)
    )


def _standing(feedback: Feedback) -> tuple[Block, ...]:
    if feedback.standing is None:
        return ()
    items = [
        Fact(label="Streak", text=streak_in_words(feedback.standing.streak)),
        Fact(label="Freezes", text=freezes_in_words(feedback.standing.streak)),
    ]
    if feedback.mastery is not None:
        items.append(Fact(label=feedback.asked.topic.title, text=mastery_in_words(feedback.mastery)))
    return (Facts(items=tuple(items)),)

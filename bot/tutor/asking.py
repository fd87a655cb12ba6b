"""Putting a posting together with everything that a card about it shows."""

from collections.abc import Sequence

from sqlalchemy import Connection

from bot.core.asking import AskedQuestion, CountedQuestion, LastTime
from bot.core.posting import Posting, PostingState
from bot.store import answers, classrooms, postings
from bot.store.revisions import load_asked


def asked_question(tx: Connection, posting: Posting) -> AskedQuestion:
    """The posting with its question as it was asked."""
    return asked_questions(tx, [posting])[0]


def asked_questions(tx: Connection, values: Sequence[Posting]) -> list[AskedQuestion]:
    """Postings with their questions as they were asked."""
    told = load_asked(tx, [posting.revision for posting in values]) if values else {}
    found = ((posting, *told[posting.revision]) for posting in values)
    return [
        AskedQuestion(posting=posting, question=own, topic=topic, traps=traps) for posting, own, topic, traps in found
    ]


def counted_question(tx: Connection, posting: Posting) -> CountedQuestion:
    """The same with its tally, how the one before it went, and whom its opening mentions."""
    asked, classroom = asked_question(tx, posting), classrooms.get_classroom(tx, posting.classroom)
    return CountedQuestion(
        posting=posting,
        question=asked.question,
        topic=asked.topic,
        traps=asked.traps,
        tally=answers.tally_of(tx, posting.id),
        last_time=_last_time(tx, posting),
        ping=classroom.ping if classroom and posting.scheduled else "",
    )


def _last_time(tx: Connection, posting: Posting) -> LastTime | None:
    if not posting.scheduled:
        return None
    earlier = postings.scheduled_before(tx, posting)
    if earlier is None or earlier.state is not PostingState.CLOSED or earlier.message is None:
        return None
    tally = answers.tally_of(tx, earlier.id)
    return LastTime(number=earlier.number, answered=tally.answered, correct=tally.correct)

"""Forecasting: every post a classroom will make, by the same steps that make it."""

from datetime import date, datetime

from sqlalchemy import Connection

from bot.core.classroom import Classroom
from bot.core.forecast import Forecast, ForecastPost, on_its_clock, openings
from bot.core.picking import Asked, repeats, stock_of, topics_of
from bot.store import postings, weeks
from bot.tutor.choosing import next_question, nothing_to_ask
from bot.tutor.classroom import the_pack


def forecast(tx: Connection, classroom: Classroom, *, first: date, last: date, now: datetime) -> Forecast:
    """The openings on local dates from first to last, both included; a paused classroom has none."""
    pack, planned = the_pack(tx, classroom), weeks.weeks_of(tx, classroom.id)
    history, found, repeats_from = postings.history_of(tx, classroom.id), [], None
    for slot in openings(classroom, now):
        if slot.day > last and repeats_from is not None:
            break
        topics = topics_of(planned, slot.day)
        question = next_question(stock_of(pack, topics), classroom, slot, history)
        again = question is not None and repeats(history, question)
        if again and repeats_from is None:
            repeats_from = slot.day
        if question is not None:
            history.append(Asked(question=question.id, topic=question.topic))
        if first <= slot.day <= last:
            found.append((slot, question, "" if question else nothing_to_ask(pack, topics), again))
    posts = zip(on_its_clock(classroom, tuple(slot for slot, *_ in found)), found, strict=True)
    return Forecast(
        posts=tuple(
            ForecastPost(upcoming=upcoming, question=question, trouble=trouble, repeat=again)
            for upcoming, (_, question, trouble, again) in posts
        ),
        repeats_from=repeats_from,
    )

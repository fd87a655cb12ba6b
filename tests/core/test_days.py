import time as stopwatch
from datetime import date

import pytest

from bot.core.errors import BadInput
from bot.core.timetable import describe_days, parse_days

MONDAY = date(2026, 3, 2)
WEDNESDAY = date(2026, 3, 4)


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("Weekends", "FREQ=WEEKLY;BYDAY=SA,SU"),
        ("weekdays and sat", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"),
        ("daily", "FREQ=DAILY"),
        ("every day", "FREQ=DAILY"),
        ("everyday", "FREQ=DAILY"),
        ("every 1 day", "FREQ=DAILY"),
        ("every 2 days", "FREQ=DAILY;INTERVAL=2"),
        ("Every other day", "FREQ=DAILY;INTERVAL=2"),
        ("mon,wed,fri", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
        ("fri mon wed mon", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
        ("Monday, Wednesday and Friday", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
        ("tues & thurs", "FREQ=WEEKLY;BYDAY=TU,TH"),
        ("mo tu", "FREQ=WEEKLY;BYDAY=MO,TU"),
        ("mondays", "FREQ=WEEKLY;BYDAY=MO"),
        ("every tuesday", "FREQ=WEEKLY;BYDAY=TU"),
        ("on sunday", "FREQ=WEEKLY;BYDAY=SU"),
        ("mon-fri", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("monday to friday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("mon – wed, sat", "FREQ=WEEKLY;BYDAY=MO,TU,WE,SA"),
        ("sun through thu", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,SU"),
        ("weekly", "FREQ=WEEKLY;BYDAY=WE"),
        ("weekly on mon", "FREQ=WEEKLY;BYDAY=MO"),
        ("every 2 weeks", "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE"),
        ("every other week on mon,thu", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"),
        ("monthly", "FREQ=MONTHLY;BYMONTHDAY=4"),
        ("monthly on the 1st and 15th", "FREQ=MONTHLY;BYMONTHDAY=1,15"),
        ("every 3 months on 1, 15", "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1,15"),
        ("every month on -1", "FREQ=MONTHLY;BYMONTHDAY=-1"),
    ],
)
def test_friendly_words_become_a_rule(words: str, rule: str) -> None:
    assert parse_days(words, starts_on=WEDNESDAY) == rule


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("RRULE:FREQ=DAILY", "FREQ=DAILY"),
        ("rrule: freq=daily; interval=3;", "FREQ=DAILY;INTERVAL=3"),
        ("FREQ=DAILY;INTERVAL=1", "FREQ=DAILY"),
        ("BYDAY=FR,MO,FR;FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,FR"),
        ("FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=WE"),
        ("FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=4"),
        ("FREQ=MONTHLY;BYMONTHDAY=+15,1,-1", "FREQ=MONTHLY;BYMONTHDAY=-1,1,15"),
        ("FREQ=MONTHLY;BYDAY=+2TU,-1FR", "FREQ=MONTHLY;BYDAY=-1FR,2TU"),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
        ("FREQ=DAILY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR", "FREQ=DAILY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR"),
    ],
)
def test_a_limited_rrule_is_taken_and_written_one_way(text: str, rule: str) -> None:
    assert parse_days(text, starts_on=WEDNESDAY) == rule


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=DAILY;INTERVAL=2;BYDAY=MO,FR",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
        "FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=4",
    ],
)
def test_a_normalised_rule_stays_as_it_is(rule: str) -> None:
    assert parse_days(rule, starts_on=WEDNESDAY) == rule


@pytest.mark.parametrize(
    ("words", "bad"),
    [
        ("", "“”"),
        ("and", "“and”"),
        ("mon,funday", "“funday”"),
        ("m w f", "“m”"),
        ("mon-", "“mon-”"),
        ("mon-wed-fri", "“wed-fri”"),
        ("every two days", "“two”"),
        ("every 0 days", "“every 0 days”"),
        ("every 367 days", "“every 367 days”"),
        ("every 53 weeks", "“every 53 weeks”"),
        ("every 13 months", "“every 13 months”"),
        ("every 2 days on mon", "“mon”"),
        ("every 2 weeks on the 5th", "“5th”"),
        ("monthly on 1,32", "“32”"),
        ("monthly on mon", "“mon”"),
    ],
)
def test_refused_words_are_named(words: str, bad: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_days(words, starts_on=WEDNESDAY)

    assert refused.value.message.startswith(bad)
    assert parse_days(refused.value.example, starts_on=WEDNESDAY)


@pytest.mark.parametrize("words", ["1-5", "1,3,5", "0 9 * * 1-5", "* * * * *", "*/2", "mon-5", "0 9 * * mon-fri"])
def test_crontab_numbers_are_refused_with_the_reason(words: str) -> None:
    with pytest.raises(BadInput, match="crontabs disagree on which day a number means") as refused:
        parse_days(words, starts_on=WEDNESDAY)

    assert refused.value.example == "mon-fri"


@pytest.mark.parametrize(
    ("text", "bad"),
    [
        ("FREQ=YEARLY", "“FREQ=YEARLY”"),
        ("FREQ=HOURLY", "“FREQ=HOURLY”"),
        ("FREQ=", "“FREQ=”"),
        ("BYDAY=MO", "“FREQ=”"),
        ("FREQ=DAILY;COUNT=5", "“COUNT=5”"),
        ("FREQ=DAILY;UNTIL=20270101", "“UNTIL=20270101”"),
        ("FREQ=DAILY;BYHOUR=9", "“BYHOUR=9”"),
        ("FREQ=DAILY;BYMONTH=1", "“BYMONTH=1”"),
        ("FREQ=WEEKLY;WKST=SU", "“WKST=SU”"),
        ("DTSTART:20260101 FREQ=DAILY", "“DTSTART:20260101 FREQ=DAILY”"),
        ("FREQ=DAILY\nEXDATE:20260101", "“FREQ=DAILY EXDATE:20260101”"),
        ("FREQ=DAILY;;INTERVAL=2", "“”"),
        ("FREQ=DAILY;FREQ=WEEKLY", "“FREQ=WEEKLY”"),
        ("FREQ=WEEKLY;BYDAY=MO;BYDAY=TU", "“BYDAY=TU”"),
        ("FREQ=DAILY;INTERVAL=0", "“INTERVAL=0”"),
        ("FREQ=DAILY;INTERVAL=-1", "“INTERVAL=-1”"),
        ("FREQ=DAILY;INTERVAL=1000000000", "“INTERVAL=1000000000”"),
        ("FREQ=DAILY;INTERVAL=٢", "“INTERVAL=٢”"),
        ("FREQ=WEEKLY;BYDAY=XX", "“BYDAY=XX”"),
        ("FREQ=WEEKLY;BYDAY=", "“BYDAY=”"),
        ("FREQ=WEEKLY;BYDAY=1MO", "“BYDAY=1MO”"),
        ("FREQ=MONTHLY;BYDAY=0MO", "“BYDAY=0MO”"),
        ("FREQ=MONTHLY;BYDAY=6MO", "“BYDAY=6MO”"),
        ("FREQ=MONTHLY;BYDAY=MO,2FR", "“BYDAY=MO,2FR”"),
        ("FREQ=DAILY;BYDAY=MO;BYSETPOS=1", "“BYSETPOS=1”"),
        ("FREQ=MONTHLY;BYMONTHDAY=99", "“BYMONTHDAY=99”"),
        ("FREQ=MONTHLY;BYMONTHDAY=0", "“BYMONTHDAY=0”"),
        ("FREQ=WEEKLY;BYMONTHDAY=1", "“BYMONTHDAY=1”"),
        ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=500", "“BYSETPOS=500”"),
        ("FREQ=MONTHLY;BYSETPOS=1", "“BYSETPOS=1”"),
    ],
)
def test_refused_parts_of_a_rule_are_named(text: str, bad: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_days(text, starts_on=WEDNESDAY)

    assert refused.value.message.startswith(bad)
    assert parse_days(refused.value.example, starts_on=WEDNESDAY)


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param("FREQ=DAILY;INTERVAL=7;BYDAY=TU", id="every seventh day is a Monday"),
        pytest.param("FREQ=WEEKLY;BYDAY=MO;BYSETPOS=5", id="a week has no fifth Monday"),
        pytest.param("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=25", id="a month has no 25th Monday"),
        pytest.param("FREQ=MONTHLY;BYDAY=2MO;BYMONTHDAY=1", id="the second Monday is never the first"),
        pytest.param("FREQ=MONTHLY;INTERVAL=12;BYDAY=5TH", id="the next one is years away"),
        pytest.param(f"FREQ=MONTHLY;BYMONTHDAY={','.join(['1'] * 5000)}", id="10 kB long"),
        pytest.param(f"FREQ=DAILY;INTERVAL={'9' * 150}", id="a very large number"),
        pytest.param("every " + "9" * 150 + " days", id="a very large number of days"),
        pytest.param("mon," * 5000, id="20 kB of Mondays"),
        pytest.param("every " * 30, id="every every every"),
        pytest.param("=" * 200, id="nothing but equals"),
        pytest.param("-" * 200, id="nothing but dashes"),
        pytest.param("\x00=\udcff;FREQ=DAILY", id="no text at all"),
    ],
)
def test_a_hostile_or_empty_rule_is_refused_at_once(rule: str) -> None:
    started = stopwatch.perf_counter()

    with pytest.raises(BadInput) as refused:
        parse_days(rule, starts_on=MONDAY)

    assert stopwatch.perf_counter() - started < 1
    assert len(refused.value.message) < 200


def test_a_rule_without_a_date_says_where_it_looked() -> None:
    with pytest.raises(BadInput) as refused:
        parse_days("FREQ=DAILY;INTERVAL=7;BYDAY=TU", starts_on=MONDAY)

    assert refused.value.message.endswith("gives no date in the 400 days from 2026-03-02")


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("FREQ=DAILY", "every day"),
        ("FREQ=DAILY;INTERVAL=2", "every 2 days"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "Monday to Friday"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,SU", "Sunday to Thursday"),
        ("FREQ=WEEKLY;BYDAY=SA,SU", "Saturday and Sunday"),
        ("FREQ=WEEKLY;BYDAY=MO,WE,FR", "Mon, Wed, Fri"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,TH,FR", "Mon, Tue, Thu, Fri"),
        ("FREQ=WEEKLY;BYDAY=TU", "every Tuesday"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", "every 2 weeks on Mon, Thu"),
        ("FREQ=MONTHLY;BYMONTHDAY=1,15", "monthly on 1, 15"),
        ("FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1", "every 3 months on 1"),
        ("FREQ=MONTHLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=1MO"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("FREQ=DAILY;INTERVAL=2;BYDAY=MO", "FREQ=DAILY;INTERVAL=2;BYDAY=MO"),
    ],
)
def test_a_rule_is_described_in_words_that_mean_it(rule: str, words: str) -> None:
    assert describe_days(rule) == words
    assert parse_days(words, starts_on=WEDNESDAY) == rule


def test_all_seven_days_are_every_day() -> None:
    assert describe_days("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU") == "every day"

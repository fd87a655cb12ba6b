"""Times of day and zones, as people type them."""

from datetime import time
from zoneinfo import available_timezones

import pytest

from bot.core.errors import BadInput
from bot.core.timetable import parse_time
from bot.core.zones import parse_zone, zones_like


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("09:00", time(9)),
        ("9:00", time(9)),
        ("9", time(9)),
        ("0", time(0)),
        ("23:59", time(23, 59)),
        ("21.30", time(21, 30)),
        ("2130", time(21, 30)),
        (" 9am ", time(9)),
        ("9:30 pm", time(21, 30)),
        ("9 P.M.", time(21)),
        ("12am", time(0)),
        ("12:15am", time(0, 15)),
        ("12pm", time(12)),
        ("Noon", time(12)),
    ],
)
def test_a_time_is_read(word: str, expected: time) -> None:
    assert parse_time(word) == expected


@pytest.mark.parametrize(
    "word",
    [
        "",
        "24:00",
        "9:60",
        "25",
        "13pm",
        "0am",
        "9:5",
        "9:",
        "-9",
        "9:00:00",
        "nine",
        "midnight",
        "٩",
        "9am-5pm",
        "9,30",
    ],
)
def test_what_is_not_one_time_is_refused_by_name(word: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_time(word)

    assert refused.value.message == f"“{word}” is not a time of day"
    assert refused.value.example == "09:00"


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("EUROPE/LONDON", "Europe/London"),
        ("London", "Europe/London"),
        ("new york", "America/New_York"),
        (" America/New  York ", "America/New_York"),
        ("port-au-prince", "America/Port-au-Prince"),
        ("utc", "UTC"),
        ("Etc/GMT+5", "Etc/GMT+5"),
        ("Japan", "Japan"),
    ],
)
def test_a_zone_is_read(word: str, key: str) -> None:
    assert parse_zone(word) == key


def test_every_zone_of_a_place_can_be_typed() -> None:
    keys = [key for key in available_timezones() if "/" in key]

    assert [parse_zone(key.lower()) for key in keys] == keys


@pytest.mark.parametrize(
    "word", ["EST", "est", "IST", "CST", "BST", "CET", "CEST", "GMT", "MST", "Z", "UTC+1", "gmt-5", "+02:00"]
)
def test_abbreviations_and_offsets_are_never_guessed(word: str) -> None:
    with pytest.raises(BadInput, match="is not one time zone: abbreviations mean several") as refused:
        parse_zone(word)

    assert refused.value.word == word
    assert refused.value.example == "America/New_York"


@pytest.mark.parametrize(
    ("word", "message", "example"),
    [
        ("Europe/Berln", "“Europe/Berln” is not a time zone; did you mean Europe/Berlin", "Europe/Berlin"),
        ("new yorc", "“new yorc” is not a time zone; did you mean America/New_York", "America/New_York"),
        ("Istanbul", "“Istanbul” is the name of several time zones: Asia/Istanbul, Europe/Istanbul", "Asia/Istanbul"),
        ("../../etc/passwd", "“../../etc/passwd” is not a time zone", "Europe/Berlin"),
        ("/usr/share/zoneinfo/UTC", "“/usr/share/zoneinfo/UTC” is not a time zone", "Europe/Berlin"),
        ("posix/UTC\x00", "“posix/UTC” is not a time zone", ""),
        ("localtime", "“localtime” is not a time zone", ""),
        ("Factory", "“Factory” is not a time zone", ""),
        ("North", "“North” is not a time zone", ""),
        ("x" * 10_000, f"“{'x' * 40}” is not a time zone", "Europe/Berlin"),
    ],
)
def test_what_is_no_zone_is_refused_with_close_ones(word: str, message: str, example: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_zone(word)

    assert refused.value.message.startswith(message)
    assert refused.value.example.startswith(example)
    assert refused.value.example in available_timezones()


@pytest.mark.parametrize(
    ("typed", "first"),
    [("berl", "Europe/Berlin"), ("new y", "America/New_York"), ("utc", "UTC"), ("Europe/B", "Europe/Belfast")],
)
def test_zones_are_offered_by_what_they_begin_with(typed: str, first: str) -> None:
    assert zones_like(typed)[0] == first


def test_no_more_zones_are_offered_than_a_list_takes() -> None:
    assert len(zones_like("a")) == 100

import re

import pytest

from bot.core.posting import PostingId
from bot.platforms.discord.ids import ANSWER, ANSWERS, COMMAND, FORM, answer_id, answers_id, command_id, form_id

PATTERNS = (ANSWER, ANSWERS, COMMAND, FORM)


@pytest.mark.parametrize(
    ("written", "pattern", "told"),
    [
        (answer_id(PostingId(12), "J"), ANSWER, {"posting": "12", "letter": "J"}),
        (answers_id(PostingId(12)), ANSWERS, {"posting": "12"}),
        (command_id("/tutor me"), COMMAND, {"command": "/tutor me"}),
        (form_id("/classroom week"), FORM, {"about": "", "command": "/classroom week"}),
        (form_id("/classroom setup", "12"), FORM, {"about": "12", "command": "/classroom setup"}),
    ],
    ids=["letter", "menu", "command", "form", "form of a classroom"],
)
def test_an_id_is_read_by_its_own_pattern_alone(written: str, pattern: re.Pattern[str], told: dict[str, str]) -> None:
    found = {each: read.groupdict() for each in PATTERNS if (read := each.fullmatch(written))}

    assert found == {pattern: told}


@pytest.mark.parametrize(
    "strange",
    ["a1:12:K", "a1:12:AB", "a1:-1:A", "a1:١:A", "a1:1234567890123456789:A", "s1:", "s1:x", "a2:1:A", "c1:", "x"],
)
def test_an_id_of_another_make_is_read_by_none(strange: str) -> None:
    assert [pattern for pattern in PATTERNS if pattern.fullmatch(strange)] == []


def test_an_id_longer_than_discord_takes_is_refused() -> None:
    with pytest.raises(ValueError, match="longer than 100"):
        form_id("x" * 98)

import pytest
from sqlalchemy import Connection

from bot.cards.plain import plain
from bot.cards.trouble import error_card, error_line
from bot.core.errors import TutorError
from bot.store import weeks
from tests.builders import a_classroom
from tests.commands.typed import here, typed
from tests.stored import next_number

NONSENSE = {
    "nothing": "",
    "spaces": " \t\n ",
    "slash": "/",
    "slashes": "////",
    "equals": "=",
    "equals in a row": "/classroom setup = = =",
    "quote": '"',
    "curly quote": "/classroom setup days=“mon",
    "quotes around all": '"/classroom setup at=9"',
    "backslashes": "/classroom setup at=\\",
    "null": "/classroom setup zone=\x00",
    "nulls in a word": "/classroom setup zone=Mars\x00/\x00City",
    "bell and escape": "/classroom setup at=\x07\x1b[31m9:99\x1b[0m",
    "emoji": "/classroom setup at=🕘",
    "emoji root": "🤖 setup at=9",
    "emoji name": "/classroom 🚀",
    "family": "/classroom setup zone=👨‍👩‍👧‍👦",
    "right to left": "/classroom setup zone=\u202eniltreB/eporuE",
    "arabic": "/classroom setup at=٩",
    "hebrew": "/classroom setup days=שבת",
    "full width": "/classroom setup at=２５",
    "combining": "/classroom setup days=m̷̛o̶̢n̸̡",
    "half a sign": "/classroom setup zone=\ud83d",
    "zero width": "/classroom setup at=\u200b",
    "newlines": "/classroom setup at=9\n\n\ndays=funday",
    "windows newlines": "/classroom\r\nsetup\r\nat=99",
    "line separator": "/classroom setup at=\u2028",
    "sql": "/classroom setup zone='; DROP TABLE classroom; --",
    "sql number": "/classroom close 1 OR 1=1",
    "sql union": "/classroom cancel-week id=1 UNION SELECT * FROM staff",
    "html": "/classroom setup zone=<script>alert(1)</script>",
    "template": "/classroom setup zone={{7*7}}",
    "format": "/classroom setup zone={0.__class__} %s %n",
    "markdown": "/classroom setup zone=[a](javascript:b)",
    "mention": "/classroom setup zone=<!channel>",
    "path": "/classroom setup pack=../../etc/passwd",
    "zone path": "/classroom setup zone=../../../etc/passwd",
    "url": "/classroom setup pack=file:///etc/passwd",
    "very long value": "/classroom setup ping=" + "x" * 100_000,
    "very long word": "/classroom " + "y" * 100_000,
    "very many words": "/classroom setup at=9 " + "z " * 20_000,
    "very many names": "/classroom setup " + "at=9 " * 10_000,
    "huge number": "/classroom void " + "9" * 10_000,
    "negative number": "/classroom void -1",
    "not a number": "/classroom ask minutes=NaN",
    "infinity": "/classroom ask minutes=inf",
    "superscript": "/classroom ask minutes=²",
    "hexadecimal": "/classroom preview 0x10",
    "year zero": "/classroom off from=0000-00-00",
    "year 9999": "/classroom week topic=safety from=9999-12-31 weeks=52",
    "endless rule": "/classroom setup days=FREQ=DAILY;INTERVAL=999999999999",
    "secondly": "/classroom setup days=RRULE:FREQ=SECONDLY",
    "day that never comes": "/classroom setup days=FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=MO;INTERVAL=12",
    "many days": "/classroom setup days=" + "mon," * 1000,
    "leap day": "/classroom off from=2027-02-29",
    "time of another planet": "/classroom setup at=25:61:61",
    "commas": "/classroom week topic=,,,, from=2026-12-07",
    "person": "/classroom staff add=@everyone",
    "channel": "/classroom move #\x00",
    "python": "/classroom setup at=__import__('os').system('ls')",
    "nothing but dashes": "/classroom setup -- --- —",
}


@pytest.mark.parametrize("line", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_gets_a_short_clean_answer_and_changes_nothing(tx: Connection, line: str) -> None:
    a_classroom(tx)
    before = here(tx)

    with pytest.raises(TutorError) as caught:
        typed(tx, line)

    told = error_line(caught.value)
    assert len(told) < 400
    assert told.isprintable()
    assert plain(error_card(caught.value)).encode()
    assert (here(tx), weeks.weeks_of(tx, before.id), next_number(tx, before.id)) == (before, (), 1)

from sqlalchemy import Connection, select

from bot.store.audit import note_change
from bot.store.tables import audit
from tests.builders import NINE, a_classroom, a_pack


def test_every_change_is_kept_with_who_made_it(tx: Connection) -> None:
    room = a_classroom(tx, pack=a_pack(each=1)).id

    note_change(tx, room, actor="dana", action="/classroom pause", at=NINE)
    note_change(tx, room, actor="eve", action="/classroom resume", at=NINE)

    rows = tx.execute(select(audit.c.actor, audit.c.action, audit.c.at).order_by(audit.c.id))
    assert [tuple(row) for row in rows] == [("dana", "/classroom pause", NINE), ("eve", "/classroom resume", NINE)]

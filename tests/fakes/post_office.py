"""A courier at work over a chat in memory, in a small world whose time stands still."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import Connection, select

from bot.core.address import Platform
from bot.courier import Courier
from bot.desk import Desk
from bot.store.tables import delivery
from tests.builders import NINE
from tests.due import take_due
from tests.fakes.chat import FakeChat


@dataclass
class Post:
    """One desk, one courier and one chat."""

    desk: Desk
    chat: FakeChat = field(default_factory=FakeChat)
    now: datetime = NINE
    courier: Courier = field(init=False)

    def __post_init__(self) -> None:
        self.courier = self.another()

    def another(self, *, ahead: timedelta = timedelta()) -> Courier:
        """A second worker on the same database, whose clock may be ahead."""
        return Courier(self.desk, {Platform.WEB: self.chat}, lambda: self.now + ahead)

    async def due(self, **ahead: float) -> None:
        """So much later, what is due is opened, closed and delivered."""
        self.now += timedelta(**ahead)
        await self.desk.write(take_due, self.now)
        await self.courier.deliver()

    async def states(self) -> dict[str, tuple[str, str]]:
        """Every delivery's state and trouble."""
        return await self.desk.read(_states)


def _states(tx: Connection) -> dict[str, tuple[str, str]]:
    rows = tx.execute(select(delivery.c.key, delivery.c.state, delivery.c.error))
    return {row.key: (row.state, row.error) for row in rows}

"""App Home: a person's own page, drawn when they open it and after an answer they gave there."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import structlog
from slack_bolt.context.async_context import AsyncBoltContext

from bot.background import Background
from bot.cards.home import home_cards
from bot.core.address import Caller
from bot.core.errors import TutorError
from bot.desk import Desk
from bot.platforms.slack.calls import Calls
from bot.platforms.slack.people import People
from bot.platforms.slack.pictures import Pictures
from bot.platforms.slack.render import Renderer
from bot.platforms.slack.replies import Asker, asker
from bot.port import DeliveryFailed
from bot.tutor.home import home

log = structlog.get_logger(__name__)


class Home:
    """Draws people's pages."""

    def __init__(
        self,
        *,
        desk: Desk,
        calls: Calls,
        people: People,
        pictures: Pictures,
        clock: Callable[[], datetime],
        work: Background,
    ) -> None:
        self._desk = desk
        self._calls = calls
        self._people = people
        self._clock = clock
        self._pictures = pictures
        self._work = work

    async def opened(self, body: dict[str, Any], event: dict[str, Any], context: AsyncBoltContext) -> None:
        """Somebody looks at the app's own pages."""
        if event.get("tab", "home") == "home":
            self._work.start(self.draw(asker(body, context)))

    async def draw(self, who: Asker) -> None:
        """Draw a person's page; what fails is logged, for the next look draws it anew."""
        try:
            caller = await self._caller(who)
            cards = home_cards(await self._desk.read(home, caller, self._clock()))
            known = await self._pictures.known(who.person.workspace, tuple(block for card in cards for block in card))
            view = Renderer(known.get).home(cards)
            await self._calls.call(who.person.workspace, "views.publish", user_id=who.person.person, view=view)
        except DeliveryFailed as error:
            log.warning("home_not_drawn", person=who.person.person, reason=str(error))
        except Exception:
            log.exception("home_broke", person=who.person.person)

    async def _caller(self, who: Asker) -> Caller:
        """The person; while Slack does not tell who manages the workspace, as a member."""
        try:
            return await self._people.staff(who)
        except TutorError:
            return self._people.member(who)

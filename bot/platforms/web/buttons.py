"""Pressed letters on the demo page: from the form's fields to the private reply."""

from collections.abc import Callable
from datetime import datetime

from starlette.datastructures import FormData

from bot.cards.blocks import Card
from bot.core.address import Platform
from bot.platforms.web.fields import text_field
from bot.platforms.web.people import Person, caller
from bot.reception import Reception


class Buttons:
    """Reads who pressed what; the demo's own clock is the platform's time of the click."""

    def __init__(self, reception: Reception, clock: Callable[[], datetime]) -> None:
        self._reception = reception
        self._clock = clock

    async def pressed(self, person: Person, form: FormData) -> Card:
        """The private reply to a press of one letter, or to several ticked ones."""
        letters = [value for value in form.getlist("letter") if isinstance(value, str)]
        posting = text_field(form, "posting")
        return await self._reception.answered(caller(person), posting, letters, self._clock())

    def replied(self, received: float) -> None:
        """It was shown; `received` is when the press came, by `time.monotonic`."""
        self._reception.replied(Platform.WEB, received)

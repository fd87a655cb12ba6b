"""What is offered while somebody types: packs, topics, time zones, days, and roles to mention."""

from collections.abc import Iterable, Sequence

from discord.app_commands import Choice
from sqlalchemy import Connection

from bot.cards.blocks import FieldKind
from bot.commands.command import Parameter
from bot.core.address import ChannelAddress
from bot.core.days import WEEK
from bot.core.zones import zones_like
from bot.desk import Desk
from bot.platforms.discord.components import shortened
from bot.platforms.discord.people import Interaction, place
from bot.reception import settled
from bot.store import packs
from bot.tutor.classroom import the_classroom, the_pack

_MOST = 25
_LONGEST = 100
_RHYTHMS = tuple((days, days) for days in ("weekdays", "daily", "mon,wed,fri", "every 2 days", "monthly on 1,15"))
_WEEKDAYS = tuple((day, day[:3].lower()) for day in WEEK)
_CALLS = (("nobody", "none"), ("@here", "here"), ("@everyone", "everyone"))

Offer = tuple[str, str]
"""What is shown, and what it means."""


class Suggestions:
    """Offers that suit what was typed so far; where nothing can be offered anything may be typed."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def offer(self, interaction: Interaction, parameter: Parameter, typed: str) -> Sequence[Choice[str]]:
        """At most 25 of them, those first that begin as it does."""
        found = await settled(self._offers(interaction, parameter, typed.strip()))
        fitting = found if isinstance(found, list) else []
        short = (Choice(name=shortened(shown, _LONGEST), value=value) for shown, value in fitting)
        return [each for each in short if each.name and 0 < len(each.value) <= _LONGEST][:_MOST]

    async def _offers(self, interaction: Interaction, parameter: Parameter, typed: str) -> list[Offer]:
        match parameter.kind:
            case FieldKind.PACK:
                return _like([(pack, pack) for pack in await self._desk.read(packs.pack_ids)], typed)
            case FieldKind.TOPIC:
                return _listed(await self._desk.read(_topics, place(interaction)), typed)
            case FieldKind.ZONE:
                return [(zone, zone) for zone in zones_like(typed)]
            case FieldKind.DAYS:
                return _like(_RHYTHMS, typed) + (_listed(_WEEKDAYS, typed) if typed else [])
            case FieldKind.GROUP:
                return _like([*_CALLS, *_roles(interaction)], typed.removeprefix("@"))
            case _:
                return []


def _topics(tx: Connection, address: ChannelAddress) -> list[Offer]:
    """The topics that the classroom has questions on."""
    pack = the_pack(tx, the_classroom(tx, address))
    filled = {question.topic for question in pack.questions}
    return [(topic.title, topic.id) for topic in pack.topics if topic.id in filled]


def _roles(interaction: Interaction) -> Iterable[Offer]:
    """The server's roles but those of bots; everybody's is offered by its name."""
    roles = interaction.guild.roles if interaction.guild else []
    return [(f"@{role.name}", str(role.id)) for role in reversed(roles) if not (role.managed or role.is_default())]


def _like(offers: Iterable[Offer], typed: str) -> list[Offer]:
    wanted = typed.casefold()
    found = [offer for offer in offers if any(wanted in word.casefold() for word in offer)]
    return sorted(found, key=lambda offer: not any(_begins(word, wanted) for word in offer))


def _begins(word: str, wanted: str) -> bool:
    return word.casefold().removeprefix("@").startswith(wanted)


def _listed(offers: Sequence[Offer], typed: str) -> list[Offer]:
    """Offers for the last word of a list with commas, each as the whole list that it makes."""
    *before, last = (word.strip() for word in typed.split(","))
    named = {word.casefold() for word in before}
    found = [offer for offer in _like(offers, last) if offer[1] not in named]
    return [(", ".join((*before, shown)), ",".join((*before, value))) for shown, value in found]

"""Who a person is: what Slack says of them, and how they name each other, channels and groups."""

import re
from collections.abc import Collection, Mapping
from typing import Any

import structlog
from cachetools import TTLCache

from bot.cards.blocks import FieldKind
from bot.commands.command import Parameter
from bot.core.address import Caller, PersonKey
from bot.core.errors import BadInput, TutorError
from bot.platforms.slack.calls import Calls
from bot.platforms.slack.replies import Asker
from bot.port import DeliveryFailed

log = structlog.get_logger(__name__)

_ESCAPES = {"&lt;": "<", "&gt;": ">", "&amp;": "&"}
_MARKED = {
    FieldKind.CHANNEL: re.compile(r"<#([CG]\w+)(?:\|[^>]*)?>|([CG](?=[A-Z]*\d)[A-Z0-9]{6,})", re.ASCII),
    FieldKind.PERSON: re.compile(r"<@([UW]\w+)(?:\|[^>]*)?>|([UW](?=[A-Z]*\d)[A-Z0-9]{6,})", re.ASCII),
    FieldKind.GROUP: re.compile(r"<!subteam\^(S\w+)(?:\|[^>]*)?>|<!(here|channel|everyone)(?:\|[^>]*)?>", re.ASCII),
}
"""What Slack makes of a name that was chosen, or the bare id."""
_EVERYBODY = re.compile(r"@?(here|channel|everyone)|(S(?=[A-Z]*\d)[A-Z0-9]{6,})", re.ASCII)
_CHOOSE = {
    FieldKind.CHANNEL: (
        "is no channel that Slack knows: choose it from the list that comes up after #, or give its id.",
        "#general",
    ),
    FieldKind.PERSON: (
        "is nobody that Slack knows: choose them from the list that comes up after @, or give their id.",
        "@sam",
    ),
    FieldKind.GROUP: (
        "is no group that Slack knows: choose it from the list that comes up after @, or give its id.",
        "@here",
    ),
}
_KEPT, _MOST_KEPT = 60.0, 10_000
"""Seconds for which it is remembered who manages a workspace, and for how many persons."""
_NOBODY = {"none", "nobody"}


class People:
    """What Slack tells of persons."""

    def __init__(self, calls: Calls, admins: Collection[str]) -> None:
        self._calls = calls
        self._admins = admins
        self._known: TTLCache[PersonKey, Caller] = TTLCache(_MOST_KEPT, _KEPT)

    async def staff(self, who: Asker) -> Caller:
        """The person with their zone, and whether they manage the workspace.

        Raises:
            TutorError: Slack does not answer just now, and without it nobody knows.
        """
        if (known := self._known.get(who.person)) is not None:
            return known
        try:
            bot = await self._calls.bot(who.person.workspace)
            answer = await self._calls.call(who.person.workspace, "users.info", user=who.person.person)
        except DeliveryFailed as error:
            log.warning("person_not_known", person=who.person.person, reason=str(error))
            raise TutorError("Slack does not tell just now who you are. Please try again.") from error
        user = answer["user"]
        mine = who.person.person in self._admins or who.person.person == bot.installed_by
        found = Caller(
            key=who.person,
            name=_name(user) or who.name,
            manages=mine or any(user.get(right) for right in ("is_admin", "is_owner", "is_primary_owner")),
            zone=str(user.get("tz") or ""),
        )
        self._known[who.person] = found
        return found

    def member(self, who: Asker) -> Caller:
        """The person as the request itself tells them."""
        return Caller(key=who.person, name=who.name, manages=who.person.person in self._admins)


def resolve(parameter: Parameter, word: str) -> str:
    """Slack's own id of a channel, person or group that somebody chose.

    Raises:
        BadInput: it is only a word.
    """
    if parameter.kind is FieldKind.GROUP and word.casefold() in _NOBODY:
        return word
    found = _MARKED[parameter.kind].fullmatch(word)
    if found is None and parameter.kind is FieldKind.GROUP:
        found = _EVERYBODY.fullmatch(word)
    if found is None:
        told, example = _CHOOSE[parameter.kind]
        raise BadInput(word, told, example=f"{parameter.name}={example}")
    return next(group for group in found.groups() if group)


def is_address(workspace: str, channel: str) -> bool:
    """Whether these can be the ids of a team (in its organisation or alone) and of a channel of Slack's."""
    team = re.fullmatch(r"(?:E[A-Z0-9]+/)?T[A-Z0-9]+", workspace, re.ASCII)
    return team is not None and _MARKED[FieldKind.CHANNEL].fullmatch(channel) is not None and channel.isalnum()


def channel_in(line: str) -> str | None:
    """The channel that a typed line names, if it names one."""
    found = re.search(rf"channel\s*=\s*(?:{_MARKED[FieldKind.CHANNEL].pattern})", line)
    return next((group for group in found.groups() if group), None) if found else None


def as_typed(text: str) -> str:
    """What a person typed: Slack escapes three signs in it."""
    return re.sub("|".join(_ESCAPES), lambda found: _ESCAPES[found.group()], text)


def _name(user: Mapping[str, Any]) -> str:
    profile = user.get("profile") or {}
    names = (profile.get("display_name"), profile.get("real_name"), user.get("real_name"), user.get("name"))
    return next((str(name) for name in names if name), "")

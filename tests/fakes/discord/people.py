"""What people do: press, choose, type, fill in, and wait to be answered."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tests.fakes.discord.completion import completed, walk
from tests.fakes.discord.controls import SELECTS, Kind
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.interaction import Interaction, InteractionKind
from tests.fakes.discord.interaction_event import interaction_json
from tests.fakes.discord.picks import NotShown, Picks, choose_values, fill_form
from tests.fakes.discord.reply_api import ReplyApi
from tests.fakes.discord.state import Channel, Json, Message, Role, State, User
from tests.fakes.discord.typing_commands import type_command

FAILED = {
    InteractionKind.COMMAND: "The application did not respond",
    InteractionKind.COMPONENT: "This interaction failed",
    InteractionKind.AUTOCOMPLETE: "Loading options failed",
    InteractionKind.FORM: "Something went wrong. Try again.",
}


@dataclass(frozen=True, kw_only=True)
class ErrorSeen:
    """Discord's own words to somebody whom the bot left waiting."""

    user: User
    channel: Channel
    text: str


class People:
    """`at` is the moment of a click as its id tells it; with `wait` off nobody waits for the answer."""

    def __init__(self, state: State, gateway: Gateway, interactions: dict[str, Interaction], replies: ReplyApi) -> None:
        self.errors_seen: list[ErrorSeen] = []
        self._state = state
        self._gateway = gateway
        self._interactions = interactions
        self._replies = replies

    async def click(
        self,
        user: User,
        message: Message,
        label: str | None = None,
        *,
        custom_id: str | None = None,
        at: datetime | None = None,
        wait: bool = True,
    ) -> Interaction:
        """Press a button, found by its label or custom id."""
        there = [each for each in visible(message, user) if each["type"] == Kind.BUTTON]
        button = next((each for each in there if names(each, label, custom_id)), None)
        if button is None or button.get("disabled") or "custom_id" not in button:
            raise NotShown(f"no button {label or custom_id} to press for {user.name}")
        data = {"component_type": int(Kind.BUTTON), "custom_id": button["custom_id"], "id": button["id"]}
        return await self._act(InteractionKind.COMPONENT, user, message.channel, data, at=at, wait=wait, source=message)

    async def choose(
        self,
        user: User,
        message: Message,
        values: Sequence[str | User | Role | Channel],
        *,
        custom_id: str | None = None,
        at: datetime | None = None,
        wait: bool = True,
    ) -> Interaction:
        """Choose in a select: options by label or value, or things themselves."""
        there = [each for each in visible(message, user) if each["type"] in SELECTS]
        select = next((each for each in there if custom_id in (None, each["custom_id"])), None)
        if select is None or select.get("disabled"):
            raise NotShown(f"no select {custom_id or ''} for {user.name}")
        picks = Picks(state=self._state, guild=message.channel.guild)
        chosen = choose_values(select, values, picks)
        data = {"component_type": select["type"], "custom_id": select["custom_id"], "id": select["id"]}
        data |= {"values": chosen, **picks.told}
        return await self._act(InteractionKind.COMPONENT, user, message.channel, data, at=at, wait=wait, source=message)

    async def slash(
        self,
        user: User,
        channel: Channel,
        path: str,
        options: dict[str, Any] | None = None,
        *,
        at: datetime | None = None,
        wait: bool = True,
    ) -> Interaction:
        """Send a command such as "tutor me"; NotShown if Discord does not offer it to this person here."""
        data = type_command(self._state, user, channel, path, options or {})
        return await self._act(InteractionKind.COMMAND, user, channel, data, at=at, wait=wait)

    async def autocomplete(
        self, user: User, channel: Channel, path: str, focus: str, typed: str, *, options: dict[str, Any] | None = None
    ) -> list[Json]:
        """Type into an option and read what is suggested, each with name and value."""
        values = (options or {}) | {focus: typed}
        data = type_command(self._state, user, channel, path, values, focus=focus)
        done = await self._act(InteractionKind.AUTOCOMPLETE, user, channel, data)
        return done.choices

    async def submit(
        self, user: User, values: dict[str, Any], *, at: datetime | None = None, wait: bool = True
    ) -> Interaction:
        """Send the form that is open, filled in by custom id; it closes unless the bot fails to answer."""
        opened = self.form(user)
        if opened is None or opened.modal is None:
            raise NotShown(f"no form is open for {user.name}")
        picks = Picks(state=self._state, guild=opened.channel.guild)
        whole = opened.modal | {"components": completed(opened.modal["components"], [])}
        rows = fill_form(whole, values, picks)
        data = {"custom_id": whole["custom_id"], "components": rows, **picks.told}
        done = await self._act(
            InteractionKind.FORM, user, opened.channel, data, at=at, wait=wait, source=opened.source, trigger=opened
        )
        opened.modal = None if not done.failed else opened.modal
        return done

    async def again(self, made: Interaction) -> None:
        """Discord tells the bot a second time what was done once."""
        await self._gateway.tell("INTERACTION_CREATE", made.payload, made.channel.guild)

    def form(self, user: User) -> Interaction | None:
        """The interaction that opened the form somebody looks at."""
        theirs = [each for each in self._interactions.values() if each.user is user and each.modal is not None]
        return theirs[-1] if theirs else None

    def say(self, user: User, channel: Channel, text: str) -> Message:
        """Write something into a channel, which the bot is not told."""
        number = self._state.ids.new()
        made = Message(id=number, channel=channel, author=user, sent_at=self._state.now, content=text)
        channel.messages[number] = made
        return made

    async def _act(
        self,
        kind: InteractionKind,
        user: User,
        channel: Channel,
        data: Json,
        *,
        at: datetime | None = None,
        wait: bool = True,
        source: Message | None = None,
        trigger: Interaction | None = None,
    ) -> Interaction:
        """Tell the bot, and see within its three seconds how it answers."""
        number = self._state.ids.new() if at is None else self._state.ids.at(at)
        made = Interaction(
            id=number,
            token=f"token-{number}",
            kind=kind,
            user=user,
            channel=channel,
            payload={},
            source=source,
            opened_at=self._state.now,
            trigger=trigger,
        )
        made.payload = interaction_json(made, data, self._state)
        self._interactions[made.token] = made
        await self._gateway.tell("INTERACTION_CREATE", made.payload, channel.guild)
        return await self.wait_for(made) if wait else made

    async def wait_for(self, made: Interaction) -> Interaction:
        """Look at it until the bot answers or Discord tells that it did not."""
        try:
            await made.until(lambda: made.answer is not None, self._replies.patience)
        except TimeoutError:
            made.failed = FAILED[made.kind]
            self.errors_seen.append(ErrorSeen(user=made.user, channel=made.channel, text=made.failed))
        return made


def visible(message: Message, user: User) -> list[Json]:
    """The components of a message that somebody sees."""
    if message.deleted or message.only_for not in (None, user):
        raise NotShown(f"{user.name} does not see the message")
    return list(walk(message.components))


def names(button: Json, label: str | None, custom_id: str | None) -> bool:
    """Whether a button is the one that is meant."""
    if custom_id is not None:
        return bool(button.get("custom_id") == custom_id)
    return button.get("label") == label

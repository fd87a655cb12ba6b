"""The routes of interactions: the one callback, and the webhook that lives on for fifteen minutes."""

import time
from datetime import timedelta

from tests.fakes.discord.command_form import STRING, check_choice_list
from tests.fakes.discord.form import Field, Form
from tests.fakes.discord.interaction import CallbackKind, Interaction, InteractionKind
from tests.fakes.discord.message_form import ON_EDIT, ON_REPLY
from tests.fakes.discord.modal_form import check_modal
from tests.fakes.discord.payloads import message_json, user_json
from tests.fakes.discord.refusals import Refusal
from tests.fakes.discord.routes import Call
from tests.fakes.discord.state import EPHEMERAL, LOADING, Json, Message, State
from tests.fakes.discord.writing import Draft, blank, rewrite, write

TOKEN_LASTS = timedelta(minutes=15)
OF_COMPONENT = (CallbackKind.THINK_OF_UPDATE, CallbackKind.UPDATE)


class ReplyApi:
    """How the bot answers what people do; `patience` is how long it has for the callback, in seconds."""

    def __init__(self, state: State, interactions: dict[str, Interaction], patience: float = 3.0) -> None:
        self._state = state
        self._interactions = interactions
        self.patience = patience

    async def callback(self, call: Call) -> Json | None:
        """The first answer; there is no second, and none after three seconds."""
        found = self._interactions.get(call.params["token"])
        if found is None or found.id != call.number("interaction") or self._late(found):
            raise Refusal.UNKNOWN_INTERACTION.error()
        if found.answer is not None:
            raise Refusal.ALREADY_ACKNOWLEDGED.error()
        kind = callback_kind(call.body, found)
        self._take(found, kind, call)
        found.answer = kind
        found.waited = time.monotonic() - found.started
        found.changed()
        return self._told(found, kind) if call.query.get("with_response") in ("1", "true") else None

    async def follow_up(self, call: Call) -> Json:
        """A further message; the first one after thinking takes its place."""
        found = self._open(call)
        if found.thinking and found.original is not None:
            draft = Draft(body=call.body, uploads=call.uploads, may=ON_REPLY)
            rewrite(self._state, found.original, draft)
            message = found.original
        else:
            message = self._say(found, Draft(body=call.body, uploads=call.uploads, may=ON_REPLY))
            found.follow_ups.append(message)
        found.changed()
        return message_json(message, self._state)

    async def fetch(self, call: Call) -> Json:
        return message_json(self._reply(call, self._open(call)), self._state)

    async def edit(self, call: Call) -> Json:
        found = self._open(call)
        message = self._reply(call, found)
        rewrite(self._state, message, Draft(body=call.body, uploads=call.uploads, may=ON_EDIT))
        found.changed()
        return message_json(message, self._state)

    async def delete(self, call: Call) -> None:
        found = self._open(call)
        message = self._reply(call, found)
        message.deleted = True
        message.flags &= ~LOADING
        message.channel.messages.pop(message.id, None)
        found.changed()

    def _late(self, found: Interaction) -> bool:
        """Whether the moment for the callback has passed, by the wall or by the world's clock."""
        waited = max(time.monotonic() - found.started, (self._state.now - found.opened_at).total_seconds())
        return waited > self.patience

    def _open(self, call: Call) -> Interaction:
        """The interaction behind a token that still holds."""
        found = self._interactions.get(call.params["token"])
        if found is None or call.number("application") != self._state.application_id or found.answer is None:
            raise Refusal.UNKNOWN_WEBHOOK.error()
        if self._state.now - found.opened_at > TOKEN_LASTS:
            raise Refusal.INVALID_WEBHOOK_TOKEN.error()
        return found

    def _reply(self, call: Call, found: Interaction) -> Message:
        """The message that the path names."""
        mine = [*([found.original] if found.original else []), *found.follow_ups]
        for message in mine:
            named = call.params["message"] == str(message.id)
            original = call.params["message"] == "@original" and message is found.original
            if (named or original) and not message.deleted:
                return message
        raise Refusal.UNKNOWN_MESSAGE.error()

    def _take(self, found: Interaction, kind: CallbackKind, call: Call) -> None:
        """Do what the callback says."""
        data = call.body.get("data") or {}
        match kind:
            case CallbackKind.REPLY:
                draft = Draft(body=data, uploads=call.uploads, may=ON_REPLY, path=("data",))
                found.original = self._say(found, draft)
            case CallbackKind.THINK:
                flags = LOADING | (data.get("flags") or 0) & EPHEMERAL
                only_for = found.user if flags & EPHEMERAL else None
                found.original = blank(
                    self._state, found.channel, flags=flags, only_for=only_for, metadata=metadata(found)
                )
            case CallbackKind.CHOICES:
                found.choices = checked_choices(call.body)
            case CallbackKind.MODAL:
                form = Form()
                check_modal(Field(form, call.body)["data"])
                form.refuse()
                found.modal = data
            case _:
                found.original = found.source
                if kind is CallbackKind.UPDATE and found.source is not None:
                    draft = Draft(body=data, uploads=call.uploads, may=ON_EDIT, path=("data",))
                    rewrite(self._state, found.source, draft)

    def _say(self, found: Interaction, draft: Draft) -> Message:
        only_for = found.user if (draft.body.get("flags") or 0) & EPHEMERAL else None
        return write(self._state, found.channel, draft, only_for=only_for, metadata=metadata(found))

    def _told(self, found: Interaction, kind: CallbackKind) -> Json:
        """The callback as a resource."""
        about: Json = {"id": str(found.id), "type": int(found.kind)}
        message = found.original
        if message is None:
            return {"interaction": about}
        about |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.loading,
            "response_message_ephemeral": bool(message.flags & EPHEMERAL),
        }
        if kind not in (CallbackKind.REPLY, CallbackKind.UPDATE):
            return {"interaction": about}
        return {"interaction": about, "resource": {"type": int(kind), "message": message_json(message, self._state)}}


def callback_kind(body: Json, found: Interaction) -> CallbackKind:
    """How it is answered, if that fits what was done."""
    form = Form()
    allowed = {
        InteractionKind.AUTOCOMPLETE: [CallbackKind.CHOICES],
        InteractionKind.COMMAND: [CallbackKind.REPLY, CallbackKind.THINK, CallbackKind.MODAL],
        InteractionKind.COMPONENT: [*OF_COMPONENT, CallbackKind.REPLY, CallbackKind.THINK, CallbackKind.MODAL],
        InteractionKind.FORM: [CallbackKind.REPLY, CallbackKind.THINK, *(OF_COMPONENT if found.source else ())],
    }[found.kind]
    value = Field(form, body)["type"].choice(*map(int, allowed), required=True)
    form.refuse()
    return CallbackKind(value)


def checked_choices(body: Json) -> list[Json]:
    """The suggestions, at most 25."""
    form = Form()
    choices = list(Field(form, body)["data"]["choices"].each(0, 25, required=True))
    check_choice_list(choices, STRING if any(isinstance(each["value"].value, str) for each in choices) else 0)
    form.refuse()
    return [choice.value for choice in choices]


def metadata(found: Interaction) -> Json:
    """What a message says about the interaction that it answers."""
    told: Json = {"id": str(found.id), "type": int(found.kind), "user": user_json(found.user)}
    told["authorizing_integration_owners"] = owners(found)
    if found.kind is InteractionKind.COMPONENT and found.source is not None:
        told["interacted_message_id"] = str(found.source.id)
    if found.trigger is not None:
        told["triggering_interaction_metadata"] = metadata(found.trigger)
    return told


def owners(found: Interaction) -> dict[str, str]:
    """Whose installation the interaction came through."""
    return {"0": str(found.channel.guild.id if found.channel.guild else 0)}

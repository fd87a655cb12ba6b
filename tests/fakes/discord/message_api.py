"""The routes of messages: send, list, fetch, edit, delete, and threads that begin at one."""

from datetime import timedelta

from tests.fakes.discord.form import Field, Form
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.message_form import ON_CREATE, ON_EDIT
from tests.fakes.discord.payloads import channel_json, message_json
from tests.fakes.discord.reach import find, reach, reach_to_write
from tests.fakes.discord.refusals import Refusal
from tests.fakes.discord.routes import Call
from tests.fakes.discord.state import Channel, ChannelKind, Json, Message, State, bits
from tests.fakes.discord.writing import Draft, rewrite, write

NONCE_LASTS = timedelta(minutes=5)


class MessageApi:
    """What the bot can do with messages in channels."""

    def __init__(self, state: State, gateway: Gateway) -> None:
        self._state = state
        self._gateway = gateway

    async def send(self, call: Call) -> Json:
        """A new message, or the one that was sent with the same enforced nonce."""
        needs = ["attach_files"] if call.uploads else []
        channel = reach_to_write(self._state, call.number("channel"), *needs)
        check_reference(channel, call.body, self._state)
        twin = self._twin(call.body)
        if twin is not None:
            return message_json(twin, self._state)
        message = write(self._state, channel, Draft(body=call.body, uploads=call.uploads, may=ON_CREATE))
        if channel.archived:
            channel.archived = False
            await self._gateway.tell("THREAD_UPDATE", channel_json(channel, self._state), channel.guild)
        return message_json(message, self._state)

    async def list(self, call: Call) -> list[Json]:
        """The newest first; `around`, `before` and `after` are ids, and only one of them counts."""
        channel = reach(self._state, call.number("channel"))
        form = Form()
        asked = Field(form, {name: int(text) for name, text in call.query.items() if text.isdigit()})
        limit = asked["limit"].number(1, 100, default=50)
        form.refuse()
        if not channel.permissions(self._state.bot, bot=True) & bits(["read_message_history"]):
            return []
        there = [each for each in channel.messages.values() if each.only_for is None]
        there.sort(key=lambda message: message.id, reverse=True)
        return [message_json(each, self._state) for each in page(there, asked.value, limit)]

    async def fetch(self, call: Call) -> Json:
        channel = reach(self._state, call.number("channel"))
        if not channel.permissions(self._state.bot, bot=True) & bits(["read_message_history"]):
            raise Refusal.MISSING_ACCESS.error()
        return message_json(find(channel, call.number("message")), self._state)

    async def edit(self, call: Call) -> Json:
        channel = reach(self._state, call.number("channel"))
        message = find(channel, call.number("message"))
        if message.author is not self._state.bot:
            raise Refusal.NOT_YOUR_MESSAGE.error()
        if channel.archived:
            raise Refusal.ARCHIVED_THREAD.error()
        rewrite(self._state, message, Draft(body=call.body, uploads=call.uploads, may=ON_EDIT))
        return message_json(message, self._state)

    async def delete(self, call: Call) -> None:
        channel = reach(self._state, call.number("channel"))
        message = find(channel, call.number("message"))
        if channel.archived:
            raise Refusal.ARCHIVED_THREAD.error()
        if message.author is not self._state.bot:
            reach(self._state, channel.id, "manage_messages")
        message.deleted = True
        del channel.messages[message.id]

    async def start_thread(self, call: Call) -> Json:
        """A thread with the message's own id; a second one is refused."""
        channel = reach(self._state, call.number("channel"), "create_public_threads")
        if channel.kind is not ChannelKind.TEXT:
            raise Refusal.WRONG_CHANNEL_KIND.error()
        form = Form()
        body = Field(form, call.body)
        name = body["name"].text(1, 100, required=True)
        body["auto_archive_duration"].choice(60, 1440, 4320, 10080)
        form.refuse()
        message = find(channel, call.number("message"))
        if message.id in self._state.channels:
            raise Refusal.THREAD_EXISTS.error()
        message.thread = self._state.add_channel(
            ChannelKind.THREAD, name, id=message.id, guild=channel.guild, parent=channel
        )
        message.thread.auto_archive = call.body.get("auto_archive_duration") or 1440
        written = channel_json(message.thread, self._state)
        await self._gateway.tell("THREAD_CREATE", written | {"newly_created": True}, channel.guild)
        return written

    def _twin(self, body: Json) -> Message | None:
        """The message that the bot sent with this nonce in the last minutes."""
        if not body.get("enforce_nonce") or body.get("nonce") is None:
            return None
        twin = self._state.nonces.get(body["nonce"])
        if twin is None or twin.deleted or twin.sent_at < self._state.now - NONCE_LASTS:
            return None
        return twin


def page(newest_first: list[Message], asked: dict[str, int], limit: int) -> list[Message]:
    """So many of them, near the message that was asked about."""
    if "around" in asked:
        middle = [each for each in newest_first if each.id >= asked["around"]][-((limit + 1) // 2) :]
        older = [each for each in newest_first if each.id < asked["around"]]
        return (middle + older[: limit - len(middle)])[:limit]
    if "before" in asked:
        return [each for each in newest_first if each.id < asked["before"]][:limit]
    if "after" in asked:
        return [each for each in newest_first if each.id > asked["after"]][-limit:]
    return newest_first[:limit]


def check_reference(channel: Channel, body: Json, state: State) -> None:
    """A reply needs the history, and its message unless it is said not to matter."""
    asked = body.get("message_reference")
    if not asked:
        return
    if not channel.permissions(state.bot, bot=True) & bits(["read_message_history"]):
        raise Refusal.NO_REPLY_WITHOUT_HISTORY.error()
    form = Form()
    field = Field(form, body)["message_reference"]
    number = str(field["message_id"].value)
    there = number.isdigit() and int(number) in channel.messages
    if not there and asked.get("fail_if_not_exists", True):
        field.wrong("REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    form.refuse()

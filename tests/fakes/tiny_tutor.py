"""A small bolt app that answers everything the fake Slack can do to it."""

from dataclasses import dataclass, field

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.respond.async_respond import AsyncRespond
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.bolt_app import Room
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack_blocks import actions, asks, boxes, button, home, modal, options, section

QUESTION = [
    section("Which?"),
    actions(
        button("A", action_id="pick", value="1:a"),
        button("Form", action_id="form"),
        boxes(
            action_id="boxes",
            options=[*options(1, "one"), {"text": {"type": "plain_text", "text": "two"}, "value": "2"}],
        ),
        {"type": "external_select", "action_id": "topic", "min_query_length": 1},
        block_id="answers",
    ),
]
FORM = modal(
    asks(),
    asks(boxes(action_id="kinds"), block_id="kinds", label="Kinds", optional=True),
    callback_id="form",
    notify_on_close=True,
)


@dataclass(kw_only=True)
class TinyTutor:
    """Keeps every payload it was given; `fails` makes that many events go wrong first."""

    room: Room
    heard: list[Body] = field(default_factory=list)
    fails: int = 0
    retries: list[str] = field(default_factory=list)

    async def _pick(self, ack: AsyncAck, body: Body, respond: AsyncRespond) -> None:
        self.heard.append(body)
        await ack()
        await respond("Correct")

    async def _form(self, ack: AsyncAck, body: Body, client: AsyncWebClient) -> None:
        self.heard.append(body)
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=FORM)

    async def _heard_of(self, ack: AsyncAck, body: Body) -> None:
        self.heard.append(body)
        await ack()

    async def _topics(self, ack: AsyncAck, body: Body) -> None:
        self.heard.append(body)
        await ack(options=options(1, f"topic {body['value']}"))

    async def _submitted(self, ack: AsyncAck, body: Body) -> None:
        self.heard.append(body)
        if body["view"]["state"]["values"]["name"]["typed"]["value"] == "bad":
            await ack(response_action="errors", errors={"name": "Not that one."})
        else:
            await ack()

    async def _command(self, ack: AsyncAck, body: Body) -> None:
        self.heard.append(body)
        await ack(f"You said {body['text']}")

    async def _home(self, body: Body, client: AsyncWebClient, request: AsyncBoltRequest) -> None:
        self.heard.append(body)
        self.retries.extend(request.headers.get("x-slack-retry-num", ["0"]))
        if self.fails:
            self.fails -= 1
            raise RuntimeError("out of order")
        await client.views_publish(user_id=body["event"]["user"], view=home(section("Your week")))

    def app(self) -> AsyncApp:
        """The app that listens."""
        app = self.room.app()
        app.action("pick")(self._pick)
        app.action("form")(self._form)
        app.action("boxes")(self._heard_of)
        app.action("topic")(self._heard_of)
        app.options("topic")(self._topics)
        app.view("form")(self._submitted)
        app.view_closed("form")(self._heard_of)
        app.command("/tutor")(self._command)
        app.event("app_home_opened")(self._home)
        app.event("app_uninstalled")(self._heard_of)
        app.event("tokens_revoked")(self._heard_of)
        return app

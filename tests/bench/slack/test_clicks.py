import time

from slack_bolt.async_app import AsyncBoltRequest

from tests.bench.slack.clicks import SIGNING_SECRET, Click, form_of, learner_id, payload_of, signed
from tests.bench.slack.inbox import Inbox
from tests.bench.slack.noop_bot import noop_app, noop_button


def a_request(secret: str = SIGNING_SECRET) -> AsyncBoltRequest:
    now = time.time()
    click = Click(person=learner_id(1), button=noop_button(2, "A"), response_url="http://127.0.0.1:9/reply/0", at=now)
    body = form_of(click)
    return AsyncBoltRequest(
        body=body.decode(), headers={name: [value] for name, value in signed(body, now, secret).items()}
    )


async def test_bolt_takes_a_click_that_carries_the_apps_signature() -> None:
    async with Inbox() as slack:
        answer = await noop_app(slack.api).async_dispatch(a_request())

    assert answer.status == 200


async def test_bolt_refuses_a_click_signed_with_another_secret() -> None:
    async with Inbox() as slack:
        answer = await noop_app(slack.api).async_dispatch(a_request("another"))

    assert answer.status == 401


def test_bolt_reads_who_clicked_and_where_the_reply_goes() -> None:
    context = a_request().context

    assert (context.user_id, context.team_id, context.channel_id) == ("U0000000001", "T0BENCH", "C0BENCH")
    assert context.response_url == "http://127.0.0.1:9/reply/0"


def test_no_two_buttons_of_the_card_share_an_id() -> None:
    click = Click(person=learner_id(1), button=noop_button(2, "A"), response_url="", at=1.0)

    card = payload_of(click)["message"]

    assert isinstance(card, dict)
    (letters,) = (block["elements"] for block in card["blocks"] if block["type"] == "actions")
    assert len({element["action_id"] for element in letters}) == len(letters) == 4

"""On the way to its end the bot begins nothing new, and what it has begun comes to its end."""

import asyncio

from bot.tutor import opening
from tests.builders import NINE
from tests.fakes.post_office import Post


async def test_a_courier_at_rest_claims_nothing_and_its_work_is_over(post: Post) -> None:
    await post.desk.write(opening.claim_due, NINE)
    post.courier.rest()

    async with asyncio.timeout(5):
        await post.courier.run()

    assert (await post.states())["open:1"] == ("due", "")


async def test_what_is_being_claimed_at_that_moment_is_still_sent(post: Post) -> None:
    await post.desk.write(opening.claim_due, NINE)
    post.courier.wake()
    carrying = asyncio.create_task(post.courier.run())
    await asyncio.sleep(0)
    post.courier.rest()

    async with asyncio.timeout(5):
        await carrying
        await post.courier.drain()

    assert (await post.states())["open:1"] == ("sent", "")

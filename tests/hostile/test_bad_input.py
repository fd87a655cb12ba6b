"""Real payloads with something wrong in them, at each platform's entrance; `tests.bench input` sends many more."""

from pathlib import Path

import pytest

from tests.hostile.discord_input import a_discord
from tests.hostile.slack_input import a_slack
from tests.hostile.web_input import a_page
from tests.platforms.web.content import a_content

MEMBERS, STAFF = 175, 75
"""So many requests of each on either database: 500 a platform."""


async def test_discord_interactions_of_any_shape_break_nothing(database_url: str) -> None:
    async with a_discord(database_url) as there:
        members = await there.attack(MEMBERS, 1)
        staff = await there.attack(STAFF, 2, staff=True)

    assert members.found == []
    assert staff.found == []


@pytest.mark.parametrize(("over_http", "seed"), [(True, 11), (False, 12)], ids=["http", "socket"])
async def test_slack_requests_of_any_shape_break_nothing(database_url: str, over_http: bool, seed: int) -> None:
    async with a_slack(database_url, over_http=over_http) as there:
        members = await there.attack(MEMBERS // 2, seed)
        staff = await there.attack(STAFF // 2, seed, staff=True)

    assert members.found == []
    assert staff.found == []


async def test_requests_of_the_page_of_any_shape_break_nothing(database_url: str, tmp_path: Path) -> None:
    async with a_page(database_url, a_content(tmp_path / "content")) as there:
        members = await there.attack(MEMBERS, 21)
        staff = await there.attack(STAFF, 22, staff=True)

    assert members.found == []
    assert staff.found == []

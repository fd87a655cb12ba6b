import pytest

from tests.bench.slack.contest import NAIVE, NOOP, Contender, one_round
from tests.bench.slack.process import a_bot


@pytest.mark.parametrize("contender", [pytest.param(NOOP, id="noop"), pytest.param(NAIVE, id="naive")])
async def test_a_round_measures_a_bot_in_a_process_of_its_own(contender: Contender) -> None:
    done = await one_round(contender, connections=2, clicks=6, warm_up=2)

    assert len(done.times) == 6
    assert done.per_second > 0
    assert 0 < done.median < done.seconds


async def test_a_bot_that_ends_before_it_listens_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="wire did not start"):
        async with a_bot("tests.bench.slack.wire", database_url="", slack=""):
            pass

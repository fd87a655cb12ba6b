import pytest
from structlog.testing import capture_logs

from bot.watch import Watch


@pytest.mark.parametrize(
    ("began", "seconds"),
    [([], []), ([96.0], []), ([95.0], [5.0]), ([96.0, 92.5, 90.0], [10.0])],
    ids=["nothing under way", "not for long", "for long", "several"],
)
def test_a_transaction_that_does_not_end_is_told_with_its_age(began: list[float], seconds: list[float]) -> None:
    watch = Watch(dict(enumerate(began)), lambda: 100.0)

    with capture_logs() as logged:
        watch.look()

    assert [(line["event"], line["log_level"]) for line in logged] == [("database_does_not_answer", "warning")] * len(
        seconds
    )
    assert [line["seconds"] for line in logged] == seconds


def test_it_is_told_once_while_it_lasts_and_again_when_it_comes_again() -> None:
    under_way = {1: 0.0}
    watch = Watch(under_way, lambda: 100.0)

    with capture_logs() as logged:
        watch.look()
        watch.look()
        under_way.clear()
        watch.look()
        under_way[2] = 50.0
        watch.look()

    assert [line["seconds"] for line in logged] == [100.0, 50.0]

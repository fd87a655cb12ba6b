from pathlib import Path

from tests.workers.outage import CLASSROOMS, PEOPLE, live_through


async def test_a_server_that_goes_away_for_a_moment_costs_no_answer_and_no_message(server_folder: Path) -> None:
    outage = await live_through(server_folder, away=0.5)

    assert len(outage.messages) == outage.messages.total() == CLASSROOMS
    assert sum(outage.told[word] for word in ("Correct", "Not correct")) == outage.stored == PEOPLE
    assert "transaction_undone" in outage.events

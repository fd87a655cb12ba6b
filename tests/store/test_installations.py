from dataclasses import replace
from datetime import timedelta

from sqlalchemy import Connection

from bot.store import installations
from bot.store.installations import Installation
from tests.builders import NINE

HOUR = timedelta(hours=1)
HERE = Installation(workspace="T1", token="encrypted", bot_id="B1", bot_user="U1", installed_by="U2", installed_at=NINE)


def test_an_installation_is_kept(tx: Connection) -> None:
    installations.save_installation(tx, HERE)

    assert installations.installation_in(tx, "T1") == HERE
    assert installations.installation_in(tx, "T2") is None


def test_a_new_installation_takes_the_place_of_the_old(tx: Connection) -> None:
    installations.save_installation(tx, replace(HERE, ended_at=NINE))

    again = replace(HERE, token="newer", installed_at=NINE + HOUR)
    installations.save_installation(tx, again)

    assert installations.all_installations(tx) == (again,)


def test_the_death_of_an_earlier_token_does_not_end_a_newer_installation(tx: Connection) -> None:
    installations.save_installation(tx, replace(HERE, token="newer"))

    ended = installations.end_installation(tx, "T1", token="encrypted", at=NINE)

    assert not ended
    assert installations.installation_in(tx, "T1") == replace(HERE, token="newer")


def test_an_installation_ends_once(tx: Connection) -> None:
    installations.save_installation(tx, HERE)

    assert installations.end_installation(tx, "T1", token="encrypted", at=NINE + HOUR)
    assert not installations.end_installation(tx, "T1", token="encrypted", at=NINE + 2 * HOUR)
    assert installations.installation_in(tx, "T1") == replace(HERE, ended_at=NINE + HOUR)


def test_a_state_is_good_once(tx: Connection) -> None:
    installations.add_state(tx, "abc", expires_at=NINE + HOUR)

    assert installations.take_state(tx, "abc", NINE)
    assert not installations.take_state(tx, "abc", NINE)


def test_an_old_state_and_an_unknown_one_are_refused(tx: Connection) -> None:
    installations.add_state(tx, "old", expires_at=NINE)

    assert not installations.take_state(tx, "old", NINE)
    assert not installations.take_state(tx, "never given", NINE)

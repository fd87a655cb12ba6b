from dataclasses import replace

import pytest
from sqlalchemy import Connection

from bot.core.address import Platform, WorkspaceKey
from bot.store import workspaces
from tests.builders import WORKSPACE, a_person

ADA = a_person("ada").key
ELSEWHERE = WorkspaceKey(platform=Platform.SLACK, external_id="E1/T1")


def test_a_workspace_gets_one_number_for_good(tx: Connection) -> None:
    first = workspaces.workspace_id(tx, WORKSPACE)

    assert workspaces.workspace_id(tx, WORKSPACE) == first
    assert workspaces.find_workspace(tx, WORKSPACE) == first


def test_the_same_id_on_another_platform_is_another_workspace(tx: Connection) -> None:
    here = workspaces.workspace_id(tx, WORKSPACE)

    assert workspaces.workspace_id(tx, replace(WORKSPACE, platform=Platform.DISCORD)) != here


def test_looking_for_a_workspace_does_not_make_one(tx: Connection) -> None:
    assert workspaces.find_workspace(tx, WORKSPACE) is None
    assert workspaces.find_workspace(tx, WORKSPACE) is None


@pytest.mark.parametrize("key", [WORKSPACE, ELSEWHERE])
def test_a_key_is_put_together_from_its_columns(key: WorkspaceKey) -> None:
    assert workspaces.workspace_key(key.platform.value, key.external_id) == key


def test_staff_are_put_on_the_list_once_and_taken_off_once(tx: Connection) -> None:
    workspaces.add_staff(tx, ADA, by="dana")
    workspaces.add_staff(tx, ADA, by="eve")

    assert workspaces.staff_of(tx, WORKSPACE) == ("ada",)
    assert [workspaces.remove_staff(tx, ADA), workspaces.remove_staff(tx, ADA)] == [True, False]
    assert not workspaces.is_staff(tx, ADA)


def test_the_staff_list_is_sorted(tx: Connection) -> None:
    for name in ("cy", "ada", "ben"):
        workspaces.add_staff(tx, a_person(name).key, by="dana")

    assert workspaces.staff_of(tx, WORKSPACE) == ("ada", "ben", "cy")


def test_staff_here_are_not_staff_elsewhere(tx: Connection) -> None:
    workspaces.workspace_id(tx, ELSEWHERE)

    workspaces.add_staff(tx, ADA, by="dana")

    assert workspaces.is_staff(tx, ADA)
    assert not workspaces.is_staff(tx, replace(ADA, workspace=ELSEWHERE))
    assert workspaces.staff_of(tx, ELSEWHERE) == ()


def test_a_workspace_never_seen_has_no_staff(tx: Connection) -> None:
    assert not workspaces.is_staff(tx, ADA)
    assert workspaces.staff_of(tx, WORKSPACE) == ()
    assert not workspaces.remove_staff(tx, ADA)

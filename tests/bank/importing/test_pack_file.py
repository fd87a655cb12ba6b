"""pack.yaml is made or added to, and keeps what people wrote in it."""

from pathlib import Path

import pytest

from bot.bank.form import filled
from bot.bank.importing.pack_file import Origin, pack_text
from bot.bank.importing.pack_state import PackState
from bot.bank.model import PackForm
from bot.bank.yaml_text import read
from bot.core.errors import Clash
from tests.bank.folders import PACK, changed

COMMENTED = changed(PACK, ("topics:\n", "# The domains\ntopics:  # by weight\n\n"), ("title:", "# Its name\ntitle:"))


def a_state(text: str = "") -> PackState:
    form = filled(PackForm, read(text).data)[0] if text else None
    return PackState(folder=Path("facts"), text=text, form=form)


def form_of(text: str) -> PackForm:
    form, faults = filled(PackForm, read(text).data)
    assert faults == []
    return form


def test_a_new_pack_takes_drafts_and_says_that_nothing_is_known() -> None:
    form = form_of(pack_text(a_state(), {"unsorted": "Unsorted"}, Origin(), "bank.gift"))

    assert (form.id, form.title, form.complete) == ("facts", "Facts", False)
    assert (form.licence, form.source) == ("unknown", "unknown")
    assert [topic.id for topic in form.topics] == ["unsorted"]


def test_a_new_pack_with_an_origin() -> None:
    form = form_of(pack_text(a_state(), {"cells": "Cells"}, Origin(licence="MIT", source="Ann: her quiz"), "bank.gift"))

    assert (form.licence, form.source) == ("MIT", "Ann: her quiz")


@pytest.mark.parametrize("text", [PACK, COMMENTED, PACK.replace("\n  - ", "\n- ").replace("\n    ", "\n  ")])
def test_topics_are_added_and_every_line_stays(text: str) -> None:
    made = pack_text(a_state(text), {"sums": "Sums", "unsorted": "Unsorted"}, Origin(), "bank.gift")

    assert [topic.id for topic in form_of(made).topics] == ["unsorted", "sums", "words"]
    assert [line for line in text.split("\n") if line not in made.split("\n")] == []


def test_nothing_to_add_changes_nothing() -> None:
    assert pack_text(a_state(COMMENTED), {"sums": "Sums"}, Origin(), "bank.gift") == COMMENTED


def test_topics_in_one_line_are_not_added_to() -> None:
    flow = changed(
        PACK,
        ("topics:\n  - id: sums\n    title: Sums\n    weight: 60\n", "topics: [{id: sums, title: S, weight: 1}]\n"),
        ("  - id: words\n    title: Words\n    weight: 40.5\n", ""),
    )

    with pytest.raises(Clash, match="cannot be added to"):
        pack_text(a_state(flow), {"unsorted": "Unsorted"}, Origin(), "bank.gift")


def test_a_known_licence_stays_and_another_is_told_with_its_source() -> None:
    made = form_of(pack_text(a_state(PACK), {}, Origin(licence="MIT", source="Ann"), "bank.gift"))

    assert (made.licence, made.source) == ("CC-BY-4.0", "Ann (MIT)")


def test_an_unknown_licence_is_filled_in_and_sources_add_up() -> None:
    unknown = changed(PACK, ("licence: CC-BY-4.0", "licence: unknown\nsource: unknown"))

    first = pack_text(a_state(unknown), {}, Origin(licence="MIT", source="Ann"), "a.gift")
    second = pack_text(a_state(first), {}, Origin(licence="GPL", source="Ben"), "b.gift")
    third = pack_text(a_state(second), {}, Origin(licence="GPL", source="Ben"), "b.gift")

    assert (form_of(first).licence, form_of(first).source) == ("MIT", "Ann")
    assert (form_of(second).licence, form_of(second).source) == ("MIT", "Ann\n\nb.gift: Ben (GPL)")
    assert third == second

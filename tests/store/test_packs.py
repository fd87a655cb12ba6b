from dataclasses import replace
from datetime import date, timedelta

from sqlalchemy import Connection, func, select

from bot.core.question import Pack, PackId, Picture, Question, QuestionId, RevisionId, Topic, TopicId, Trap, TrapId
from bot.store import packs
from bot.store.revisions import load_asked
from bot.store.tables import question_revision
from tests.builders import NINE, a_pack, a_question
from tests.stored import load_revision

PACK = PackId("ncp-genl")
LATER = NINE + timedelta(days=1)


def saved(tx: Connection, *questions: Question) -> dict[QuestionId, RevisionId]:
    """The current revisions once the pack holds these questions."""
    packs.save_pack(tx, pack_of(*questions), now=NINE)
    return packs.load_current(tx, PACK)[1]


def pack_of(*questions: Question) -> Pack:
    return replace(a_pack(), questions=questions)


def loaded(tx: Connection) -> Pack:
    found = packs.load_pack(tx, PACK)
    assert found is not None
    return found


def revisions(tx: Connection) -> int:
    return tx.execute(select(func.count()).select_from(question_revision)).scalar_one()


ONE, TWO = a_question("one"), a_question("two")
ONE_CHANGED = replace(ONE, stem="What now?")


def test_a_pack_is_loaded_as_it_was_saved(tx: Connection) -> None:
    value = pack_of(ONE, TWO)

    packs.save_pack(tx, value, now=NINE)

    assert loaded(tx) == value


def test_every_field_of_a_question_is_kept(tx: Connection) -> None:
    plain = a_question("full", correct=(0, 2))
    full = replace(
        plain,
        choices=(*plain.choices[:3], replace(plain.choices[3], text="None of these, **ever** é 漢", pin_last=True)),
        fixed_order=True,
        by="Ada",
        reviewed=date(2026, 11, 29),
        sources=("A paper, 2024", "https://example.org/?a=1&b=2"),
        picture=Picture(pack=PACK, file="curve.png", alt="A curve"),
    )

    revision = saved(tx, full)[full.id]

    assert load_revision(tx, revision) == full


def test_a_bare_question_is_kept(tx: Connection) -> None:
    bare = replace(a_question("bare"), sources=(), trap="", explanation="")

    revision = saved(tx, bare)[bare.id]

    assert load_revision(tx, revision) == bare


def test_saving_twice_changes_nothing(tx: Connection) -> None:
    before = saved(tx, ONE, TWO)

    packs.save_pack(tx, pack_of(ONE, TWO), now=LATER)

    assert packs.load_current(tx, PACK)[1] == before
    assert revisions(tx) == 2


def test_a_changed_question_gets_a_new_revision_and_the_old_one_stays_as_it_was(tx: Connection) -> None:
    before = saved(tx, ONE, TWO)

    after = saved(tx, ONE_CHANGED, TWO)

    assert after[ONE.id] != before[ONE.id]
    assert after[TWO.id] == before[TWO.id]
    assert load_revision(tx, before[ONE.id]) == ONE
    assert load_revision(tx, after[ONE.id]) == ONE_CHANGED
    assert loaded(tx).questions == (ONE_CHANGED, TWO)


def test_going_back_to_the_old_text_points_to_the_old_revision(tx: Connection) -> None:
    before = saved(tx, ONE)
    saved(tx, ONE_CHANGED)

    after = saved(tx, ONE)

    assert after == before
    assert revisions(tx) == 2


def test_a_removed_question_retires_and_its_revision_still_loads(tx: Connection) -> None:
    before = saved(tx, ONE, TWO)

    after = saved(tx, TWO)

    assert after == {TWO.id: before[TWO.id]}
    assert loaded(tx).questions == (TWO,)
    assert load_revision(tx, before[ONE.id]) == ONE


def test_a_question_that_returns_is_asked_again_from_its_old_revision(tx: Connection) -> None:
    before = saved(tx, ONE, TWO)
    saved(tx, TWO)

    after = saved(tx, ONE, TWO)

    assert after == before
    assert loaded(tx).questions == (ONE, TWO)


def test_a_question_that_returns_changed_has_its_new_text(tx: Connection) -> None:
    saved(tx, ONE, TWO)
    saved(tx, TWO)

    saved(tx, ONE_CHANGED, TWO)

    assert loaded(tx).questions == (ONE_CHANGED, TWO)


def test_titles_weights_and_traps_are_brought_up_to_date(tx: Connection) -> None:
    packs.save_pack(tx, a_pack(), now=NINE)
    renewed = replace(
        a_pack(),
        title="Another title",
        exam="Another exam",
        licence="MIT",
        topics=(
            Topic(id=TopicId("safety"), title="Safety first", weight=60.5),
            Topic(id=TopicId("evaluation"), title="Evaluation", weight=1.0),
            Topic(id=TopicId("fine-tuning"), title="Fine-tuning", weight=2.0),
        ),
        traps=(Trap(id=TrapId("a-trap"), name="Another name", text="Another text"),),
    )

    packs.save_pack(tx, renewed, now=LATER)

    assert replace(loaded(tx), questions=()) == replace(renewed, questions=())


def test_a_topic_that_is_no_more_is_not_in_the_pack(tx: Connection) -> None:
    packs.save_pack(tx, a_pack(), now=NINE)
    smaller = a_pack(topics=("safety", "evaluation"))

    packs.save_pack(tx, smaller, now=LATER)

    assert loaded(tx).topics == smaller.topics


def test_packs_do_not_touch_one_another(tx: Connection) -> None:
    packs.save_pack(tx, pack_of(ONE), now=NINE)
    other = replace(a_pack(ONE_CHANGED, topics=("safety",)), id=PackId("another"))

    packs.save_pack(tx, other, now=NINE)

    assert packs.pack_ids(tx) == ("another", PACK)
    assert loaded(tx) == pack_of(ONE)
    assert packs.load_pack(tx, other.id) == other


def test_an_unknown_pack_is_none(tx: Connection) -> None:
    assert packs.load_pack(tx, PackId("nowhere")) is None
    assert packs.load_current(tx, PackId("nowhere"))[1] == {}


def test_a_pack_may_be_empty(tx: Connection) -> None:
    saved(tx, ONE)

    saved(tx)

    assert loaded(tx).questions == ()


def test_a_revision_knows_its_topic_and_the_traps_of_its_pack(tx: Connection) -> None:
    revision = saved(tx, ONE)[ONE.id]

    _, topic, traps = load_asked(tx, [revision])[revision]

    assert topic == Topic(id=TopicId("fine-tuning"), title="Fine-tuning", weight=10.0)
    assert traps == {"a-trap": "A trap"}


def test_a_revision_of_a_topic_that_is_no_more_names_it_by_its_id(tx: Connection) -> None:
    revision = saved(tx, ONE)[ONE.id]
    packs.save_pack(tx, a_pack(topics=("safety",)), now=LATER)

    _, topic, _ = load_asked(tx, [revision])[revision]

    assert topic == Topic(id=TopicId("fine-tuning"), title="fine-tuning", weight=0.0)

import pytest

from bot.cards.blocks import FieldKind
from bot.commands.command import Parameter
from bot.core.errors import BadInput
from bot.platforms.slack.people import as_typed, resolve


def a_parameter(kind: FieldKind) -> Parameter:
    return Parameter(name="it", help="", kind=kind, example="")


@pytest.mark.parametrize(
    ("kind", "word", "found"),
    [
        (FieldKind.CHANNEL, "<#C0123ABC|daily>", "C0123ABC"),
        (FieldKind.CHANNEL, "<#G0123ABC>", "G0123ABC"),
        (FieldKind.CHANNEL, "C0123ABC9", "C0123ABC9"),
        (FieldKind.PERSON, "<@U0123ABC|ada.l>", "U0123ABC"),
        (FieldKind.PERSON, "<@W0123ABC>", "W0123ABC"),
        (FieldKind.GROUP, "<!subteam^S0123ABC|@study-group>", "S0123ABC"),
        (FieldKind.GROUP, "<!here>", "here"),
        (FieldKind.GROUP, "<!channel|channel>", "channel"),
        (FieldKind.GROUP, "@everyone", "everyone"),
        (FieldKind.GROUP, "none", "none"),
    ],
    ids=str,
)
def test_what_people_choose_is_known_by_its_id(kind: FieldKind, word: str, found: str) -> None:
    assert resolve(a_parameter(kind), word) == found


@pytest.mark.parametrize(
    ("kind", "word"),
    [
        (FieldKind.CHANNEL, "#daily"),
        (FieldKind.CHANNEL, "<@U0123ABC>"),
        (FieldKind.PERSON, "@ada"),
        (FieldKind.PERSON, "<#C0123ABC|daily>"),
        (FieldKind.GROUP, "study-group"),
        (FieldKind.GROUP, "<!date^1^x|y>"),
    ],
)
def test_a_mere_word_is_refused_with_the_way_to_choose(kind: FieldKind, word: str) -> None:
    with pytest.raises(BadInput, match=r"choose .* from the list"):
        resolve(a_parameter(kind), word)


def test_typed_signs_are_decoded_once() -> None:
    assert as_typed("a &lt; b &amp;&amp; c &gt; d &amp;lt;") == "a < b && c > d &lt;"

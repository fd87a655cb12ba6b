"""How people name channels, persons and roles, and where they are when they do."""

import pytest

from bot.cards.blocks import FieldKind
from bot.commands.command import Parameter
from bot.core.errors import BadInput
from bot.platforms.discord.people import resolve

ID = "1234567890123456789"


def parameter(kind: FieldKind) -> Parameter:
    return Parameter(name="which", help="one of them", kind=kind, example="this")


@pytest.mark.parametrize(
    ("kind", "word", "found"),
    [
        (FieldKind.CHANNEL, f"<#{ID}>", ID),
        (FieldKind.CHANNEL, ID, ID),
        (FieldKind.PERSON, f"<@{ID}>", ID),
        (FieldKind.PERSON, f"<@!{ID}>", ID),
        (FieldKind.GROUP, f"<@&{ID}>", ID),
        (FieldKind.GROUP, ID, ID),
        (FieldKind.GROUP, "@here", "here"),
        (FieldKind.GROUP, "everyone", "everyone"),
        (FieldKind.GROUP, "none", "none"),
        (FieldKind.GROUP, "Nobody", "Nobody"),
    ],
)
def test_what_discord_knows_is_found(kind: FieldKind, word: str, found: str) -> None:
    assert resolve(parameter(kind), word) == found


@pytest.mark.parametrize(
    ("kind", "word"),
    [
        (FieldKind.CHANNEL, "#general"),
        (FieldKind.CHANNEL, f"<@{ID}>"),
        (FieldKind.PERSON, "@sam"),
        (FieldKind.PERSON, "none"),
        (FieldKind.GROUP, "study-group"),
        (FieldKind.GROUP, f"<@&{ID}> @everyone"),
        (FieldKind.GROUP, "<@&１２３>"),
    ],
)
def test_what_is_only_a_word_is_refused_with_a_good_example(kind: FieldKind, word: str) -> None:
    with pytest.raises(BadInput) as raised:
        resolve(parameter(kind), word)

    assert raised.value.example.startswith("which=")

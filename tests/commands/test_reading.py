import pytest

from bot.cards.blocks import FieldKind, Note
from bot.commands.command import Command, Parameter, Root
from bot.commands.reading import check_arguments, read_arguments, read_words, tidy
from bot.core.errors import BadInput

AT = Parameter(name="at", help="when it opens", kind=FieldKind.TIME, example="09:00")
DAYS = Parameter(name="days", help="on which days", kind=FieldKind.DAYS, example="every 2 days")
SIZE = Parameter(name="size", help="how large", kind=FieldKind.CHOICE, example="small", options=("small", "large"))
CHANNEL = Parameter(name="channel", help="where to go", kind=FieldKind.CHANNEL, example="#lounge", required=True)


def a_command(*parameters: Parameter, shows_when_bare: bool = False) -> Command:
    return Command(
        root=Root.CLASSROOM,
        name="brew",
        help="Brew something",
        run=lambda _tx, _call: (Note(text="brewed"),),
        parameters=parameters,
        shows_when_bare=shows_when_bare,
    )


BREW = a_command(AT, DAYS, SIZE)
MOVE = a_command(CHANNEL)


def read(text: str, command: Command = BREW) -> dict[str, str]:
    return read_arguments(command, read_words(f"/classroom brew {text}").rest)


def refused(text: str, command: Command = BREW) -> BadInput:
    with pytest.raises(BadInput) as caught:
        read(text, command)
    return caught.value


@pytest.mark.parametrize(
    "line",
    [
        "/classroom setup at=9",
        "classroom setup at=9",
        "   /CLASSROOM   Setup  at = 9  ",
        "\n/Classroom\tSETUP\u00a0at =9",
        "\u200f/classroom\u200b setup at=\u2066 9\u2069",
    ],
    ids=["plain", "no slash", "capitals and spaces", "other spaces", "invisible signs"],
)
def test_a_line_is_read_however_it_is_spaced_and_written(line: str) -> None:
    words = read_words(line)

    assert (words.root, words.name, words.rest) == ("classroom", "setup", ("at=9",))


@pytest.mark.parametrize("line", ["", "   ", "\u200b", "/"])
def test_an_empty_line_has_neither_root_nor_name(line: str) -> None:
    words = read_words(line)

    assert (words.root, words.name, words.rest) == ("", "", ())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("at=9 days=weekdays", {"at": "9", "days": "weekdays"}),
        ("days=weekdays at=9", {"days": "weekdays", "at": "9"}),
        ("AT=9 Days=weekdays", {"at": "9", "days": "weekdays"}),
        ("at = 9 days= weekdays", {"at": "9", "days": "weekdays"}),
        ('days="every 2 days" at=9', {"days": "every 2 days", "at": "9"}),
        ("days=“every 2 days” at=9", {"days": "every 2 days", "at": "9"}),
        ("days=„every 2 days“ at=9", {"days": "every 2 days", "at": "9"}),
        ("days=«every 2 days» at=9", {"days": "every 2 days", "at": "9"}),
        ("days='every 2 days' at=9", {"days": "every 2 days", "at": "9"}),
        ("days=‘every 2 days’ at=9", {"days": "every 2 days", "at": "9"}),
        ("days=`mon` at=`9`", {"days": "mon", "at": "9"}),
        ("days=every 2 days at=9", {"days": "every 2 days", "at": "9"}),
        ("at=9, days=mon, wed, fri", {"at": "9", "days": "mon, wed, fri"}),
        ("at=9 am days=mon to fri", {"at": "9 am", "days": "mon to fri"}),
        ("--at=9 —days=mon", {"at": "9", "days": "mon"}),
        ("days=FREQ=WEEKLY;BYDAY=MO at=9", {"days": "FREQ=WEEKLY;BYDAY=MO", "at": "9"}),
        ("days=mon\nat=9", {"days": "mon", "at": "9"}),
        ("size=Large", {"size": "Large"}),
        ("", {}),
    ],
)
def test_arguments_stand_in_any_order_and_any_quotes(text: str, found: dict[str, str]) -> None:
    assert read(text) == found


@pytest.mark.parametrize("text", ["channel=#lounge", "#lounge", "channel = “#lounge”"])
def test_the_only_parameter_needs_no_name(text: str) -> None:
    assert read(text, MOVE) == {"channel": "#lounge"}


@pytest.mark.parametrize(
    ("text", "message", "example"),
    [
        ('days="mon, wed at=9', '“"mon, wed at=9” has a quote that is not closed.', 'days="mon, wed"'),
        ("at=9 at=10", "“at=10” names at= a second time.", "at=09:00"),
        ("at=9 days=mon at=9", "“at=9” names at= a second time.", "at=09:00"),
        ("at= days=mon", "“at=” has no value.", "at=09:00"),
        ("at=", "“at=” has no value.", "at=09:00"),
        ('days="" at=9', "“days=” has no value.", 'days="every 2 days"'),
        ("at='' ", "“at=” has no value.", "at=09:00"),
        ("at=,", "“at=” has no value.", "at=09:00"),
        ("at 9", "“at” needs the sign = between at and its value.", "at=09:00"),
        ("at:9", "“at:9” needs the sign = between at and its value.", "at=09:00"),
        ("days=mon at 9", "“at” needs the sign = between at and its value.", "at=09:00"),
        ("size=huge", "“huge” is not one of small, large.", "size=small"),
        (
            "sise=small",
            "“sise=small” means nothing to /classroom brew. It takes at=, days=, size=.",
            "/classroom brew size=small",
        ),
        (
            "9",
            "“9” means nothing to /classroom brew. It takes at=, days=, size=.",
            '/classroom brew at=09:00 days="every 2 days"',
        ),
        (f"at={'9' * 101}", f"“{'9' * 60}…” is longer than 100 characters.", "at=09:00"),
    ],
)
def test_what_cannot_be_read_is_named_beside_a_good_example(text: str, message: str, example: str) -> None:
    error = refused(text)

    assert (error.message, error.example) == (message, example)


def test_a_required_parameter_is_asked_for() -> None:
    error = refused("", MOVE)

    assert error.message == "“channel=” is missing: where to go."
    assert error.example == "/classroom brew channel=#lounge"


def test_a_command_that_shows_something_when_bare_asks_for_nothing_then() -> None:
    command = a_command(CHANNEL, AT, shows_when_bare=True)

    assert read("", command) == {}
    assert refused("at=9", command).message == "“channel=” is missing: where to go."


def test_a_command_without_parameters_takes_none() -> None:
    error = refused("please", a_command())

    assert error.message == "“please” means nothing to /classroom brew. It takes nothing more."
    assert error.example == "/classroom brew"


def test_fields_of_a_form_are_held_to_the_same_rules() -> None:
    with pytest.raises(BadInput, match="“sugar” means nothing"):
        check_arguments(BREW, {"sugar": "2"})


def test_tidy_keeps_what_people_see() -> None:
    assert tidy(" \ufeffÅ\u00a0🦙\u0000\u202e\ud800 日本 ") == "Å 🦙 日本"

import pytest

from bot.cards.blocks import Prose
from bot.platforms.slack.render import Renderer
from bot.platforms.slack.rich_text import drawn
from tests.platforms.slack.limits import refused
from tests.platforms.slack.sight import shown


def read(markdown: str) -> str:
    return shown(Renderer(lambda _: None).message((Prose(markdown=markdown),)).blocks)


def text(words: str, **style: bool) -> dict[str, object]:
    return {"type": "text", "text": words, **({"style": style} if style else {})}


READ = {
    "paragraphs are parted by a blank line": ("One.\n\nTwo.", "One.\n\nTwo."),
    "a line break in a paragraph is a space": ("One\ntwo.", "One two."),
    "a hard break stays": ("One  \ntwo.", "One\ntwo."),
    "bullets": ("- one\n- two", "- one\n- two"),
    "a nested list": ("- one\n  1. in\n  2. in\n- two", "- one\n  1. in\n  2. in\n- two"),
    "numbers start where they start": ("4. four\n5. five", "4. four\n5. five"),
    "numbers from zero are written out": ("0. zero\n1. one", "- 0. zero\n- 1. one"),
    "code in a list interrupts it": ("1. a\n   ```\n   x\n   ```\n2. b", "1. a\n```\nx\n```\n2. b"),
    "an empty item keeps its mark": ("-\n- x", "-  \n- x"),
    "a quote in an item": ("- > a", "- a"),
    "code": ("```py\nif a:\n\n    b()\n\n```", "```\nif a:\n\n    b()\n```"),
    "indented code": ("    a < b", "```\na < b\n```"),
    "a quote": ("> a\n>\n> - b\n> - c\n>\n> ```\n> d\n> ```", "> a\n> • b\n> • c\n> d"),
    "a table": ("|a|n|\n|-|-:|\n|one|7|\n|`x`|12|", "```\na   |  n\n----+---\none |  7\nx   | 12\n```"),
    "a table of wide letters": ("|a|b|\n|-|-|\n|量化|1|", "```\na    | b\n-----+--\n量化 | 1\n```"),
    "a table in a quote": ("> |a|\n> |-|\n> |b|", "> a\n> -\n> b"),
    "a rule": ("a\n\n***\n\nb", "a\n\n———\n\nb"),
}


@pytest.mark.parametrize(("markdown", "words"), READ.values(), ids=READ)
def test_markdown_reads_as_it_should(markdown: str, words: str) -> None:
    assert read(markdown) == words


def test_a_table_wider_than_a_screen_is_not_aligned() -> None:
    wide = "w" * 100

    assert read(f"|a|b|\n|-|-|\n|{wide}|1|") == f"```\na | b\n{wide} | 1\n```"


def test_marks_become_styles() -> None:
    (section,) = drawn("a **b *c*** `d` **`e`**")

    assert section["elements"] == [
        text("a "),
        text("b ", bold=True),
        text("c", bold=True, italic=True),
        text(" "),
        text("d", code=True),
        text(" "),
        text("e", bold=True, code=True),
    ]


def test_a_heading_is_bold() -> None:
    assert drawn("# A `b`")[0]["elements"] == [text("A ", bold=True), text("b", bold=True, code=True)]


@pytest.mark.parametrize(
    "words",
    [
        "<!here> <@U1> <#C1> @everyone @channel",
        "&amp;lt; &amp; &",
        "if a < b && c > d",
        ":smile: :+1:",
        "[a](https://a.example) https://a.example",
        "<b>bold</b>",
        "snake_case_name and 2 * 3 * 4",
        "שלום עולם",
        "zero\u200bwidth",
    ],
    ids=["mentions", "entities", "comparison", "emoji", "links", "HTML", "underscores", "from the right", "zero-width"],
)
def test_what_looks_like_a_mark_of_slack_stays_text(words: str) -> None:
    assert drawn(words) == ({"type": "rich_text_section", "elements": [text(words)]},)


def test_backticks_keep_underscores() -> None:
    assert drawn("`__init__` and ``a`b``")[0]["elements"] == [
        text("__init__", code=True),
        text(" and "),
        text("a`b", code=True),
    ]


def test_control_characters_are_left_out() -> None:
    assert drawn("a\x1b[2J\x07b\ud800")[0]["elements"] == [text("a[2Jb")]


@pytest.mark.parametrize(
    "markdown",
    ["", "   \n", "\u200b", "```\n```", ">", "# ", "\x07"],
    ids=["", "space", "zero", "code", ">", "#", "bell"],
)
def test_nothing_to_see_makes_no_element(markdown: str) -> None:
    assert drawn(markdown) == ()


def test_a_list_deeper_than_slack_goes_stays_at_the_deepest() -> None:
    markdown = "\n".join("  " * depth + f"- {depth}" for depth in range(12))

    message = Renderer(lambda _: None).message((Prose(markdown=markdown),))

    assert refused(message) == []
    assert message.blocks[0]["elements"][-1]["indent"] == 8


def test_a_very_long_word_is_one_word_in_several_texts() -> None:
    (section,) = drawn("x" * 7_000)

    assert [len(each["text"]) for each in section["elements"]] == [3000, 3000, 1000]

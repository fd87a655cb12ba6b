import pytest

from bot.platforms.discord.markdown import formatted

WRITTEN: dict[str, tuple[str, str]] = {
    "emphasis": ("*a* and **b**", "_a_ and **b**"),
    "emphasis within a word": ("un*believ*able", "un*believ*able"),
    "both": ("***a***", "_**a**_"),
    "emphasis at an edge": ("*a **b***", "_a **b**_"),
    "nested twice": ("**a **b** c**", "**a b c**"),
    "a star of code in emphasis": ("*see `x*y` here*", "_see `x*y` here_"),
    "an underscore of code in emphasis": ("*see `x_y` here*", "*see `x_y` here*"),
    "both signs in emphasis": ("*see `x_y*z` here*", "see `x_y*z` here"),
    "two stars of code in bold": ("**see `x**y` here**", "see `x**y` here"),
    "code": ("`__init__` and ``a`b``", "`__init__` and ``a`b``"),
    "signs that are no marks": ("2 * 3, a_b and \\*x\\*", r"2 \* 3, a\_b and \*x\*"),
    "a wrapped line": ("one\ntwo", "one two"),
    "a broken line": ("one\\\ntwo", "one\ntwo"),
    "a line that would be a list": ("one\\\n\\- two", "one\n\\- two"),
    "paragraphs": ("one\n\ntwo", "one\n\ntwo"),
    "a heading": ("## Title *x*", "**Title _x_**"),
    "a bold heading": ("# **Title**", "**Title**"),
    "a rule": ("a\n\n---\n\nb", "a\n\n\\---\n\nb"),
    "a list": ("a:\n\n- b\n- c\n\nd", "a:\n- b\n- c\n\nd"),
    "a numbered list": ("3. b\n4. c", "3. b\n4. c"),
    "a list in a list": ("- a\n  - b\n    1. c", "- a\n  - b\n    1. c"),
    "paragraphs in a list": ("- a\n\n  b\n- c", "- a\n  b\n- c"),
    "code in a list": ("- a\n  ```\n  x\n\n  y\n  ```\n  b\n- c", "- a\n```\nx\n\ny\n```\nb\n- c"),
    "code alone in a list": ("1. ```\n   x\n   ```\n2. b", "1. \u200b\n```\nx\n```\n2. b"),
    "an empty list item": ("- a\n-\n- c", "- a\n- \u200b\n- c"),
    "a quote": ("> a **b**\n>\n> c\n\nd", "> a **b**\n> c\n\nd"),
    "a quote in a quote": ("> a\n> > b", "> a\n> b"),
    "a list in a quote": ("> a\n> - b\n>   - c", "> a\n> - b\n>   - c"),
    "code in a quote": ("> a\n> ```\n> x\n> ```", "> a\n```\nx\n```"),
    "code with its language": ("```python title\nx = 1\n```", "```python\nx = 1\n```"),
    "code between paragraphs": ("a\n\n```\nx\n```\n\nb", "a\n```\nx\n```\nb"),
    "indented code": ("    x\n      y", "```\nx\n  y\n```"),
    "a table": ("| a | bb |\n|---|---|\n| `xy` | **z** |", "```\na  | bb\n---+---\nxy | z\n```"),
    "a table with an empty cell": ("| a | b |\n|---|---|\n|  | z |", "```\na | b\n--+--\n  | z\n```"),
    "a link": ("[x](https://y.test)", r"\[x](https\://y.test)"),
    "raw HTML": ("<b>x</b> &lt;", r"\<b>x\</b> &lt;"),
    "mentions": ("**@everyone** <@1>", "**@\u200beveryone** \\<@1>"),
    "mentions in code": ("`@everyone <@1>`", "`@everyone <@1>`"),
}


@pytest.mark.parametrize(("markdown", "written"), WRITTEN.values(), ids=WRITTEN)
def test_markdown_is_written_as_discord_reads_it(markdown: str, written: str) -> None:
    assert formatted(markdown) == written


def test_code_after_code_does_not_run_into_it() -> None:
    assert formatted("`a`*`b_*`*") == "`a`\u200b`b_*`"

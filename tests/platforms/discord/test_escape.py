import re

import pytest

from bot.platforms.discord.escape import code, escaped, fence, one_line

WRITTEN: dict[str, tuple[str, str]] = {
    "plain words": ("Use bf16, not fp16.", "Use bf16, not fp16."),
    "everybody": ("@everyone", "@\u200beveryone"),
    "whoever is here": ("ask @here now", "ask @\u200bhere now"),
    "a person": ("<@123456789012345678>", r"\<@123456789012345678>"),
    "a person by nickname": ("<@!123456789012345678>", r"\<@!123456789012345678>"),
    "a role": ("<@&123456789012345678>", r"\<@&123456789012345678>"),
    "a channel": ("<#123456789012345678>", r"\<#123456789012345678>"),
    "a moment": ("<t:1796029200:R>", r"\<t\:1796029200:R>"),
    "a command": ("</tutor me:123456789012345678>", r"\</tutor me:123456789012345678>"),
    "an emoji of a server": ("<:cat:123456789012345678>", r"\<\:cat:123456789012345678>"),
    "a moving emoji": ("<a:cat:123456789012345678>", r"\<a\:cat:123456789012345678>"),
    "a place of the server": ("<id:customize>", r"\<id:customize>"),
    "an emoji's name": (":smile: :+1:", r"\:smile: \:+1:"),
    "times of day": ("from 9:00 to 10:30", "from 9:00 to 10:30"),
    "a link": ("see https://x.test/a_b", r"see https\://x.test/a\_b"),
    "a link without preview": ("<https://x.test>", r"\<https\://x.test>"),
    "a masked link": ("[x](https://y.test)", r"\[x](https\://y.test)"),
    "a spoiler": ("a || b ||", r"a \|\| b \|\|"),
    "underscores": ("__init__ and snake_case_", r"\_\_init\_\_ and snake\_case\_"),
    "stars": ("2 * 3 ** 4", r"2 \* 3 \*\* 4"),
    "struck": ("~~gone~~", r"\~\~gone\~\~"),
    "backticks": ("`x` and ```", r"\`x\` and \`\`\`"),
    "backslashes": (r"C:\new \*", r"C:\\new \\\*"),
    "a heading": ("# big\n### less", "\\# big\n\\### less"),
    "small print": ("-# small", r"\-# small"),
    "a list": ("- a\n  + b\n* c", "\\- a\n  \\+ b\n\\* c"),
    "a numbered list": ("1. a\n22. b", "1\\. a\n22\\. b"),
    "a decimal number": ("3.5 GB", "3.5 GB"),
    "a quote": ("> a\n>>> b", "\\> a\n\\>>> b"),
    "a comparison": ("if a < b && c > d", r"if a \< b && c > d"),
    "HTML": ("&amp;lt; <b>x</b>", r"&amp;lt; \<b>x\</b>"),
    "a shrug": (r"¯\_(ツ)_/¯", r"\¯\\\_(ツ)\_/\¯"),
    "colours of a terminal": ("\x1b[31mred\x00", r"\[31mred"),
}


@pytest.mark.parametrize(("text", "written"), WRITTEN.values(), ids=WRITTEN)
def test_text_is_written_so_that_it_shows_and_does_nothing(text: str, written: str) -> None:
    assert escaped(text) == written


@pytest.mark.parametrize(("text", "written"), WRITTEN.values(), ids=WRITTEN)
def test_nothing_is_lost_but_what_cannot_be_seen(text: str, written: str) -> None:
    shown = re.sub(r"\\([^0-9A-Za-z\s])", r"\1", written).replace("\u200b", "")

    assert shown == re.sub(r"[\x00\x1b]", "", text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("x = 1", "`x = 1`"),
        ("a*b __c__ <@1> @here", "`a*b __c__ <@1> @here`"),
        ("a`b", "``a`b``"),
        ("`a", "`` `a``"),
        ("a`", "``a` ``"),
        ("`", "`` ` ``"),
        ("a``b", "``a`\u200b`b``"),
        ("a```b", "``a`\u200b`\u200b`b``"),
        ("\\", "`\\`"),
        ("", ""),
    ],
    ids=["plain", "marks", "backtick", "first", "last", "alone", "two", "three", "backslash", "nothing"],
)
def test_code_is_kept_as_it_is(text: str, written: str) -> None:
    assert code(text) == written


@pytest.mark.parametrize(
    ("text", "language", "written"),
    [
        ("x = 1\n", "python", "```python\nx = 1\n```"),
        ("    indented\n\n    more", "", "```\n    indented\n\n    more\n```"),
        ("\n\nx\n\n", "", "```\nx\n```"),
        ("", "", "```\n \n```"),
        ("```\nx\n```", "md", "```md\n``\u200b`\nx\n``\u200b`\n```"),
        ("a`````b", "", "```\na``\u200b``\u200b`b\n```"),
        ("a``b`", "", "```\na``b`\n```"),
        ("\x1b[31mred", "ansi", "```\n[31mred\n```"),
        ("x", "two words", "```\nx\n```"),
        ("x", "c++", "```c++\nx\n```"),
    ],
    ids=["code", "indent", "blank lines", "nothing", "fences", "many", "few", "ansi", "no language", "signs"],
)
def test_a_block_of_code_is_kept_as_it_is(text: str, language: str, written: str) -> None:
    assert fence(text, language) == written


def test_text_of_one_line_has_one() -> None:
    assert one_line(" a\n\n b\tc ") == "a b c"

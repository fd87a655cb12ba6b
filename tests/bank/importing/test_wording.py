"""Plain text, HTML and other Markdown as ours: the same signs are seen."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.bank.importing.html_text import from_html
from bot.bank.importing.wording import from_markdown, from_plain, shown

SIGNS = st.text(alphabet="ab1 *_\\#>-+.=)(|~\n[]!<&;:\"'\t0", max_size=30)


def named(address: str, words: str) -> str:
    return f"({words} {address})"


@given(SIGNS)
@example("__init__")
@example("1. one\n2. two")
@example("a\n---\nb")
@example("* a\n* b")
@example("\\\n")
def test_plain_text_shows_every_sign(text: str) -> None:
    seen = "".join(shown(from_plain(text)).split())

    assert seen == "".join(text.split())


def test_code_in_plain_text_stays_code() -> None:
    assert from_plain("Use `a_*b*` or __c__:\n```py\n*x*\n```") == "Use `a_*b*` or \\_\\_c\\_\\_:\n```py\n*x*\n```"


def test_signs_that_no_message_can_show_are_left_out() -> None:
    assert from_plain("a\x00b\x1b[0m\ufeff\r\nc\x85d") == "ab[0m\\\nc\\\nd"


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("2 &lt; 3 &amp;amp; *x*", "2 < 3 &amp; \\*x\\*"),
        ("<p>a<br>b<br></p><p>c</p>", "a\\\nb\n\nc"),
        ("<pre>if a &lt; b:<br>    *c*</pre>", "```\nif a < b:\n    *c*\n```"),
        ("<code>a_*b*</code> <b>c</b> <i>d</i>", "`a_*b*` **c** *d*"),
        ("10<sup>3</sup> H<sub>2</sub>O e<sup>x</sup> a<sub>ij</sub>", "10³ H₂O e^x a_(ij)"),
        ("<ul><li>a</li><li>b</li></ul>", "- a\n- b"),
        ("<table><tr><th>a</th></tr><tr><td>b|c</td></tr></table>", "| a |\n| --- |\n| b\\|c |"),
        ("<a href='x'>here</a>", "here"),
        ("<img src='a.png' alt='A'>", "(A a.png)"),
        ("\\(x_1\\) and $$y$$", "\\\\(x_1\\\\) and $$y$$"),
        ("<p dir='rtl'>שלום</p>", "שלום"),
        ("<ruby>村<rp>(</rp><rt>むら</rt></ruby>", "村(むら)"),
        ("a&nbsp;b", "a b"),
        ("1. no list", "1\\. no list"),
        ("plain  text", "plain text"),
    ],
)
def test_html_as_markdown(html: str, markdown: str) -> None:
    assert from_html(html, named) == markdown


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("[a](http://x.y/z_(w)) [b]( <c> 'd')", "a b"),
        ("![a](b.png 'c') `![a](b.png)`", "(a b.png) `![a](b.png)`"),
        ('<img alt="a" src="b.png">', "(a b.png)"),
        ("a<br>b<br/>\nc", "a\\\nb\\\nc"),
        ("<p align='x'>a</p><!-- no --> <caption> `<p>`", "a <caption> `<p>`"),
        ("&lt;b&gt; &amp;lt; `&lt;` &#42;x&#42;", "<b> &lt; `&lt;` \\*x\\*"),
        ("[not a link] (x)", "[not a link] (x)"),
        ("```\n[a](b)\n```", "```\n[a](b)\n```"),
    ],
)
def test_other_markdown_as_ours(theirs: str, ours: str) -> None:
    assert from_markdown(theirs, named) == ours

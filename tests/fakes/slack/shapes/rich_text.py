"""What a rich_text block looks like inside."""

import re
from collections.abc import Iterator

from tests.fakes.slack.shapes.checks import (
    Check,
    Flaw,
    Json,
    both,
    flag,
    form,
    kinds,
    many,
    matching,
    one_of,
    whole,
    words,
)
from tests.fakes.slack.shapes.elements import URL, USER

TOKENS = {
    "ago",
    "date",
    "date_long",
    "date_long_full",
    "date_long_pretty",
    "date_num",
    "date_pretty",
    "date_short",
    "date_short_pretty",
    "date_slash",
    "day_divider_pretty",
    "time",
    "time_secs",
}
LONGEST = 40_000
STYLE = {"style": form(may={"bold": flag, "italic": flag, "strike": flag, "code": flag})}
NAMED = {
    "style": form(may=dict.fromkeys(("bold", "italic", "strike", "highlight", "client_highlight", "unlink"), flag))
}


def date_format(value: Json, where: str) -> Iterator[Flaw]:
    """A sentence with at least one placeholder of Slack's."""
    found = re.findall(r"\{(\w+)\}", value) if isinstance(value, str) else []
    if not found or not TOKENS.issuperset(found):
        yield Flaw(what="must be a date format with known placeholders", where=where)


TEXT = form({"text": words(LONGEST)}, STYLE)
LINK = form(
    {"url": both(words(3000), matching(r"(https?://|mailto:)\S+", "a valid URL"))},
    {"text": words(LONGEST), "unsafe": flag, **STYLE},
)
INLINE: dict[str, Check] = {
    "text": TEXT,
    "link": LINK,
    "emoji": form({"name": words(100)}, {"unicode": words(100), "skin_tone": whole(1, 6), **STYLE}),
    "user": form({"user_id": USER}, NAMED),
    "usergroup": form({"usergroup_id": matching(r"S[A-Z0-9]+", "a user group id")}, NAMED),
    "channel": form({"channel_id": matching(r"[CG][A-Z0-9]+", "a channel id")}, NAMED),
    "broadcast": form({"range": one_of("here", "channel", "everyone")}, STYLE),
    "date": form(
        {"timestamp": whole(0, 9_999_999_999), "format": date_format}, {"url": URL, "fallback": words(LONGEST), **STYLE}
    ),
    "color": form({"value": matching(r"#[0-9a-fA-F]{6}", "a colour as #rrggbb")}),
}
SECTION = form({"elements": many(kinds(INLINE), 1000)})
BORDER = {"border": whole(0, 1)}

RICH_TEXT = form(
    {
        "elements": many(
            kinds(
                {
                    "rich_text_section": SECTION,
                    "rich_text_list": form(
                        {
                            "style": one_of("bullet", "ordered"),
                            "elements": many(kinds({"rich_text_section": SECTION}), 1000),
                        },
                        {"indent": whole(0, 8), "offset": whole(0, 10_000), **BORDER},
                    ),
                    "rich_text_preformatted": form(
                        {"elements": many(kinds({"text": TEXT, "link": LINK}), 1000)}, {"language": words(50), **BORDER}
                    ),
                    "rich_text_quote": form({"elements": many(kinds(INLINE), 1000)}, BORDER),
                }
            ),
            1000,
        )
    },
    {"block_id": words(255)},
)

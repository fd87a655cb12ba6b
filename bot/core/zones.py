"""Time zones by the names that people type: IANA keys, or the cities in them."""

import difflib
import functools
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from zoneinfo import available_timezones

from bot.core.days import LONGEST_SHOWN
from bot.core.errors import BadInput

_MOST_OFFERED = 100


def parse_zone(word: str) -> str:
    """The IANA key that a word like “Europe/Berlin”, “new york” or “UTC” means; BadInput for none or several."""
    shown, wanted = word[:LONGEST_SHOWN], "_".join(word.lower().split())[:LONGEST_SHOWN]
    found = _zone_names().get(wanted, ())
    if len(found) == 1:
        return found[0]
    if found:
        raise BadInput(shown, f"is the name of several time zones: {', '.join(found)}", example=found[0])
    if re.fullmatch(r"[a-z]{0,4}([+-][\d:]+)?", wanted, re.ASCII):
        problem = "is not one time zone: abbreviations mean several, offsets know no summer time; name a city"
        raise BadInput(shown, problem, example="America/New_York")
    close = difflib.get_close_matches(wanted, _zone_names(), n=3)
    likely = list(dict.fromkeys(key for name in close for key in _zone_names()[name] if not key.startswith("Etc/")))
    hint = f"; did you mean {' or '.join(likely)}?" if likely else ""
    raise BadInput(shown, f"is not a time zone{hint}", example=likely[0] if likely else "Europe/Berlin")


def zones_like(words: str) -> tuple[str, ...]:
    """The keys that hold these words, at most 100; those in which a part begins with them come first."""
    wanted = "_".join(words.casefold().split())
    named = (keys for name, keys in _zone_names().items() if wanted in name)
    found = {key for keys in named for key in keys if not key.startswith("Etc/")}
    begins = {key for key in found if any(part.casefold().startswith(wanted) for part in key.split("/"))}
    return (*sorted(begins), *sorted(found - begins))[:_MOST_OFFERED]


@functools.cache
def _zone_names() -> Mapping[str, Sequence[str]]:
    """What may be typed for a zone, in lower case: whole keys, and the last parts of keys with all that end in them."""
    known = available_timezones() - {"localtime", "Factory"}
    keys = sorted(key for key in known if key == "UTC" or not (key.isalpha() and key.isupper()))
    cities = defaultdict(list)
    for key in keys:
        area, _, city = key.rpartition("/")
        # Etc/GMT+5 is five hours west of Greenwich, the opposite of what people mean by GMT+5; Brazil/East is no city.
        if area not in {"", "Etc"} and not city.isupper() and city not in {"East", "North", "South", "West", "General"}:
            cities[city.lower()].append(key)
    return {**cities, **{key.lower(): [key] for key in keys}}

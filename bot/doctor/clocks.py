"""Our clock against others: late and early clicks are told apart by the platform's, openings are made by ours."""

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from bot.doctor.finding import Finding, fault, ok, warning

NOTABLE = timedelta(seconds=5)
UNUSABLE = timedelta(minutes=4)
"""Slack's signed requests are refused when they seem to be five minutes old."""
_REMEDY = "Let the system keep its clock (NTP)."


def compared(about: str, theirs: datetime, asked_at: datetime, answered_at: datetime, *, rounded: timedelta) -> Finding:
    """A clock that was read between two moments of ours; it may have dropped so much of its time."""
    early, late = asked_at - rounded - theirs, theirs - answered_at
    apart = max(early, late, timedelta())
    if apart <= NOTABLE:
        return ok(about, f"the clock agrees with ours to {max(apart.total_seconds(), 0):.0f} s")
    told = f"our clock is {apart.total_seconds():.0f} s {'ahead of' if early > late else 'behind'} its own."
    return (fault if apart >= UNUSABLE else warning)(about, told, _REMEDY)


def compared_by_date(about: str, date: str, asked_at: datetime, answered_at: datetime) -> Finding:
    """The same by the Date of an HTTP answer, which tells whole seconds."""
    try:
        theirs = parsedate_to_datetime(date)
    except ValueError:
        return warning(about, "its answer has no date, so clocks cannot be compared")
    if theirs.tzinfo is None:
        theirs = theirs.replace(tzinfo=UTC)
    return compared(about, theirs, asked_at, answered_at, rounded=timedelta(seconds=1))

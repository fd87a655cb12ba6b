"""The demo's clock: it runs like any other, and a visitor can move it forward."""

from datetime import UTC, datetime, time, timedelta

_OPENING = time(9)
_SATURDAY = 5


class DemoClock:
    """The time of the demo; never earlier than it was."""

    def __init__(self, start: datetime) -> None:
        self._offset = start - datetime.now(UTC)

    def __call__(self) -> datetime:
        """Now, in aware UTC."""
        return datetime.now(UTC) + self._offset

    def move_to(self, moment: datetime) -> None:
        """Go on from that moment; one that is past changes nothing."""
        self._offset = max(self._offset, moment - datetime.now(UTC))


def just_before_class(now: datetime) -> datetime:
    """A minute before nine on the first weekday that has not begun to ask yet: where a new demo starts."""
    day = now.date() if now.time() < _OPENING else now.date() + timedelta(days=1)
    while day.weekday() >= _SATURDAY:
        day += timedelta(days=1)
    return datetime.combine(day, _OPENING, UTC) - timedelta(minutes=1)

"""How Slack says no."""


class Refused(Exception):
    """Slack's answer is `ok: false`, with this error and whatever explains it."""

    def __init__(self, error: str, **more: object) -> None:
        super().__init__(error)
        self.error = error
        self.more = more

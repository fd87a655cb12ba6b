"""What the doctor says of the environment."""

import pytest

from bot.doctor.settings import settings_findings
from bot.settings import Settings


def test_names_that_are_settings_or_are_unlike_them_all_are_no_matter() -> None:
    (told,) = settings_findings(Settings(), ["TRAPWISE_HTTP__PORT", "TRAPWISE_HOME_PAGE", "PATH"])

    assert told.told == "no platform is set up."


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("TRAPWISE_SLACK_BOT_TOKEN", "TRAPWISE_SLACK__BOT_TOKEN"),
        ("TRAPWISE_DISCORD__BOT_TOKEN", "TRAPWISE_DISCORD__TOKEN"),
        ("TRAPWISE_LOG_LEVEL", "TRAPWISE_LOG__LEVEL"),
        ("TRAPWISE_DATABASE__URL", "TRAPWISE_DATABASE_URL"),
    ],
)
def test_a_name_that_is_nearly_a_setting_is_a_warning(name: str, meant: str) -> None:
    _, told = settings_findings(Settings(), [name])

    assert str(told) == f"warning  settings: {name} is no setting and changes nothing. Is {meant} meant?"

from pathlib import Path

import pytest

from bot.settings import Settings

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"TRAPWISE_{name.upper()}", raising=False)


def test_nothing_needs_to_be_set() -> None:
    settings = Settings()

    assert settings.database_url == "sqlite:///trapwise.db"
    assert settings.content_folder == ROOT / "content"


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPWISE_DATABASE_URL", "postgresql://db/trapwise")
    monkeypatch.setenv("TRAPWISE_CONTENT", "/srv/content")

    settings = Settings()

    assert (settings.database_url, settings.content_folder) == ("postgresql://db/trapwise", Path("/srv/content"))


def test_an_empty_variable_is_as_if_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPWISE_DATABASE_URL", "")
    monkeypatch.setenv("TRAPWISE_CONTENT", "")

    assert Settings() == Settings.model_construct(**{name: f.default for name, f in Settings.model_fields.items()})


def test_the_example_file_has_every_setting_with_its_description() -> None:
    blocks = (ROOT / "deploy" / "env.example").read_text().strip().split("\n\n")[1:]

    assert len(blocks) == len(Settings.model_fields)
    for block, (name, field) in zip(blocks, Settings.model_fields.items(), strict=True):
        comment, line = block.split("\n")
        assert comment == f"# {field.description}"
        assert line.removeprefix("# ").startswith(f"TRAPWISE_{name.upper()}=")
        assert line.startswith("# ") is (field.default is None)
        assert field.default is None or line.endswith(f"={field.default}")

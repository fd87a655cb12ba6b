"""Every environment variable, typed."""

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """What the environment says; names are these with `TRAPWISE_` before them."""

    model_config = SettingsConfigDict(env_prefix="TRAPWISE_", env_nested_delimiter="__", env_ignore_empty=True)

    database_url: str = Field(
        default="sqlite:///trapwise.db",
        description="Where everything is kept: a file, or an address; `demo` takes `--database` instead",
    )
    content: Path | None = Field(
        default=None,
        description="The folder with the question packs; by default the one that came with the program",
    )

    @property
    def content_folder(self) -> Path:
        """The content folder in use: the named one, the one of a checkout, or the one in the installed package."""
        if self.content is not None:
            return self.content
        here = Path(__file__).parent
        packaged = here / "_content"
        return packaged if packaged.is_dir() else here.parent / "content"

"""What a platform draws and says is the same on every database; stories run on both kinds."""

import pytest


@pytest.fixture
def kind() -> str:
    return "sqlite"

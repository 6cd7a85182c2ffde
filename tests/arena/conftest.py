"""What tests with bots share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena.zoo import Zoo


@pytest.fixture
def zoo(tmp_path: Path) -> Iterator[Zoo]:
    """A zoo that is empty after the test, whatever the bots in it did."""
    with Zoo(tmp_path) as zoo:
        yield zoo
        assert zoo.all_gone()

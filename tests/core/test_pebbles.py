"""The example of a sixth game: it passes every check that the five pass."""

import pytest
from pebbles_envs import lanes, solo

from parlour.envs.core.conformance import check


@pytest.mark.parametrize("options", [{}, {"observation": "bits", "size": 9}], ids=str)
def test_it_passes_every_check(options):
    check(solo, strict=True, steps=30, **options).raise_if_failed()
    check(lanes, strict=True, steps=30, solo=lambda: solo(**options), **options).raise_if_failed()

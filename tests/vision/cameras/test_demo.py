"""The demo camera keeps its pace, however slow the machine is."""

from itertools import islice

import pytest

from vision.cameras import demo


def test_a_frame_that_comes_due_between_two_looks_at_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a busy machine that takes so long that the eye once lost its camera."""
    looks = iter(range(1000))
    slept: list[float] = []
    monkeypatch.setattr(demo, "monotonic", lambda: next(looks) * 0.01)
    monkeypatch.setattr(demo, "sleep", slept.append)
    assert len(list(islice(demo.DemoCamera(1).frames(), 5))) == 5
    assert min(slept) >= 0

"""How much of the table each camera module sees: the README's figures, recomputed."""

import re
from math import radians, tan

import pytest

from tests.conftest import ROOT

# Published by Raspberry Pi: angles of view in degrees (the picture is 4:3, so a wide sensor is
# cropped at both sides), or the sensor in mm with a lens of 6 mm.
WIDTHS_AND_HEIGHTS = {
    "Camera Module 2": (2 * tan(radians(62.2 / 2)), 2 * tan(radians(48.8 / 2))),
    "Camera Module 3": (8 / 3 * tan(radians(41 / 2)), 2 * tan(radians(41 / 2))),
    "3 Wide": (8 / 3 * tan(radians(67 / 2)), 2 * tan(radians(67 / 2))),
    "HQ, 6 mm lens": (6.287 / 6, 4.712 / 6),
    "Global Shutter, 6 mm lens": (5.02 / 6, 3.75 / 6),
}


@pytest.mark.parametrize("module", WIDTHS_AND_HEIGHTS)
def test_what_a_camera_sees(module: str) -> None:
    """It is right at each height, to the centimetre."""
    text = (ROOT / "hardware/README.md").read_text()
    heads = re.findall(r"^\| lens to tray \| (.*) \|$", text, re.M)[0].split(" | ")
    rows = re.findall(r"^\| (\d+) cm \| (.*) \|$", text, re.M)
    assert [int(height) for height, _ in rows] == [25, 30, 40, 50, 60]
    for height, row in rows:
        sides = row.split(" | ")[heads.index(module)].split(" × ")
        for side, share in zip(sides, WIDTHS_AND_HEIGHTS[module], strict=True):
            assert abs(int(side) - int(height) * share) <= 0.51

"""The part to print: a body without gaps, with holes where screws go."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from tests.conftest import ROOT

SCRIPT = ROOT / "hardware/camera_holder.py"


def test_it_is_a_body_without_gaps(tmp_path: Path) -> None:
    """Each edge of a triangle is met by that of a neighbour, and all holes are left out."""
    file = tmp_path / "holder.stl"
    subprocess.run([sys.executable, str(SCRIPT), str(file)], check=True)
    data = file.read_bytes()
    rows = np.frombuffer(data[84:], np.dtype([("v", "<f4", (4, 3)), ("_", "<u2")]))
    assert int.from_bytes(data[80:84], "little") == len(rows)
    corners = rows["v"][:, 1:].astype(float)
    edges = Counter(
        (tuple(face[i]), tuple(face[(i + 1) % 3])) for face in corners.tolist() for i in range(3)
    )
    assert all(edges[b, a] == count for (a, b), count in edges.items())
    volume = np.linalg.det(corners).sum() / 6
    cut = 14 * 26 + 4 * 2.0**2 + 2 * 4.0**2 + 6.5**2
    assert abs(volume - 5.0 * (40 * 80 - cut)) < 0.01
    assert np.ptp(corners.reshape(-1, 3), axis=0).tolist() == [40.0, 80.0, 5.0]

"""The camera's mount: parts that can be printed and fit together, with dimensioned drawings."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.conftest import ROOT

BED = 220  # mm
SIZES = {
    "plate": (40, 86, 5),
    "head": (40, 70, 35),
    "segment": (160, 30, 30),
    "clamp": (70, 125, 30),
}
VOLUMES = {  # mm³: the body, less the slot, the holes, and what ends and joints lack
    "plate": 5 * (40 * 86 - 14 * 26 - 4 * 2.2**2 - 4 * 2.7**2 - 2 * 4.0**2 - 6.5**2),
    "head": 5 * (40 * 70 - 14 * 26 - 4 * 2.2**2 - 4 * 2.7**2) + 15 * (30 * 30 - 4 * 4.4**2),
    "segment": 30 * 30 * 160 - 2 * 15 * 30 * 30 - 8 * 15 * 4.4**2,
    "clamp": 30 * (20 * 95 + 2 * 50 * 20) + 15 * (30 * 30 - 4 * 4.4**2)
    - (20 - 7) * 8.6**2 - 7 * 13.3 * (15 + 13.3 / 2),
}  # fmt: skip
DRAWN = {
    "gallows": {"450", "300", "420", "215", "236 to the middle of the tray", "21", "12.5", "30"},
    "arm": {"160", "15", "14", "55", "291", "405 above the table"},
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with everything that the script writes."""
    folder = tmp_path_factory.mktemp("mount")
    subprocess.run([sys.executable, str(ROOT / "hardware/mount.py"), str(folder)], check=True)
    return folder


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the script's own parts."""
    monkeypatch.syspath_prepend(str(ROOT / "hardware"))
    import mount_parts

    return mount_parts


@pytest.mark.parametrize("name", SIZES)
def test_a_part_is_a_body_without_gaps(made: Path, name: str) -> None:
    """Each edge belongs to two triangles with the same orientation; it fits a printer."""
    data = (made / f"{name}.stl").read_bytes()
    rows = np.frombuffer(data[84:], np.dtype([("v", "<f4", (4, 3)), ("_", "<u2")]))
    assert int.from_bytes(data[80:84], "little") == len(rows)
    corners = rows["v"][:, 1:].astype(float)
    edges = Counter(
        (tuple(face[i]), tuple(face[(i + 1) % 3])) for face in corners.tolist() for i in range(3)
    )
    assert all(count == 1 == edges[b, a] for (a, b), count in edges.items())
    size = np.ptp(corners.reshape(-1, 3), axis=0).tolist()
    assert size == list(SIZES[name])
    assert max(size) <= BED
    assert np.linalg.det(corners).sum() / 6 == pytest.approx(VOLUMES[name], rel=1e-4)


def volume(parts: ModuleType, chosen: list[object]) -> float:
    """Return the volume in mm³ of these parts together."""
    cells = parts.CellGrid(chosen)
    return sum(
        float(np.prod([high - low for low, high in cells.cell_bounds(c)])) for c in cells.filled
    )


@pytest.mark.parametrize("mount", ["printed_arm", "gallows"])
def test_no_parts_overlap(parts: ModuleType, mount: str) -> None:
    """Together they have the sum of their volumes."""
    all_of_it = getattr(parts, mount)()
    alone = sum(volume(parts, [part]) for part in all_of_it)
    assert volume(parts, all_of_it) == pytest.approx(alone)


def test_bolts_go_through_every_joint(parts: ModuleType) -> None:
    """Each hole of one part continues in the next: four in each of six joints."""
    holes = Counter(
        tuple(round((low + high) / 2, 3) for low, high in list(zip(*hole, strict=True))[:2])
        for part in parts.printed_arm()
        for hole in part.cut
        if round(hole[1][0] - hole[0][0], 3) == round(hole[1][1] - hole[0][1], 3) == parts.BOLT
    )
    assert sorted(holes.values()) == [2] * 24


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawing_has_its_dimensions(made: Path, name: str) -> None:
    """It is an A4 page, and the SVG has the same content."""
    pdf = (made / f"{name}.pdf").read_bytes()
    told = set(re.findall(r"Tm \((.*)\) Tj", pdf.decode("latin-1")))
    assert told >= DRAWN[name]
    assert b"/MediaBox [0 0 841.89 595.28]" in pdf
    assert {*re.findall(r"<text[^>]*>(.*)</text>", (made / f"{name}.svg").read_text())} == told


def test_shipped_files_are_those_that_the_script_makes(made: Path) -> None:
    """They are the README's picture and the page's files to print."""
    for file in [*made.glob("*.pdf"), *made.glob("*.stl")]:
        assert (ROOT / "companion/static/print" / file.name).read_bytes() == file.read_bytes()
    assert (ROOT / "hardware/mount.svg").read_text() == (made / "gallows.svg").read_text()

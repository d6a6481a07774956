"""`croupier sheet`: a PDF of the right size that readers can open; and a picture of the sheet."""

import json
import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.web.first_load import STATIC_FOLDER
from tests.vision.sheet_rolls import roll
from tests.vision.sheet_views import View, printed


@pytest.mark.parametrize(
    ("paper", "size"),
    [("a4", "841.89 595.28"), ("a3", "1190.55 841.89"), ("letter", "792.00 612.00")],
)
def test_a_page_of_the_size_of_the_paper(tmp_path: Path, paper: str, size: str) -> None:
    """Its cross-reference table is right, and the page has the same sheet to print."""
    file = tmp_path / "sheet.pdf"
    assert main(["sheet", str(file), "--paper", paper]) == 0
    written = file.read_bytes()
    assert f"/MediaBox [0 0 {size}]".encode() in written
    begins = int(re.findall(rb"startxref\n(\d+)\n%%EOF\n$", written)[0])
    assert written[begins:].startswith(b"xref\n")
    places = [int(place) for place in re.findall(rb"(\d{10}) 00000 n", written)]
    for number, place in enumerate(places, 1):
        assert written[place:].startswith(b"%d 0 obj" % number)
    (length,) = re.findall(rb"/Length (\d+)", written)
    content = written.partition(b"stream\n")[2].partition(b"\nendstream")[0]
    assert len(content) == int(length)
    assert written == (STATIC_FOLDER / f"print/tray-{paper}.pdf").read_bytes()


def test_a_file_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line says so."""
    assert main(["sheet", str(tmp_path / "none" / "sheet.pdf")]) == 1
    assert "Cannot write to" in capsys.readouterr().err


def test_a_picture_of_the_sheet_is_read_the_right_way_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Upside down or mirrored, the dice would show other faces."""
    rng = np.random.default_rng(1)
    rolled = roll(View("straight", 400, -35), printed("a4"), rng)
    file = str(tmp_path / "photo.png")
    cv2.imwrite(file, np.ascontiguousarray(rolled.image[::-1, ::-1]))
    assert main(["read", file, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert sorted(die["face"] for die in told["dice"]) == sorted(map(str, rolled.faces))

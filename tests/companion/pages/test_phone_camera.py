"""A phone as the camera: chosen by a family that has no other, and a roll that is photographed."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.companion.pages.accessibility import faults
from tests.companion.pages.conftest import ON_A_PHONE
from tests.companion.serving import Served
from tests.waiting import until
from vision.virtual.tray import VirtualTray

SOON = 30_000  # milliseconds, on a busy machine


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """Return a new table without a camera."""
    served = Served(tmp_path / "data", camera="none").wait()
    try:
        yield served
    finally:
        served.kill()


def photograph(folder: Path, dice: VirtualTray | None) -> Path:
    """Return the file of a photograph as a phone takes it: twelve megapixels."""
    path = folder / "IMG_0001.jpg"
    small = np.full((960, 1280, 3), 90, np.uint8) if dice is None else dice.frame(0.0)
    cv2.imwrite(str(path), cv2.resize(small, (4032, 3024)))
    return path


@ON_A_PHONE
def test_a_family_without_a_camera_photographs_its_rolls(
    served: Served, page: Page, tmp_path: Path
) -> None:
    """They go from the first page to a roll that was photographed and played, without a keypad."""
    page.goto(f"http://127.0.0.1:{served.port}")
    page.locator(".box").filter(has_text="Try the dice").click()
    page.get_by_role("button", name="Use a phone as the camera").click()
    until(lambda: served.get("/api/tables/main")["eye"]["photographs"])
    names = ["Ana", "Ben"]
    start = {"type": "start", "game": "yacht", "names": names, "first_seat": 0}
    assert served.post("actions", {"id": "s", "version": 0, "action": start})[0] == 200
    camera = page.get_by_label("Photograph the dice")
    expect(camera).to_have_attribute("capture", "environment", timeout=SOON)
    camera.set_input_files(photograph(tmp_path, None))
    expect(page.get_by_role("alert").filter(has_text="No dice")).to_be_visible(timeout=SOON)
    assert faults(page) == []
    tray = VirtualTray(np.random.default_rng(3))
    camera.set_input_files(photograph(tmp_path, tray))
    until(lambda: len(served.get("/api/tables/main")["dice"]) == 5)
    shown = [die["face"] for die in served.get("/api/tables/main")["dice"]]
    assert sorted(shown) == sorted(map(str, tray.lying_faces))

"""`croupier doctor` names each fault of a table, with advice."""

import os
import shutil
import signal
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import calibrate, main
from companion.log.log import Log, log_path
from companion.upkeep import Finding, doctor, health, machine
from companion.words import LANGUAGES
from tests.companion.serving import Served
from tests.companion.tiny import GAMES
from tests.companion.upkeep.test_machine import put
from tests.vision.sheet_views import View, printed
from tests.waiting import until
from vision import cameras
from vision.cameras.demo import DemoCamera
from vision.errors import CameraUnreadable
from vision.frame import Frame, Image
from vision.tray_sheet import Sheet
from vision.video_devices import VideoDevice


def scene() -> Image:
    """Return a sharp picture of bright squares on felt."""
    image = np.full((480, 640, 3), 70, np.uint8)
    for x in range(60, 600, 60):
        image[200:240, x : x + 40] = 220
    return image


@dataclass
class House:
    """A machine without faults: its files, its camera and its table's folder."""

    root: Path
    port: int = 0
    picture: Callable[[int], Image] = lambda number: scene()
    live: bool = True
    name: str = "HD Webcam"
    opens: bool = True
    patch: pytest.MonkeyPatch = field(default_factory=pytest.MonkeyPatch)

    @property
    def data(self) -> Path:
        """The data folder."""
        return self.root / "data"

    def frames(self) -> Iterator[Frame]:
        """Yield thirty pictures a second, three in turn, each with its own sensor noise."""
        rng, noisy = np.random.default_rng(0), []
        for number in range(3):
            image = self.picture(number)
            image = image + rng.normal(0, 1.5, (*image.shape[:2], 1))
            noisy.append(np.clip(image, 0, 255).astype(np.uint8))
        for number in range(60):
            yield Frame(noisy[number % 3], number / 30, number)

    def close(self) -> None:
        """Close the camera."""

    def open(self, spec: str, *, paced: bool) -> "House":
        """Open the camera."""
        if not self.opens:
            raise CameraUnreadable("HD Webcam is there but gives no picture")
        return self

    def put(self, path: str, text: str) -> None:
        """Write a system file."""
        put(self.root, path, text)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """Return a house, so that the real machine is not examined."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    found = House(tmp_path, port, patch=monkeypatch)
    found.data.mkdir()
    found.put("sys/class/thermal/thermal_zone0/temp", "51000")
    found.put("sys/devices/platform/soc/soc:firmware/get_throttled", "0")
    found.put("proc/meminfo", "MemAvailable: 900000 kB")
    found.put("sys/class/net/wlan0/carrier", "1")
    found.put("run/systemd/timesync/synchronized", "")
    found.put("dev/video0", "")
    monkeypatch.setattr(machine, "load_per_core", lambda: 0.2)
    monkeypatch.setattr(machine, "disk_free", lambda _: 9 << 30)
    monkeypatch.setattr(health, "video_cameras", lambda _: (VideoDevice(0, "HD Webcam"),))
    monkeypatch.setattr(cameras, "open_camera", found.open)
    monkeypatch.setattr(doctor, "_networks", lambda: ())  # another test loads them
    return found


def examined(house: House) -> list[Finding]:
    """Return the findings about the table of `house`, which is stopped."""

    def stopped() -> list[Finding]:
        return [doctor.check_port("127.0.0.1", house.port), *doctor.check_camera("auto")]

    return doctor.examine_table(house.data, GAMES, stopped, root=house.root)


def bright(house: House, **change: float) -> None:
    """Change every picture: `gain` of its light, `blur` in pixels, a moving `bar`."""

    def picture(number: int) -> Image:
        image = cv2.convertScaleAbs(scene(), alpha=change.get("gain", 1.0))
        if blur := change.get("blur"):
            image = cv2.GaussianBlur(image, (0, 0), blur)
        if depth := change.get("bar"):
            wave = 1 + depth * np.sin(np.arange(480) / 40 + number * 2.1)
            image = image * wave[:, None, None]
        return np.clip(image, 0, 255).astype(np.uint8)

    house.picture = picture


def taken(house: House) -> None:
    """Let another program listen at the port until the test is over."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", house.port))
    house.patch.setattr(house, "close", listener.close)


def other_networks(house: House) -> None:
    """Change a byte of a network on the disk."""
    folder = house.root / "models"
    shutil.copytree(machine.MODELS_FOLDER, folder, ignore=shutil.ignore_patterns("training"))
    network = folder / "faces.onnx"
    network.write_bytes(network.read_bytes()[:-1] + b"?")
    found = machine.neural_networks_finding(folder)
    house.patch.setattr(machine, "neural_networks_finding", lambda: found)


def sheet(house: House, *covered: int, height: float = 450) -> None:
    """Put a printed sheet under the camera, with hands on some of its markers."""
    view = View("webcam", height)
    picture = view.shoot(printed("a4"), np.random.default_rng(0))
    for number in covered:
        quad = view.pixels(Sheet("a4").markers[number].corners)
        cv2.fillConvexPoly(picture, quad.round().astype(np.int32), (120, 140, 190))
    house.picture = lambda _: picture


def refuse(house: House) -> None:
    """Remove the right to open the camera, even for root."""
    usual = os.access
    device = str(house.root / "dev/video0")
    house.patch.setattr(os, "access", lambda path, mode: str(path) != device and usual(path, mode))


def newer_log(house: House) -> None:
    """Let a later version have written the log."""
    Log(house.data).close()
    with closing(sqlite3.connect(log_path(house.data))) as db:
        db.execute("PRAGMA user_version = 99")


def demo(house: House, why: str = "") -> None:
    """Let `auto` find no camera, or none that works."""
    house.patch.setattr(cameras, "open_camera", lambda spec, paced: DemoCamera(why=why))


FAULTS: dict[str, Callable[[House], object]] = {
    "eye_demo_no_camera": demo,
    "eye_demo_no_picture": lambda h: demo(h, "camera 0 is in use"),
    "cameras_refused": refuse,
    "camera_fails": lambda h: setattr(h, "opens", False),
    "picture_too_dark": lambda h: bright(h, gain=0.2),
    "picture_glare": lambda h: bright(h, gain=4.0),
    "picture_flicker": lambda h: bright(h, bar=0.05),
    "sheet_covered": lambda h: sheet(h, 0, 1),
    "sheet_far": lambda h: sheet(h, height=800),
    "picture_blurred": lambda h: bright(h, blur=7.0),
    "power_low": lambda h: h.put("sys/devices/platform/soc/soc:firmware/get_throttled", "50005"),
    "heat_hot": lambda h: h.put("sys/class/thermal/thermal_zone0/temp", "84000"),
    "disk_full": lambda h: h.patch.setattr(machine, "disk_free", lambda _: 9 << 20),
    "card_worn": lambda h: h.put("sys/block/mmcblk0/device/life_time", "0x01 0x08"),
    "card_failing": lambda h: h.put("sys/fs/ext4/mmcblk0p2/errors_count", "3"),
    "clock_wrong": lambda h: h.patch.setattr(time, "time", lambda: 86_400.0 * 365),
    "clock_unset": lambda h: (h.root / "run/systemd/timesync/synchronized").unlink(),
    "memory_low": lambda h: h.put("proc/meminfo", "MemAvailable: 40000 kB"),
    "network_none": lambda h: h.put("sys/class/net/wlan0/carrier", "0"),
    "wifi_weak": lambda h: h.put("proc/net/wireless", "x\nx\nwlan0: 0000 24. -86. -256 0 0\n"),
    "networks_changed": other_networks,
    "opencv_twice": lambda h: h.patch.setattr(doctor, "installed_version", lambda _: "4.12"),
    "log_broken": lambda h: log_path(h.data).write_text("garbage " * 1000),
    "log_newer": newer_log,
    "folder_unwritable": lambda h: (h.data.rmdir(), h.data.write_text("no folder")),
    "port_taken": taken,
}


def test_all_is_well(house: House) -> None:
    """There is no advice, except to make a first backup."""
    found = examined(house)
    assert {one.code for one in found if one.level != "ok"} == {
        *("log_absent", "backup_none", "program", "sheet_none")
    }
    assert {"picture_ok", "network_ok", "clock_ok", "networks_ok"} <= {one.code for one in found}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_named_with_what_to_do(house: House, fault: str) -> None:
    """Each is the only finding, in every language."""
    FAULTS[fault](house)
    found = examined(house)
    house.close()
    named = {one.code: one for one in found if one.level in ("warning", "problem")}
    assert set(named) <= {fault}
    one = next(one for one in found if one.code == fault)
    for language in LANGUAGES:
        said, advice = doctor.finding_sentence(one, language)
        assert said
        assert advice


def test_calibrating_says_what_to_change(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Calibration ends when all is well and gives up after a minute."""
    monkeypatch.setenv("LC_ALL", "C")
    sheet(house)
    assert main(["calibrate"]) == 0
    assert "28 pixels wide" in capsys.readouterr().out
    monkeypatch.setattr(calibrate, "GIVE_UP_AFTER_SECONDS", -1.0)
    bright(house, blur=7.0)
    assert main(["calibrate"]) == 1
    assert "Wipe the lens" in capsys.readouterr().out


def test_a_running_table_is_asked_for_its_findings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its camera is in use, so the doctor doesn't open it. A table that hangs is not healthy."""
    served = Served(tmp_path / "data", camera="/dev/no-such-camera").wait()
    try:
        until(lambda: "camera_fails" in str(served.get("/api/tables/main/health")), 60)
        found = doctor.examine_table(served.data, GAMES)
        page = served.get("/api/tables/main/health")["findings"]
        assert {one.code for one in found} == {one["code"] for one in page}
        answer = next(one.figures["answer"] for one in found if one.code == "camera_fails")
        assert answer == "there is no file or folder '/dev/no-such-camera'"
        assert f"croupier: {answer}" in served.output.read_text(encoding="utf-8")
        served.process.send_signal(signal.SIGSTOP)
        monkeypatch.setattr(doctor, "REPORT_TIMEOUT_SECONDS", 0.2)
        found = doctor.examine_table(served.data, GAMES)
        served.process.send_signal(signal.SIGCONT)
        assert {"table_silent", "folder_ok", "log_ok"} <= {one.code for one in found}
    finally:
        served.stop()

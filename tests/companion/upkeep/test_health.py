"""Each finding has a code, a level, and a sentence in every language."""

import json
import re
import socket
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.cli import main
from companion.files import FileError, unwritable_error
from companion.log.log import log_path
from companion.table.backup.save import save_automatically
from companion.table.eyes import EyeReport
from companion.upkeep import Finding, doctor, health, machine
from companion.words import LANGUAGES, catalogue
from tests.companion.conftest import Played, seen
from tests.companion.tiny import GAMES

_COME: tuple[tuple[str, dict[str, Any]], ...] = (
    ("eye_ok eye_none eye_lost eye_dark eye_moved_camera eye_slow", {"camera": "demo", "fps": 29}),
    ("eye_ended", {"camera": "evening.mp4"}),
    ("eye_demo_chosen eye_demo_no_camera eye_phone_ok", {}),
    ("eye_noir", {"camera": "Pi camera, NoIR", "fps": 29}),
    ("reading_last", {"minutes": 3}),
    ("log_ok", {"rows": 12, "bytes": 40960}),
    ("log_trouble log_absent log_newer backup_none table_silent networks_ok", {}),
    ("picture_ok picture_too_dark picture_glare picture_flicker picture_blurred", {}),
    ("sheet_ok sheet_far", {"paper": "A4", "pixels": 20}),
    ("sheet_covered", {"count": 2}),
    ("sheet_none", {}),
    ("card_worn", {"percent": 90}),
    ("card_failing", {"count": 2}),
    ("network_ok", {"names": ["wlan0"]}),
    ("network_none", {}),
    ("wifi_weak", {"dbm": -80}),
    ("clock_ok clock_unset clock_wrong", {"at": "2026-11-21T20:00:00+00:00"}),
    ("networks_changed cameras_refused", {"names": ["faces.onnx"]}),
    ("camera_fails eye_demo_no_picture", {"answer": "no picture"}),
    ("rows_damaged backup_failed", {"why": "Row 7 is not what was written."}),
    ("rows_repaired", {"count": 1}),
    ("left_out log_torn game_set_aside door_anew", {}),
    ("unsaved", {"why": "The disk is full."}),
    ("backup_last", {"at": "2026-11-21T20:00:00+00:00", "count": 2}),
    ("disk_ok disk_low disk_full", {"free": 5_000_000}),
    ("heat_ok heat_warm heat_hot", {"celsius": 71.2}),
    ("power_ok power_low power_was_low", {"troubles": []}),
    ("memory_ok memory_low", {"free": 5_000_000, "used": None}),
    ("load_ok load_high", {"percent": 40, "tasks": 3}),
    ("screens", {"count": 3, "most": 48}),
    ("budget", {"streams": "2 / 4 / 8", "answers": "2 / 4 / 6", "connections": "12 / 32 / 32"}),
    ("budget_others", {"connections": 16, "bytes": 209715200}),
    ("program", health.version_finding().figures),
    ("folder_ok folder_unwritable", {"folder": "/data"}),
    ("log_broken", {"why": "It is damaged.", "folder": "/data/backups"}),
    ("networks_broken", {"why": "x"}),
    ("opencv_twice", {"names": ["opencv-python", "opencv-python-headless"]}),
    ("cameras_found", {"names": ["HD Webcam"]}),
    ("port_free port_taken", {"port": 8080}),
    ("cafe_ok cafe_away", {}),
    ("report_too_large", {"bytes": 900_000}),
)
FIGURES = {code: figures for codes, figures in _COME for code in codes.split()}
"""Every finding, with typical figures."""


def test_every_finding_has_its_sentence() -> None:
    """The figures fit, problems have advice, and no sentence is unused."""
    words = catalogue("en")
    for code, figures in FIGURES.items():
        said, advice = doctor.finding_sentence(Finding(code, "ok", figures), "en")
        assert said, code
        assert "{" not in said + advice
        fine = code.endswith(("_ok", "_last", "_absent", "_running", "_found", "_free"))
        plain = code.startswith("budget") or code in ("screens", "program", "eye_demo_chosen")
        assert bool(advice) == (not fine and not plain), code
    known = {f"health_{code}" for code in FIGURES}
    told = {
        key.removesuffix("_do")
        for key in words
        if re.match(r"health_(?!fine|limits|warned|needed|again|level)", key)
    }
    assert told == known


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_use_only_existing_figures(language: str) -> None:
    """Their placeholders are figures of the finding."""
    words = catalogue(language)
    for code, figures in FIGURES.items():
        for key in (f"health_{code}", f"health_{code}_do"):
            fields = {name for _, name, _, _ in Formatter().parse(str(words.get(key, ""))) if name}
            assert fields <= set(figures), key


def found_at(played: Played) -> dict[str, Finding]:
    """Return the findings about a table by the first word of their codes."""
    return {found.code.partition("_")[0]: found for found in health.table_findings(played.table)}


@pytest.mark.parametrize(
    ("report", "code", "level"),
    [
        (EyeReport("run1", "empty", 29.8, "USB"), "eye_ok", "ok"),
        (EyeReport("run1", "dark", 29.8, "USB"), "eye_dark", "warning"),
        (EyeReport("run1", "moved camera", 29.8, "USB"), "eye_moved_camera", "warning"),
        (EyeReport("run1", "empty", 3.0, "USB"), "eye_slow", "warning"),
        (EyeReport("run1", "empty", 29.8, "Pi camera, NoIR"), "eye_noir", "warning"),
    ],
)
def test_the_eye_is_checked(played: Played, report: EyeReport, code: str, level: str) -> None:
    """The finding shows its state and its frame rate."""
    played.table.take_report(report)
    found = found_at(played)["eye"]
    assert (found.code, found.level, found.figures["camera"]) == (code, level, report.camera)


def test_photographs_have_no_frame_rate_and_are_not_judged(played: Played) -> None:
    """Light and focus are not judged before there is a roll."""
    played.table.take_report(EyeReport("run1", "empty", camera="phone", photographs=True))
    found = found_at(played)
    assert (found["eye"], found.get("picture")) == (Finding("eye_phone_ok", "ok"), None)


@pytest.mark.parametrize(
    ("chosen", "trouble", "code"),
    [
        ("demo", "", "eye_demo_chosen"),
        ("auto", "", "eye_demo_no_camera"),
        ("auto", "camera 0 is in use", "eye_demo_no_picture"),
    ],
)
def test_virtual_dice_are_not_reported_as_a_working_camera(
    played: Played, chosen: str, trouble: str, code: str
) -> None:
    """They are a warning unless somebody chose them, and their pictures are not judged."""
    played.table.settings.given = chosen
    played.table.take_report(EyeReport("run1", "empty", 30, "demo", demo=True, trouble=trouble))
    found = found_at(played)
    assert found["eye"].figures.get("answer", "") == trouble
    assert (found["eye"].code, found["eye"].level) == (
        code,
        "info" if chosen == "demo" else "warning",
    )
    assert "picture" not in found


def test_bad_pictures_are_reported(played: Played) -> None:
    """They are reported only while pictures arrive."""
    played.table.take_report(EyeReport("run1", "empty", 30, "USB", faults=("glare", "blurred")))
    codes = {one.code for one in health.table_findings(played.table)}
    assert {"picture_glare", "picture_blurred"} <= codes
    played.clock.t += 10
    codes = {one.code for one in health.table_findings(played.table)}
    assert not any(code.startswith("picture") for code in codes)


def test_an_eye_that_never_started_is_not_a_lost_one(played: Played) -> None:
    """The advice differs."""
    assert found_at(played)["eye"].code == "eye_none"
    played.table.eyes.failure = "there is no camera at /dev/video0"
    assert found_at(played)["camera"].figures == {"answer": "there is no camera at /dev/video0"}
    played.table.take_report(EyeReport("run1", "empty", 30, "USB"))
    played.clock.t += 10
    assert found_at(played)["eye"].code == "eye_lost"
    trouble = "cam.lan stopped giving pictures"  # the eye itself says why
    played.table.take_report(EyeReport("run1", "lost", camera="cam.lan", trouble=trouble))
    assert found_at(played)["camera"].figures == {"answer": trouble}


def test_the_end_of_a_recording_is_no_fault(played: Played) -> None:
    """It does not matter how long ago it was."""
    played.table.take_report(EyeReport("run1", "ended", 30, "evening.mp4"))
    played.clock.t += 10
    assert found_at(played)["eye"].code == "eye_ended"
    assert played.shown["eye"]["state"] == "ended"


def test_the_age_of_the_last_reading_is_shown(played: Played) -> None:
    """It is in whole minutes."""
    played.start()
    played.table.take_report(EyeReport("run1", "sure", 30, "USB"))
    played.clock.t += 5
    played.table.take_reading(seen(1, "1 2 3"), None)
    played.clock.t += 130
    played.table.take_report(EyeReport("run1", "sure", 30, "USB"))
    assert found_at(played)["reading"].figures == {"minutes": 2}


def test_a_full_disk_is_a_problem(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """The finding is a problem, and so is the overall level."""
    played.start()

    def full(*_: object) -> None:
        raise unwritable_error(played.folder, "no space")

    monkeypatch.setattr(played.table.store.log, "append", full)
    with pytest.raises(FileError):
        played.do("open")
    found = health.table_findings(played.table)
    assert "log_trouble" in {one.code for one in found}
    assert health.worst_level(found) == "problem"


def test_the_machines_facts_are_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Values on both sides of each limit are tested."""
    told = {"temperature": 65.0, "disk_free": 5 << 30, "memory_free": 1 << 30, "load_per_core": 0.5}
    worse = {
        "temperature": 70.0,
        "disk_free": 900 << 20,
        "memory_free": 90 << 20,
        "load_per_core": 1.6,
    }
    worst = {"temperature": 85.0, "disk_free": 50 << 20}
    for facts, level in ((told, "ok"), (worse, "warning"), (worst, "problem")):
        for name, value in facts.items():
            monkeypatch.setattr(machine, name, lambda *_, value=value: value)
        found = {one.code.partition("_")[0]: one for one in machine.machine_findings(tmp_path)}
        for name in facts:
            assert found[name.partition("_")[0].replace("temperature", "heat")].level == level


@pytest.mark.parametrize(
    ("troubles", "code"),
    [
        ((), "power_ok"),
        (("under_voltage", "under_voltage_before"), "power_low"),
        (("under_voltage_before",), "power_was_low"),
    ],
)
def test_a_weak_supply_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, troubles: tuple[str, ...], code: str
) -> None:
    """It is named if it is or was too weak."""
    monkeypatch.setattr(machine, "power_troubles", lambda _: troubles)
    assert code in {found.code for found in machine.machine_findings(tmp_path)}


def test_health_over_http(played: Played, client: FlaskClient) -> None:
    """The answer has the overall level and every finding."""
    shown: Any = client.get("/api/tables/main/health").json
    assert shown["level"] == "problem"  # no eye
    assert {"eye_none", "log_ok", "program"} <= {found["code"] for found in shown["findings"]}


def test_the_doctor_checks_the_log(
    played: Played, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can read the log of a running table."""
    played.start()
    save_automatically(played.folder)
    found = {one.code: one for one in doctor.examine_table(played.folder, GAMES)}
    assert found["log_ok"].figures["rows"] == 1
    assert {"folder_ok", "table_silent", "networks_ok", "backup_last"} <= set(found)


def test_the_doctor_speaks_and_exits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It uses the environment's language, and exits with 1 if something must be done."""
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    monkeypatch.setattr(machine, "disk_free", lambda _: 5 << 30)
    monkeypatch.setattr(machine, "temperature", lambda _: 50.0)
    monkeypatch.setattr(machine, "power_troubles", lambda _: None)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        where = ["--host", "127.0.0.1", "--port", str(taken.getsockname()[1])]
        assert main(["doctor", "--data", str(tmp_path), *where]) == 0
    out = capsys.readouterr().out
    assert "Aucune partie" in out
    assert f"Le port {where[3]} est occupé" in out
    log_path(tmp_path).write_text("garbage " * 1000)
    assert main(["doctor", "--data", str(tmp_path), "--json"]) == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"log_broken": "problem"}.items() <= {one["code"]: one["level"] for one in found}.items()

"""Facts about the machine, from fake files of /sys and /proc."""

from pathlib import Path

import pytest

from companion.upkeep import machine


def put(root: Path, path: str, text: str) -> None:
    """Write a file below `root`."""
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


def test_a_machine_without_facts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are None, and nothing raises."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert machine.temperature(tmp_path) is None
    assert machine.power_troubles(tmp_path) is None
    assert machine.memory_free(tmp_path) is None
    assert machine.memory_of_process(tmp_path) is None
    assert machine.disk_free(tmp_path / "none") is None
    assert machine.machine_model(tmp_path)


def test_the_hottest_zone_counts(tmp_path: Path) -> None:
    """Missing sensors report nonsense or nothing."""
    for number, text in enumerate(("48312\n", "61500\n", "-274000\n", "", "n/a")):
        put(tmp_path, f"sys/class/thermal/thermal_zone{number}/temp", text)
    assert machine.temperature(tmp_path) == 61.5


@pytest.mark.parametrize(
    ("bits", "words"),
    [
        ("0x0", ()),
        ("50005", ("under_voltage", "throttled", "under_voltage_before", "throttled_before")),
        ("0x80008", ("soft_limit", "soft_limit_before")),
    ],
)
def test_the_firmware_complains_in_bits(tmp_path: Path, bits: str, words: tuple[str, ...]) -> None:
    """The bits in the kernel's file are as documented."""
    put(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", f"{bits}\n")
    assert machine.power_troubles(tmp_path) == words


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("echo throttled=0x1", ("under_voltage",)),
        ("echo VCHI initialization failed; exit 255", None),
    ],
)
def test_the_firmware_is_asked_by_its_tool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, words: object
) -> None:
    """This happens if the kernel has no file; without rights the tool returns nothing."""
    put(tmp_path, "vcgencmd", f"#!/bin/sh\n{script}\n")
    (tmp_path / "vcgencmd").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert machine.power_troubles(tmp_path) == words


def test_memory_in_bytes(tmp_path: Path) -> None:
    """The kernel counts in kB."""
    put(tmp_path, "proc/meminfo", "MemTotal: 900 kB\nMemAvailable:  512000 kB\n")
    put(tmp_path, "proc/self/status", "Name: x\nVmRSS:\t  61440 kB\n")
    assert machine.memory_free(tmp_path) == 512_000 * 1024
    assert machine.memory_of_process(tmp_path) == 60 << 20


def test_the_model_of_a_pi(tmp_path: Path) -> None:
    """It comes from the device tree, without the final NUL."""
    put(tmp_path, "proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    assert machine.machine_model(tmp_path) == "Raspberry Pi 5 Model B Rev 1.0"

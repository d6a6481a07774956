"""The file by which a Raspberry Pi becomes a table at its first start, without a command."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT

FILE = ROOT / "hardware/user-data"


@pytest.fixture
def files() -> dict[str, str]:
    """Return the files that it writes, by their paths."""
    told: Any = yaml.safe_load(FILE.read_text())
    return {one["path"]: one["content"] for one in told["write_files"]}


def test_cloud_init_understands_it() -> None:
    """Every key of it, by cloud-init's own judgement."""
    if shutil.which("cloud-init") is None:
        pytest.skip("needs cloud-init (Debian's package of that name)")
    done = subprocess.run(
        ["cloud-init", "schema", "--config-file", str(FILE)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert FILE.read_text().startswith("#cloud-config\n")


@pytest.mark.parametrize("works", [True, False])
def test_the_boot_partition_tells_how_it_went(
    tmp_path: Path, files: dict[str, str], works: bool
) -> None:
    """Done once it is done; what failed is said, and tried again at the next start."""
    programs, home = tmp_path / "bin", tmp_path / "croupier"
    (home / "hardware").mkdir(parents=True)
    programs.mkdir()
    (tmp_path / "boot").mkdir()
    for path, script in {
        programs / "apt-get": "exit 0",
        programs / "sudo": 'shift 2; exec "$@"',
        home / "hardware/install.sh": "echo no room on the card; exit 1" if not works else "exit 0",
    }.items():
        path.write_text(f"#!/bin/bash\n{script}\n")
        path.chmod(0o755)
    script = files["/usr/local/sbin/croupier-first-boot"]
    done = tmp_path / "installed"
    for was, now in (
        ("/boot/firmware", tmp_path / "boot"),
        ("/home/croupier/croupier", home),
        ("/var/lib/croupier-installed", done),
    ):
        assert was in script
        script = script.replace(was, str(now))
    environment = {**os.environ, "PATH": f"{programs}:/usr/bin:/bin"}
    subprocess.run(["bash", "-c", script], env=environment, check=True, timeout=60)
    said = (tmp_path / "boot/croupier-install.txt").read_text()
    assert ("Done." in said) == works
    assert ("no room on the card" in said) != works
    assert done.exists() == works


def test_it_is_tried_until_it_is_done(files: dict[str, str]) -> None:
    """By a service, since cloud-init runs once alone."""
    unit = files["/etc/systemd/system/croupier-first-boot.service"]
    assert "ConditionPathExists=!/var/lib/croupier-installed" in unit
    assert "touch /var/lib/croupier-installed" in files["/usr/local/sbin/croupier-first-boot"]

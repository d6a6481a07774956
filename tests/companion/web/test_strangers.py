"""With slow strangers around, ten known devices are answered as before."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

COUNT = int(os.environ.get("CROUPIER_STRANGERS", "120"))
SECONDS = 60 if COUNT > 120 else 12
SOON_MS, AS_BEFORE = 500.0, 10  # an act's answer, or a multiple of the time without strangers
FREE_S = 15.0


def ninety_five(times: list[float]) -> float:
    """Return the 95th percentile of `times`."""
    return sorted(times)[int(len(times) * 0.95)]


def test_slow_strangers_delay_nobody(tmp_path: Path) -> None:
    """They are slow with headers, bodies or reading, or silent, each from its own address."""
    network = [shutil.which("unshare") or "false", "--map-root-user", "--net"]
    alone = subprocess.run([*network, "true"], capture_output=True, check=False).returncode == 0
    command = [sys.executable, "-m", "tests.companion.web.strangers", str(tmp_path / "data")]
    command += [str(COUNT), str(SECONDS)]
    command = [*network, *command] if alone else [*command, "--loopback"]
    told = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)
    assert found["failed"] == []
    assert found["beside"]
    as_before = AS_BEFORE * ninety_five(found["calm"])
    assert ninety_five(found["beside"]) < max(SOON_MS, as_before)
    assert found["longest"] < FREE_S
    print(f"{COUNT} strangers: p95 {ninety_five(found['beside']):.0f} ms")

"""The reports that people at a table can send to their café: findings and a bug report."""

import base64
import tempfile
from dataclasses import asdict
from pathlib import Path

from companion.files import FileError
from companion.mqtt.messages import Report
from companion.table.backup.folder import FOLDER
from companion.upkeep import Finding
from companion.upkeep.bug_report import without_addresses, write_report
from companion.upkeep.doctor import examine_table
from engine.core.refusals import Json
from engine.games import GAMES

_MAX_BYTES = 700_000  # of a report; the broker takes 1 MiB at a time, and base64 adds a third


def reports_of_table(folder: Path) -> list[Report]:
    """Return the findings and the bug report of the table in `folder`, without names.

    If the bug report is too large for the broker, or the log cannot be read, there are only
    findings, which say so.
    """
    findings = [without_addresses(asdict(one)) for one in examine_table(folder, GAMES)]
    try:
        with tempfile.TemporaryDirectory(dir=folder) as place:
            target = Path(place) / "report.zip"
            write_report(folder, target, GAMES, {"findings": findings})
            report = target.read_bytes()
        if len(report) <= _MAX_BYTES:
            encoded = base64.b64encode(report).decode()
            return [Report("doctor", findings), Report("bug_report", encoded)]
        findings.append(asdict(Finding("report_too_large", "warning", {"bytes": len(report)})))
    except FileError as error:
        figures: dict[str, Json] = {"why": error.message, "folder": FOLDER}
        findings.append(without_addresses(asdict(Finding("log_broken", "problem", figures))))
    return [Report("doctor", findings)]

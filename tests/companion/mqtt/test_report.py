"""Reports that a table sends its café on request."""

import sqlite3
from contextlib import closing

from companion.log.log import log_path
from companion.mqtt.report import reports_of_table
from tests.companion.conftest import Played


def test_a_damaged_log_is_reported(all_games: Played) -> None:
    """Staff are waiting, so the findings are sent without the bug report, which needs the log."""
    all_games.start(game="ten_thousand")
    assert [report.kind for report in reports_of_table(all_games.folder)] == [
        "doctor",
        "bug_report",
    ]
    with closing(sqlite3.connect(log_path(all_games.folder))) as db, db:
        db.execute("UPDATE row SET who = 'nobody'")
    (report,) = reports_of_table(all_games.folder)
    assert report.kind == "doctor"
    assert isinstance(report.data, list)
    assert report.data[-1]["code"] == "log_broken"
    assert "damaged" in report.data[-1]["figures"]["why"]

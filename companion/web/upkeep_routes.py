"""The routes of upkeep: backups, the bug report, health, and updates."""

import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal, TypedDict, cast

from flask import Response, request, send_file
from msgspec import Meta

from companion.budget import BACKUP
from companion.fields import RequestBody
from companion.files import FileError
from companion.log.views import Time
from companion.table.backup.folder import (
    backup_time,
    find_backup,
    kept_backups,
    temporary_file,
    time_stamp,
)
from companion.table.backup.restore import keep_upload, staged_copy
from companion.table.table import Table
from companion.table.views import Snapshot
from companion.upkeep import Finding, Level, health
from companion.upkeep.bug_report import write_report
from companion.upkeep.housekeeping import export_backup
from companion.upkeep.program_log import recent_lines
from companion.upkeep.update import UpdateView, ask_for_update, update_view
from companion.upkeep.wifi import WifiBody, WifiView, ask_for_wifi, wifi_view
from companion.web.callers import require_right
from companion.web.routes import EmptyBody, Query, TableRoutes
from engine.core.refusals import BadAction

_ZIP = "application/zip"
_COPIED = {503: "log_unwritable, log_damaged"}  # a copy of the log needs space


class RestoreBody(RequestBody, frozen=True):
    """Restore the backup `name`, in place of the `version` of the `run` that the page saw."""

    name: str
    run: str
    version: int


class BugReportQuery(Query, frozen=True):
    """The choice of what a bug report contains."""

    names: Annotated[Literal["0", "1"], Meta(description="1: include the names of the players")] = (
        "0"
    )


class BackupFile(TypedDict):
    """A backup: its file `name`, why and when it was made, and its size in `bytes`."""

    name: str
    why: Annotated[str, Meta(extra_json_schema={"enum": ["auto", "replaced", "upload"]})]
    at: Time
    bytes: int


class BackupList(TypedDict):
    """The backups, newest first."""

    backups: list[BackupFile]


class BackupPreview(BackupFile):
    """A sound backup: how many rows and games it holds, and the players of the newest game."""

    rows: int
    games: int
    last: Annotated[str | None, Meta(description="the time of the last act")]
    names: list[str]
    replayed_otherwise: Annotated[
        list[int], Meta(description="rows of old games that come out differently by today's rules")
    ]


class RestoredTable(Snapshot):
    """The new snapshot; `kept` is the name of the backup of the old log."""

    kept: str


class TableHealth(TypedDict):
    """All findings, and the worst level among them."""

    level: Level
    findings: list[Finding]


class Updates(TypedDict):
    """How the table's updates stand; null: it is not updated from its page."""

    update: UpdateView | None


class WifiAnswer(TypedDict):
    """The Wi-Fi of the table's computer; null: it can't be chosen on the page."""

    wifi: WifiView | None


def add_upkeep_routes(routes: TableRoutes, table: Table) -> None:
    """Add the routes of the upkeep of `table`."""
    _add_backups(routes, table)

    @routes.get("/api/tables/{table}/health")
    def table_health() -> TableHealth:
        """Return the health of the table."""
        findings = health.table_findings(table)
        return {"level": health.worst_level(findings), "findings": findings}

    @routes.get("/api/tables/{table}/update", long="awaited")
    def table_updates() -> Updates:
        """Return whether there is a newer version of the program."""
        return {"update": update_view()}

    @routes.post("/api/tables/{table}/update", "settled", refusals={422: "no_updates"})
    def update_table(body: EmptyBody) -> Updates:
        """Install the newest version; if it does not start, the present one runs again."""
        ask_for_update()
        return {"update": update_view()}

    @routes.get("/api/tables/{table}/wifi")
    def table_wifi() -> WifiAnswer:
        """Return which Wi-Fi networks are in range, and whether one is being joined."""
        return {"wifi": wifi_view()}

    @routes.post("/api/tables/{table}/wifi", "settled", refusals={422: "no_wifi"})
    def join_wifi(body: WifiBody) -> WifiAnswer:
        """Join a Wi-Fi; if that fails, the table opens its own network again."""
        ask_for_wifi(body)
        return {"wifi": wifi_view()}

    @routes.get("/api/tables/{table}/bundle", gives=_ZIP, refusals=_COPIED, long="awaited")
    def download_bug_report(query: BugReportQuery) -> Response:
        """Download a bug report, which can be replayed elsewhere."""
        names = query.names == "1"
        if names:
            require_right("settled")
        facts = {
            "findings": [asdict(finding) for finding in health.table_findings(table)],
            "eye": table.snapshot()["eye"],
            "program_log": recent_lines(),
        }
        with temporary_file(table.folder) as path:
            write_report(table.folder, path, table.games, facts, table.eyes.preview, names=names)
            return _download(path, f"croupier-{time_stamp()[:15]}.zip", _ZIP)


def _add_backups(routes: TableRoutes, table: Table) -> None:
    @routes.get(
        "/api/tables/{table}/backup", "settled", gives=BACKUP, refusals=_COPIED, long="awaited"
    )
    def download_backup() -> Response:
        """Download all games, pictures, boxes, and what was taught."""
        with temporary_file(table.folder) as copy:
            export_backup(table.folder, copy)
            return _download(copy, f"croupier-{time_stamp()[:15]}.sqlite3")

    @routes.get("/api/tables/{table}/backups")
    def list_backups() -> BackupList:
        """List the backups."""
        return {"backups": [_entry(path) for path in kept_backups(table.folder)]}

    @routes.post(
        "/api/tables/{table}/backups",
        "settled",
        takes=BACKUP,
        refusals={422: "log_damaged, log_foreign, log_newer"},
        long="awaited",
    )
    def upload_backup() -> BackupPreview:
        """Check a backup and keep it."""
        with temporary_file(table.folder) as file:
            with file.open("wb") as out:
                shutil.copyfileobj(request.stream, out, 1 << 16)
            try:
                kept, summary = keep_upload(table.folder, file, table.games)
            except FileError as error:
                if error.code == "log_unwritable":
                    raise  # the backup may be sound
                raise BadAction(error.code, "This backup is damaged.") from error
        return cast(BackupPreview, {**_entry(kept), **asdict(summary)})

    @routes.post(
        "/api/tables/{table}/restore",
        "settled",
        refusals={
            409: "stale: `snapshot` holds the newest",
            422: "no_such_backup",
            503: "log_unwritable, log_damaged, log_foreign, log_newer; nothing was changed",
        },
    )
    def restore_backup(body: RestoreBody) -> RestoredTable:
        """Restore a backup."""
        source = find_backup(table.folder, body.name)
        with staged_copy(source, table.folder, table.games) as (copy, _):
            kept = table.restore_backup(copy, body.run, body.version)
        return {**table.snapshot(), "kept": kept.name}


def _download(path: Path, name: str, mimetype: str = BACKUP) -> Response:
    """Return the file at `path` as a download; it may be deleted at once."""
    answer = send_file(path.open("rb"), mimetype, as_attachment=True, download_name=name)
    answer.content_length = path.stat().st_size
    return answer


def _entry(path: Path) -> BackupFile:
    return {
        "name": path.name,
        "why": path.stem.partition("-")[0],
        "at": backup_time(path).isoformat(timespec="seconds"),
        "bytes": path.stat().st_size,
    }

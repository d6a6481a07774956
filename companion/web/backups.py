"""The HTTP interface of backups: take one home, bring one back, look at those that are kept."""

import contextlib
import logging
import os
import secrets
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from flask import Flask, Response, jsonify, request, send_file

from companion.table import backup
from companion.table.log import LogError, log_path, unwritable
from companion.table.table import Table
from companion.upkeep import bundle, health
from companion.upkeep.quiet_log import recent_lines
from companion.web import wire
from companion.web.api import check_table
from engine.core.codec import from_json
from engine.core.refusals import BadAction, Json

log = logging.getLogger(__name__)

UPLOAD = "upload_backup"  # the one endpoint that takes such a body


@dataclass(frozen=True, slots=True)
class _Restore:
    """Put back the kept backup `name`, in place of the `version` of the `run` that the page saw."""

    name: str
    run: str
    version: int


def add_keeping_routes(app: Flask, table: Table) -> None:
    """Let `app` hand out and take in backups of `table`."""

    @app.get("/api/tables/<name>/backup")
    def download_backup(name: str) -> Response:
        check_table(table, name)
        with backup.staged(log_path(table.folder), table.folder, table.games) as (copy, _):
            return _download(copy, f"croupier-{backup.stamp()[:15]}.sqlite3")

    @app.get("/api/tables/<name>/bundle")
    def download_bundle(name: str) -> Response:
        check_table(table, name)
        path = table.folder / f".{secrets.token_hex(8)}.bundle"
        names = request.args.get("names") == "1"
        try:
            bundle.make(table.folder, path, table.games, _scene(table), names=names)
            return _download(path, f"croupier-{backup.stamp()[:15]}.zip", "application/zip")
        finally:
            path.unlink(missing_ok=True)

    @app.get("/api/tables/<name>/health")
    def table_health(name: str) -> Response:
        check_table(table, name)
        findings = health.of_table(table)
        told = [finding.to_json() for finding in findings]
        return jsonify(level=health.worst(findings), findings=told)

    @app.get("/api/tables/<name>/backups")
    def list_backups(name: str) -> Response:
        check_table(table, name)
        return jsonify(backups=[_entry(path) for path in backup.kept(table.folder)])

    def upload_backup(name: str) -> Response:
        check_table(table, name)
        with _uploaded(table.folder) as file:
            try:
                kept, summary = backup.keep_upload(table.folder, file, table.games)
            except LogError as error:
                if error.code == "log_unwritable":
                    raise  # the fault is ours
                raise BadAction(error.code, "This is no sound backup.") from error
        return jsonify(_entry(kept) | summary.to_json())

    app.add_url_rule("/api/tables/<name>/backups", UPLOAD, upload_backup, methods=["POST"])

    @app.post("/api/tables/<name>/restore")
    def restore_backup(name: str) -> Response:
        check_table(table, name)
        asked = from_json(_Restore, wire.load(request.get_data()), "restore")
        source = backup.find_backup(table.folder, asked.name)
        with backup.staged(source, table.folder, table.games) as (copy, _):
            kept = table.restore(copy, asked.run, asked.version)
        return jsonify(table.snapshot() | {"kept": kept.name})


def keep_automatically(table: Table) -> None:
    """Make a backup in the background whenever a game of `table` has ended."""

    def save() -> None:
        try:
            backup.save_automatically(table.folder, table.games)
        except LogError as error:  # a full disk: the game is in the log all the same
            log.warning("no automatic backup: %s", error)

    table.game_over = lambda: threading.Thread(target=save, name="backup", daemon=True).start()


def _scene(table: Table) -> bundle.Scene:
    findings = [finding.to_json() for finding in health.of_table(table)]
    eye = table.snapshot()["eye"]
    facts: dict[str, Json] = {"findings": findings, "eye": eye, "program_log": recent_lines()}
    return bundle.Scene(facts, table.eyes.preview)


def _download(path: Path, name: str, mimetype: str = backup.MIMETYPE) -> Response:
    """Return the file at `path` as a download; it may be unlinked at once."""
    answer = send_file(path.open("rb"), mimetype, as_attachment=True, download_name=name)
    answer.content_length = path.stat().st_size
    return answer


def _entry(path: Path) -> dict[str, Json]:
    return {
        "name": path.name,
        "why": path.stem.partition("-")[0],
        "at": backup.made_at(path).isoformat(timespec="seconds"),
        "bytes": path.stat().st_size,
    }


@contextlib.contextmanager
def _uploaded(folder: Path) -> Iterator[Path]:
    """Lend the body of the request as a file in `folder`, under a name of our own."""
    request.max_content_length = backup.MOST_BYTES
    path = folder / f".{secrets.token_hex(8)}.upload"
    try:
        with _create(path) as file:
            shutil.copyfileobj(request.stream, file, 1 << 16)
        yield path
    except OSError as error:  # a full disk; a phone that goes away is no OSError
        raise unwritable(folder, error.strerror or error) from error
    finally:
        path.unlink(missing_ok=True)


def _create(path: Path) -> BinaryIO:
    return os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb")

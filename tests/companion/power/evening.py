"""A scripted evening at a table: what is stored after each step must survive a power cut.

`python -m tests.companion.power.evening FOLDER` plays it in FOLDER/data. After each acknowledged
step it appends a line to FOLDER/marks with the content of a table opened then.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.access.control import AccessControl
from companion.access.store import AccessStore
from companion.table.backup.folder import MAX_AUTOMATIC_BACKUPS, kept_backups
from companion.table.backup.restore import keep_upload
from companion.table.backup.save import save_automatically, save_backup
from tests.companion.conftest import JPEG, Played, seen
from tests.companion.tiny import GAMES

PICTURE = JPEG + b"evidence" * 1500


def contents(played: Played, store: AccessStore) -> dict[str, Any]:
    """Return a table's content: digests of log and access, question, cards, pictures, backups."""
    rows = [repr(row) for row in played.table.store.log.rows()]
    state = played.table.state
    stored = store.read()
    door = stored and (
        stored.code,
        stored.key,
        [replace(device, seen=0.0) for device in stored.devices],
    )
    return {
        "log": _digest("\n".join(rows)),
        "asked": [
            [question.row, repr(verdict)]
            for question, verdict in state.rolls.questions(state.history)
        ],
        "door": _digest(repr(door)),
        "cards": played.table.entered_cards.of_game("tiny"),
        "pictures": [seq for seq in range(len(rows) + 1) if played.table.picture_of_row(seq)],
        "backups": [path.name for path in kept_backups(played.folder)],
    }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def play(folder: Path, marks: Path) -> None:
    """Play the evening in `folder`; write to `marks` what is stored after each step."""
    with marks.open("ab", buffering=0) as file:
        played = Played(folder)
        store = AccessStore(folder)
        access = AccessControl(played.table, store)
        with closing(played.table), closing(store):
            for _ in _steps(played, access):
                file.write(json.dumps(contents(played, store)).encode() + b"\n")


def _steps(played: Played, access: AccessControl) -> Iterator[None]:
    """Do one step after the other, and yield after each."""
    yield
    phones = []
    for _ in range(3):
        phones.append(access.join(access.code, "10.0.0.1"))
        yield
    played.start("Ana", "Ben")
    yield
    access.sit(phones[1].id, 0)
    yield
    for number in range(1, 4):
        played.clock.t += 10
        played.read(seen(number, "1 2 3" if number % 2 else "4 5 6", sure=number != 2), PICTURE)
        yield
        if number == 2:
            played.do("dice", faces=["4", "5", "6"], number=2)
            yield
        played.do("open")
        yield
        played.do("undo")
        yield
    for number in (4, 5):  # two questions, of which one stays unanswered
        played.clock.t += 10
        played.read(seen(number, "1 1 2" if number == 4 else "3 3 4", sure=False), PICTURE)
        yield
    played.do("dismiss", number=5)
    yield
    access.remove(phones[2].id)
    yield
    save_automatically(played.folder)
    yield
    access.renew_code()
    yield
    for number in (1, 2):
        played.table.entered_cards.remember("tiny", {"number": number})
        yield
    played.table.entered_cards.forget("tiny", {"number": 1})
    yield
    played.do("correct", row=2, faces=["1", "1", "1"])
    yield
    copy = played.folder.parent / "copy.sqlite3"
    save_backup(played.folder, copy, GAMES)
    keep_upload(played.folder, copy, GAMES)
    yield
    played.start("Cleo", "Dan")
    yield
    shown = played.shown
    played.table.restore_backup(copy, shown["run"], shown["version"])
    yield
    access.remove_all_except(phones[0].id)
    yield
    played.do("open")
    yield
    for _ in range(MAX_AUTOMATIC_BACKUPS):
        save_automatically(played.folder)
        yield
        played.do("undo")
        yield


if __name__ == "__main__":
    root = Path(sys.argv[1])
    play(root / "data", root / "marks")
    os._exit(0)  # a power cut: nothing is closed

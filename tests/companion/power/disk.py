"""A disk after a power cut: what a program wrote, as far as it was synced.

It is strict: a write survives once its file was synced, a name once its folder was. Chance decides
about the rest: all of it is lost, or some sectors of each write, or some whole writes, in any
order. Not even a file's size or a rename survives by itself.
"""

import os
import random
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

RECORDER = Path(__file__).parent / "recorder.c"
SECTOR = 512  # bytes, which are written completely or not at all

Loss = Literal["dropped", "torn", "reordered"]
LOSSES: tuple[Loss, ...] = ("dropped", "torn", "reordered")


def can_record() -> bool:
    """Return whether there is a C compiler for the recorder."""
    return shutil.which("cc") is not None


def record(command: Sequence[str], under: Path, folder: Path) -> "list[Record]":
    """Return what `command` did to the files below `under`; `folder` is for the recorder itself."""
    library, trace = folder / "recorder.so", folder / "trace"
    compile_it = ["cc", "-O1", "-shared", "-fPIC", "-o", str(library), str(RECORDER)]
    subprocess.run([*compile_it, "-ldl", "-lpthread"], check=True)
    told = {"RECORD_UNDER": str(under), "RECORD_TO": str(trace), "LD_PRELOAD": str(library)}
    subprocess.run(command, env={**os.environ, **told}, check=True)
    return list(_records(trace.read_bytes(), str(under)))


@dataclass(frozen=True, slots=True)
class Record:
    """An operation on the file `path`, below the recorded folder; `name` is its new name."""

    what: str
    inode: int
    offset: int
    data: bytes
    path: str
    name: str


def _records(trace: bytes, under: str) -> Iterator[Record]:
    at = 0
    while at < len(trace):
        end = trace.index(b"\n", at)
        what, inode, offset, length, path = trace[at:end].decode().split(" ", 4)
        at = end + 1 + int(length)
        data = trace[end + 1 : at]
        name = data.decode() if what == "rename" else path
        path, name = (whole.removeprefix(under).removeprefix("/") for whole in (path, name))
        yield Record(what, int(inode), int(offset), data, path, name)


@dataclass
class Disk:
    """The durable and the pending data, by file (inode) and by folder."""

    files: dict[int, bytearray] = field(default_factory=lambda: defaultdict(bytearray))
    names: dict[str, int] = field(default_factory=dict)
    folders: set[str] = field(default_factory=set)
    writes: dict[int, list[Record]] = field(default_factory=lambda: defaultdict(list))
    renames: dict[str, list[Record]] = field(default_factory=lambda: defaultdict(list))

    def take(self, record: Record) -> None:
        """Apply the next operation."""
        if record.what in ("write", "truncate"):
            self.writes[record.inode].append(record)
        elif record.what == "sync":
            for write in self.writes.pop(record.inode, ()):
                _write(self.files[write.inode], write)
            for rename in self.renames.pop(record.path, ()):
                self._name(rename)
        else:
            if record.what == "create":  # an inode that was free
                self.files[record.inode] = bytearray()
                self.writes.pop(record.inode, None)
            self.renames[_parent(record.name)].append(record)

    def _name(self, record: Record) -> None:
        if record.what == "mkdir":
            self.folders.add(record.path)
        elif record.what == "create":
            self.names[record.path] = record.inode
        else:
            inode = self.names.pop(record.path, None)
            if record.what == "rename" and inode is not None:
                self.names[record.name] = inode

    def after(self, loss: Loss, rng: random.Random) -> "Disk":
        """Return the files if the power is cut now."""
        left = Disk(
            defaultdict(bytearray, {inode: bytearray(data) for inode, data in self.files.items()}),
            dict(self.names),
            set(self.folders),
        )
        if loss == "dropped":
            return left
        for renames in self.renames.values():
            for rename in renames:
                if rng.random() < 0.5:
                    left._name(rename)
        for writes in self.writes.values():
            survived = [part for write in writes for part in _parts(write, loss)]
            survived = [part for part in survived if rng.random() < 0.5]
            for part in survived:
                _write(left.files[part.inode], part)
        return left

    def lay_out(self, folder: Path) -> None:
        """Create the files in `folder`; files in a folder that is not durable are gone."""
        folder.mkdir(parents=True)
        for path in sorted(self.folders):
            if _parent(path) in ("", *self.folders):
                (folder / path).mkdir(parents=True, exist_ok=True)
        for path, inode in self.names.items():
            if (folder / path).parent.is_dir():
                (folder / path).write_bytes(self.files[inode])


def _parts(write: Record, loss: Loss) -> Iterator[Record]:
    if loss == "reordered" or write.what == "truncate":
        yield write
        return
    start = 0
    while start < len(write.data):
        end = start + SECTOR - (write.offset + start) % SECTOR
        data = write.data[start:end]
        yield replace(write, offset=write.offset + start, data=data)
        start = end


def _write(content: bytearray, write: Record) -> None:
    missing = write.offset - len(content)
    if missing > 0:
        content.extend(bytes(missing))
    if write.what == "truncate":
        del content[write.offset :]
    content[write.offset : write.offset + len(write.data)] = write.data


def _parent(path: str) -> str:
    return path.rpartition("/")[0]

"""The sets of dice and decks of cards that a table was taught: one file each."""

import hashlib
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from companion import files
from companion.files import FileError
from companion.log.log import open_log_to_read
from companion.taught import TaughtSetRefusal
from companion.taught.folder import (
    CONFIRMED_SET_NAME,
    existing_set_path,
    taught_set_names,
    taught_set_path,
)
from vision.frame import Image
from vision.taught_set import TaughtKind, TaughtSet, TaughtSetError

MAX_STILLS_PER_PART = 30  # older ones are dropped


class TaughtStore:
    """The sets in `taught/` of a data folder, by name.

    To change a set, load and save it within `locked_for_change`.
    """

    def __init__(self, data: Path) -> None:
        self._data = data

    @contextmanager
    def locked_for_change(self) -> Iterator[None]:
        """Keep all others from changing sets during the block; raises TaughtSetRefusal."""
        lock = self._data / "taught" / "lock"  # not the folder of the sets: writing locks that
        try:
            files.make_folder(lock)
        except OSError as error:
            raise _unwritable(lock, error) from error
        with files.locked(lock):
            yield

    def names(self) -> list[str]:
        """Return the names of all sets, sorted."""
        return taught_set_names(self._data)

    def all_sets(self) -> Iterator[tuple[str, TaughtSet]]:
        """Yield the name and the content of every set that can be read."""
        for name in self.names():
            try:
                yield name, self.load(name)
            except TaughtSetRefusal:
                continue

    def load(self, name: str, kind: TaughtKind | None = None) -> TaughtSet:
        """Return a set; raises TaughtSetRefusal if it is not of this `kind`, or damaged."""
        path = existing_set_path(self._data, name)
        try:
            taught = TaughtSet.load(path)
        except (TaughtSetError, OSError) as error:
            raise TaughtSetRefusal("set_damaged", str(error)) from error
        if kind is not None and taught.kind != kind:
            raise TaughtSetRefusal(
                "set_of_others", f"'{name}' is a set of {taught.kind}, not of {kind}"
            )
        return taught

    def load_or_new(self, name: str, kind: TaughtKind) -> TaughtSet:
        """Return a set of this `kind`, empty if it is new; raises TaughtSetRefusal."""
        return self.load(name, kind) if self.path(name).is_file() else TaughtSet(kind, {})

    def save(self, name: str, taught: TaughtSet) -> None:
        """Store a set; raises TaughtSetRefusal if it cannot be written."""
        path = self.path(name)
        try:
            files.make_folder(path.parent)
            files.write_atomically(path, taught.to_bytes())
        except OSError as error:
            raise _unwritable(path, error) from error

    def forget(self, name: str, part: str = "", still: str = "") -> bool:
        """Forget a set, only a `part` of it, or only a `still` (`still_id`) of that part.

        Confirmed dice are then only learned from later rolls. Returns whether there was such a
        part; raises TaughtSetRefusal.
        """
        path = existing_set_path(self._data, name)  # before the lock, which creates a folder
        with self.locked_for_change():
            if name == CONFIRMED_SET_NAME:
                taught = replace(self.load(name), since=self._newest_row())
            elif part:
                taught = self.load(name)
            else:
                path.unlink(missing_ok=True)
                return True
            if part and part not in taught.stills:
                return False
            known = taught.stills.get(part, ())
            kept = tuple(one for one in known if still and still_id(one) != still)
            stills = {**taught.stills, part: kept} if part else {}
            stills = {part: some for part, some in stills.items() if some}
            self.save(name, replace(taught, stills=stills))
            return True

    def _newest_row(self) -> int:
        try:
            with open_log_to_read(self._data) as (_, rows):
                return len(rows)
        except FileError:
            return 0  # nothing is learned without a log

    def export_set(self, name: str, file: Path) -> None:
        """Copy a sound set to `file`; raises TaughtSetRefusal."""
        self.load(name)
        try:
            shutil.copyfile(self.path(name), file)
        except OSError as error:
            raise _unwritable(file, error) from error

    def import_file(self, file: Path, name: str) -> TaughtSet:
        """Check an exported file, and store it as `name`; raises TaughtSetRefusal."""
        try:
            data = file.read_bytes()
        except OSError as error:
            message = f"cannot read '{file}': {error.strerror}"
            raise TaughtSetRefusal("set_damaged", message) from error
        return self.import_bytes(data, name, str(file))

    def import_bytes(self, data: bytes, name: str, file: str = "the file") -> TaughtSet:
        """Check the exported `data`, and store them as `name`; raises TaughtSetRefusal."""
        self.path(name)  # checks the name before the lock, which creates a folder
        try:
            taught = TaughtSet.from_bytes(data, file)
        except TaughtSetError as error:
            raise TaughtSetRefusal("set_damaged", str(error)) from error
        with self.locked_for_change():
            forgotten = self._forgotten(name)
            if self.path(name).is_file() and forgotten is None:
                message = f"a set '{name}' already exists; delete it first"
                raise TaughtSetRefusal("set_exists", message, name=name)
            if forgotten is not None:
                if taught.kind != "confirmed":
                    raise TaughtSetRefusal(
                        "set_of_others", f"'{name}' is the name of confirmed dice"
                    )
                taught = replace(taught, since=forgotten.since)
            self.save(name, taught)
        return taught

    def _forgotten(self, name: str) -> TaughtSet | None:
        """Return a set of confirmed dice that was forgotten: it only has its row `since`."""
        try:
            taught = self.load(name, "confirmed")
        except TaughtSetRefusal:
            return None
        return None if taught.stills else taught

    def read_file(self, name: str) -> bytes:
        """Return the content of the file of a sound set; raises TaughtSetRefusal."""
        self.load(name)
        return self.path(name).read_bytes()

    def path(self, name: str) -> Path:
        """Return the path of a set; raises TaughtSetRefusal for an invalid name."""
        return taught_set_path(self._data, name)


def _unwritable(path: Path, error: OSError) -> TaughtSetRefusal:
    return TaughtSetRefusal("set_unwritable", f"'{path}' cannot be written ({error.strerror})")


def still_id(still: Image) -> str:
    """Return the id of a still."""
    return hashlib.sha256(still.tobytes()).hexdigest()[:16]


def with_stills(taught: TaughtSet, name: str, stills: Sequence[Image]) -> TaughtSet:
    """Return the set with more stills of the part `name`."""
    known = (*taught.stills.get(name, ()), *stills)[-MAX_STILLS_PER_PART:]
    return replace(taught, stills={**taught.stills, name: known})

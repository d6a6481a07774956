"""The sets of dice and the decks of cards that a table was taught: one file each in its data."""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote, unquote

from companion.taught import NotTaught
from vision.frame import Image
from vision.taught_set import Kind, TaughtSet, TaughtSetError

SUFFIX = ".taught"
MAX_NAME = 60
MAX_STILLS_OF_ONE = 30  # older ones go


class TaughtStore:
    """The sets in `taught/` of a data folder. Names are free, and no two sets have the same."""

    def __init__(self, data: Path) -> None:
        self._folder = data / "taught"

    def names(self) -> list[str]:
        """Return the names of all sets, sorted."""
        return sorted(unquote(p.name.removesuffix(SUFFIX)) for p in self._folder.glob(f"*{SUFFIX}"))

    def all(self) -> Iterator[tuple[str, TaughtSet]]:
        """Yield every set that can be read, by name."""
        for name in self.names():
            try:
                yield name, self.load(name)
            except NotTaught:
                continue

    def load(self, name: str, kind: Kind | None = None) -> TaughtSet:
        """Return a set, of that kind; raises NotTaught."""
        path = self.path(name)
        if not path.is_file():
            raise NotTaught(f"nothing is known as '{name}'")
        try:
            taught = TaughtSet.load(path)
        except (TaughtSetError, OSError) as error:
            raise NotTaught(str(error)) from error
        if kind is not None and taught.kind != kind:
            raise NotTaught(f"'{name}' is a set of {taught.kind}, not of {kind}")
        return taught

    def load_or_new(self, name: str, kind: Kind) -> TaughtSet:
        """Return a set of that kind, an empty one where there is none yet; raises NotTaught."""
        return self.load(name, kind) if self.path(name).is_file() else TaughtSet(kind, {})

    def save(self, name: str, taught: TaughtSet) -> None:
        """Keep a set; raises NotTaught where it cannot be written."""
        path = self.path(name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            taught.save(path)
        except OSError as error:
            raise NotTaught(f"'{path}' cannot be written ({error.strerror})") from error

    def forget(self, name: str) -> None:
        """Delete a set; raises NotTaught."""
        path = self.path(name)
        if not path.is_file():
            raise NotTaught(f"nothing is known as '{name}'")
        path.unlink()

    def export(self, name: str, file: Path) -> None:
        """Copy a set to `file`; raises NotTaught."""
        self.load(name)
        try:
            shutil.copyfile(self.path(name), file)
        except OSError as error:
            raise NotTaught(f"'{file}' cannot be written ({error.strerror})") from error

    def bring_in(self, file: Path, name: str) -> TaughtSet:
        """Check a file that was exported, and keep it as `name`; raises NotTaught."""
        if self.path(name).is_file():
            raise NotTaught(f"there is a set '{name}' already; forget it first")
        try:
            taught = TaughtSet.load(file)
        except TaughtSetError as error:
            raise NotTaught(str(error)) from error
        except OSError as error:
            raise NotTaught(f"cannot read '{file}': {error.strerror}") from error
        self.save(name, taught)
        return taught

    def path(self, name: str) -> Path:
        """Return where a set is kept; raises NotTaught for what is no name."""
        if not name.strip() or len(name) > MAX_NAME or not name.isprintable():
            raise NotTaught(f"a name has 1 to {MAX_NAME} letters, not '{name}'")
        return self._folder / f"{quote(name, safe=' ')}{SUFFIX}"


def with_stills(taught: TaughtSet, name: str, stills: Sequence[Image]) -> TaughtSet:
    """Return the set with more stills of one of its names."""
    known = (*taught.stills.get(name, ()), *stills)[-MAX_STILLS_OF_ONE:]
    return TaughtSet(taught.kind, {**taught.stills, name: known})

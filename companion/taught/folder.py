"""The folder with the sets that a table was taught: one file each.

Reading a set needs OpenCV, and most tables are never taught anything. So this module, which only
finds the files, does not load it.
"""

from pathlib import Path
from urllib.parse import quote, unquote

from companion.taught import TaughtSetRefusal
from vision.protocol import MAX_TAUGHT_NAME_LENGTH, is_valid_taught_name

SUFFIX = ".taught"
MAX_FILE_NAME = 200  # bytes; most disks allow 255, and temporary names are longer
CONFIRMED_SET_NAME = "dice of this table"
"""The name of the set of dice that were confirmed in play."""


def taught_set_names(data: Path) -> list[str]:
    """Return the names of all sets, sorted."""
    files = (data / "taught").glob(f"*{SUFFIX}")
    return sorted(unquote(path.name.removesuffix(SUFFIX)) for path in files)


def taught_set_path(data: Path, name: str) -> Path:
    """Return the path of a set; raises TaughtSetRefusal for an invalid name."""
    require_valid_taught_name(name)
    file = quote(name, safe=" ")
    if len(file) > MAX_FILE_NAME:
        raise TaughtSetRefusal("bad_name", f"the name '{name}' is too long")
    return data / "taught" / f"{file}{SUFFIX}"


def existing_set_path(data: Path, name: str) -> Path:
    """Return the path of a set; raises TaughtSetRefusal if there is none of that name."""
    path = taught_set_path(data, name)
    if not path.is_file():
        raise TaughtSetRefusal("no_such_set", f"nothing is taught as '{name}'", name=name)
    return path


def require_valid_taught_name(name: str) -> None:
    """Raise TaughtSetRefusal unless this is a valid name of a set, a face or a card."""
    if not is_valid_taught_name(name):
        message = f"a name has 1 to {MAX_TAUGHT_NAME_LENGTH} characters, not '{name}'"
        raise TaughtSetRefusal("bad_name", message)

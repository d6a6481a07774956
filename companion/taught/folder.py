"""Where the sets that a table was taught lie in its data folder: one file each.

What is in them needs OpenCV to be read, and most tables are never taught anything. So this stays
light, for all who only want to know whether there is something.
"""

from pathlib import Path
from urllib.parse import quote, unquote

from companion.taught import NotTaught
from vision.protocol import MAX_TAUGHT_NAME_LENGTH, is_valid_taught_name

SUFFIX = ".taught"
MAX_FILE_NAME = 200  # bytes; most disks allow 255, also for what is written first beside it
CONFIRMED_SET_NAME = "dice of this table"
"""The set of the dice that were confirmed on a table, which nobody taught."""


def taught_set_names(data: Path) -> list[str]:
    """Return the names of all sets, sorted."""
    files = (data / "taught").glob(f"*{SUFFIX}")
    return sorted(unquote(path.name.removesuffix(SUFFIX)) for path in files)


def taught_set_path(data: Path, name: str) -> Path:
    """Return where a set is kept; raises NotTaught for what is no name."""
    check_name(name)
    file = quote(name, safe=" ")
    if len(file) > MAX_FILE_NAME:
        raise NotTaught("bad_name", f"the name '{name}' is too long")
    return data / "taught" / f"{file}{SUFFIX}"


def existing_set_path(data: Path, name: str) -> Path:
    """Return where a set is kept; raises NotTaught where there is none of that name."""
    path = taught_set_path(data, name)
    if not path.is_file():
        raise NotTaught("no_such_set", f"'{name}' is not known", name=name)
    return path


def check_name(name: str) -> None:
    """Raise NotTaught for what is no name of a set, a face or a card."""
    if not is_valid_taught_name(name):
        message = f"a name has 1 to {MAX_TAUGHT_NAME_LENGTH} letters, not '{name}'"
        raise NotTaught("bad_name", message)

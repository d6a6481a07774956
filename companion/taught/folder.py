"""Where the sets that a table was taught lie in its data folder: one file each.

What is in them needs OpenCV to be read, and most tables are never taught anything. So this stays
light, for all who only want to know whether there is something.
"""

from pathlib import Path
from urllib.parse import quote, unquote

from companion.taught import NotTaught

SUFFIX = ".taught"
MAX_NAME = 60


def set_names(data: Path) -> list[str]:
    """Return the names of all sets, sorted."""
    files = (data / "taught").glob(f"*{SUFFIX}")
    return sorted(unquote(path.name.removesuffix(SUFFIX)) for path in files)


def set_path(data: Path, name: str) -> Path:
    """Return where a set is kept; raises NotTaught for what is no name."""
    check_name(name)
    return data / "taught" / f"{quote(name, safe=' ')}{SUFFIX}"


def check_name(name: str) -> None:
    """Raise NotTaught for what is no name of a set, a face or a card."""
    if not name.strip() or len(name) > MAX_NAME or not name.isprintable():
        message = f"a name has 1 to {MAX_NAME} letters, not '{name}'"
        raise NotTaught(message, "bad_name")

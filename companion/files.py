"""Files and folders that are there after a power cut.

What is written in a file is safe once the file was synced; that there is a file of that name, once
its folder was (Linux, fsync(2)).
"""

import os
from pathlib import Path


def sync(path: Path) -> None:
    """Wait until what is in the file, or which names are in the folder, is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folder(folder: Path) -> None:
    """Make `folder` and all above it, for good, unless they are there."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync(folder.parent)


def replace(source: Path, target: Path) -> None:
    """Let the whole, synced file `source` be `target` from now on, for good, in its place."""
    os.replace(source, target)
    sync(target.parent)

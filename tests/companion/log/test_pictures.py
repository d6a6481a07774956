"""The pictures of rolls are stored unchanged, and not for ever."""

import os
import time
import tracemalloc
from pathlib import Path

from companion.log.pictures import LEFTOVER_SECONDS, Pictures, picture_name

JPEG = b"\xff\xd8\xff a picture "


def test_a_picture_is_there_after_a_restart(tmp_path: Path) -> None:
    """Each is a file that anybody can open."""
    name = Pictures(tmp_path).save(JPEG)
    again = Pictures(tmp_path)
    assert (name in again, again.get(name)) == (True, JPEG)
    assert [path.name for path in again.folder.iterdir()] == [f"{name}.jpg"]


def test_a_picture_that_was_changed_is_not_shown(tmp_path: Path) -> None:
    """A single changed byte is enough: the picture would prove what nobody rolled."""
    pictures = Pictures(tmp_path)
    path = pictures.folder / f"{pictures.save(JPEG)}.jpg"
    path.write_bytes(JPEG.replace(b"a", b"b"))
    assert pictures.get(picture_name(JPEG)) is None
    path.unlink()
    assert pictures.get(picture_name(JPEG)) is None


def test_the_oldest_pictures_are_deleted(tmp_path: Path) -> None:
    """Exactly the excess is deleted."""
    pictures = Pictures(tmp_path)
    names = [pictures.save(JPEG + bytes(1000) + str(number).encode()) for number in range(6)]
    for age, name in enumerate(reversed(names)):
        then = time.time() - age * 86400
        os.utime(pictures.folder / f"{name}.jpg", (then, then))
    pictures.prune(most_bytes=2100)
    assert [name in pictures for name in names] == [False] * 4 + [True] * 2
    assert [pictures.get(name) is not None for name in names] == [False] * 4 + [True] * 2
    assert len(list(pictures.folder.iterdir())) == len(pictures) == 2


def test_a_clock_that_is_set_costs_no_pictures(tmp_path: Path) -> None:
    """A machine without a clock battery may have had an old date all evening."""
    pictures = Pictures(tmp_path)
    names = [pictures.save(JPEG + str(number).encode()) for number in range(3)]
    for days, name in zip((-400, -300, 300), names, strict=True):
        then = time.time() + days * 86400
        os.utime(pictures.folder / f"{name}.jpg", (then, then))
    pictures.prune()
    assert all(name in pictures for name in names)


def test_new_files_stay_and_leftovers_are_deleted(tmp_path: Path) -> None:
    """The oldest are removed while a roll is stored; what a power cut left is old."""
    pictures = Pictures(tmp_path)
    pictures.save(JPEG)
    for name, age in (("new", 0.0), ("left", 2 * LEFTOVER_SECONDS)):
        part = pictures.folder / f".{name}.jpg.part"
        part.write_bytes(JPEG)
        os.utime(part, (time.time() - age, time.time() - age))
    pictures.prune()
    assert [path.name for path in pictures.folder.glob(".*")] == [".new.jpg.part"]


def test_listing_thousands_of_pictures_takes_little_memory(tmp_path: Path) -> None:
    """Memory that a table has used even briefly never goes back to the system."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(1000):
        (folder / f"{number:032x}.jpg").touch()
    pictures = Pictures(tmp_path)
    pictures.prune()  # what Python keeps from the first time on is not for the pictures
    tracemalloc.start()
    try:
        pictures.prune()
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 400 * len(pictures)

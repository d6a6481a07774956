"""Sets that are changed concurrently."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from companion.cli import main
from companion.taught import TaughtSetRefusal
from companion.taught.folder import CONFIRMED_SET_NAME
from companion.taught.store import TaughtStore, with_stills
from vision.taught_set import TaughtSet

STILL = np.zeros((64, 64, 3), np.uint8)


def test_concurrent_changes_are_all_kept(tmp_path: Path) -> None:
    """They may come from different stores, as each process has its own."""

    def learn(face: str) -> None:
        store = TaughtStore(tmp_path)
        with store.locked_for_change():
            store.save("klee", with_stills(store.load_or_new("klee", "dice"), face, [STILL]))

    faces = [f"face {number}" for number in range(20)]
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(learn, faces))
    assert sorted(TaughtStore(tmp_path).load("klee").stills) == sorted(faces)
    assert TaughtStore(tmp_path).names() == ["klee"]


def test_confirmed_dice_that_were_forgotten_can_be_brought_back(tmp_path: Path) -> None:
    """Only the start of counting is left of them; an existing set stays."""
    store = TaughtStore(tmp_path)
    store.save("old", TaughtSet("confirmed", {"3": (STILL,)}))
    file = store.read_file("old")
    store.save("ours", TaughtSet("confirmed", {}, since=7))
    store.save("plain", TaughtSet("dice", {"3": (STILL,)}))
    with pytest.raises(TaughtSetRefusal):
        store.import_bytes(store.read_file("plain"), "ours")
    brought = store.import_bytes(file, "ours")
    assert (brought.stills.keys(), brought.since) == ({"3"}, 7)
    with pytest.raises(TaughtSetRefusal) as refused:
        store.import_bytes(file, "ours")
    assert refused.value.code == "set_exists"


def test_forgetting_an_unknown_face_changes_nothing(tmp_path: Path) -> None:
    """The same holds for confirmed dice, of which single faces can be forgotten."""
    store = TaughtStore(tmp_path)
    stills = {"3": (STILL,), "4": (STILL + 1, STILL + 2)}
    store.save(CONFIRMED_SET_NAME, TaughtSet("confirmed", stills))
    where = ["--data", str(tmp_path)]
    assert main(["teach", "forget", CONFIRMED_SET_NAME, "--face", "7", *where]) == 1
    assert store.load(CONFIRMED_SET_NAME).stills.keys() == {"3", "4"}
    assert main(["teach", "forget", CONFIRMED_SET_NAME, "--face", "3", *where]) == 0
    assert store.load(CONFIRMED_SET_NAME).stills.keys() == {"4"}

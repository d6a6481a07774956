"""Files of what was taught."""

import json
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from vision.taught_set import HEAD, TaughtSet, TaughtSetError


@pytest.fixture
def dogs() -> TaughtSet:
    """Two faces, three stills."""
    stills = np.random.default_rng(0).integers(0, 256, (3, 64, 64, 3)).astype(np.uint8)
    return TaughtSet("dice", {"dog": (stills[0], stills[1]), "größe/3": (stills[2],)})


def test_comes_back_equal(dogs: TaughtSet, tmp_path: Path) -> None:
    """Names and stills are what they were."""
    dogs.save(tmp_path / "dogs")
    back = TaughtSet.load(tmp_path / "dogs")
    assert back.kind == "dice"
    assert list(back.stills) == ["dog", "größe/3"]
    for name, stills in dogs.stills.items():
        assert all(np.array_equal(a, b) for a, b in zip(stills, back.stills[name], strict=True))
    assert [path.name for path in tmp_path.iterdir()] == ["dogs"]


@pytest.mark.parametrize("share", [0.01, 0.3, 0.7, 0.99])
def test_cut_short(dogs: TaughtSet, tmp_path: Path, share: float) -> None:
    """A file that lacks its end is no set."""
    path = tmp_path / "dogs"
    dogs.save(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(TaughtSetError, match="cut short or damaged"):
        TaughtSet.load(path)


def test_a_damaged_picture_is_noticed(dogs: TaughtSet, tmp_path: Path) -> None:
    """One wrong byte in a still is enough."""
    path = tmp_path / "dogs"
    dogs.save(path)
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 0xFF
    path.write_bytes(bytes(data))
    with pytest.raises(TaughtSetError, match="damaged"):
        TaughtSet.load(path)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 2}, "version 2"),
        ({"format": "recipes"}, "no taught set"),
        ({"kind": "tiles"}, "damaged"),
        ({"names": {"dog": 9}}, "damaged"),
        ({"names": {"dog": 10**9}}, "more than"),
        ({"names": {"dog": -1}}, "damaged"),
    ],
)
def test_another_head(
    dogs: TaughtSet, tmp_path: Path, change: dict[str, object], words: str
) -> None:
    """Another version, another program's archive, more names than pictures."""
    path, other = tmp_path / "dogs", tmp_path / "other"
    dogs.save(path)
    with ZipFile(path) as source, ZipFile(other, "w") as copy:
        for name in source.namelist():
            data = source.read(name)
            copy.writestr(
                name, json.dumps({**json.loads(data), **change}) if name == HEAD else data
            )
    with pytest.raises(TaughtSetError, match=words):
        TaughtSet.load(other)


def test_stills_of_another_shape(tmp_path: Path) -> None:
    """Pictures of another size are refused."""
    TaughtSet("dice", {"dog": (np.zeros((32, 32, 3), np.uint8),)}).save(tmp_path / "small")
    with pytest.raises(TaughtSetError, match="damaged"):
        TaughtSet.load(tmp_path / "small")


def test_something_else(tmp_path: Path) -> None:
    """A file that is no archive is no set."""
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8 nothing")
    with pytest.raises(TaughtSetError, match="is no taught set"):
        TaughtSet.load(tmp_path / "photo.jpg")

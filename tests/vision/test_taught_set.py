"""Files of taught sets."""

import io
import json
import struct
import zlib
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import cv2
import numpy as np
import pytest

from vision.taught_set import MANIFEST, MAX_FILE_BYTES, STILL_SHAPES, TaughtSet, TaughtSetError


@pytest.fixture
def dogs() -> TaughtSet:
    """Return two faces with three stills."""
    stills = np.random.default_rng(0).integers(0, 256, (3, 64, 64, 3)).astype(np.uint8)
    return TaughtSet("dice", {"dog": (stills[0], stills[1]), "größe/3": (stills[2],)})


def test_a_set_is_read_back_equal(dogs: TaughtSet, tmp_path: Path) -> None:
    """Names and stills are the same after writing and reading."""
    (tmp_path / "dogs").write_bytes(dogs.to_bytes())
    back = TaughtSet.load(tmp_path / "dogs")
    assert back.kind == "dice"
    assert list(back.stills) == ["dog", "größe/3"]
    for name, stills in dogs.stills.items():
        assert all(np.array_equal(a, b) for a, b in zip(stills, back.stills[name], strict=True))


@pytest.mark.parametrize("share", [0.01, 0.3, 0.7, 0.99])
def test_a_truncated_file_is_refused(dogs: TaughtSet, tmp_path: Path, share: float) -> None:
    """It may end anywhere."""
    path = tmp_path / "dogs"
    path.write_bytes(dogs.to_bytes())
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(TaughtSetError, match="cut short or damaged"):
        TaughtSet.load(path)


def test_a_damaged_picture_is_noticed(dogs: TaughtSet, tmp_path: Path) -> None:
    """One wrong byte in a still is enough."""
    path = tmp_path / "dogs"
    path.write_bytes(dogs.to_bytes())
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 0xFF
    path.write_bytes(bytes(data))
    with pytest.raises(TaughtSetError, match="damaged"):
        TaughtSet.load(path)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 2}, "version 2"),
        ({"format": "recipes"}, "not a taught set"),
        ({"kind": "tiles"}, "damaged"),
        ({"names": {"dog": 9}}, "damaged"),
        ({"names": {"dog": 10**9}}, "more than"),
        ({"names": {"dog": -1}}, "damaged"),
        ({"names": {"\ud800": 1}}, "damaged"),
        ({"names": {"d\n": 1}}, "damaged"),
        ({"names": {"d" * 121: 1}}, "damaged"),
        ({"kind": []}, "damaged"),
    ],
)
def test_an_unknown_header_is_refused(
    dogs: TaughtSet, tmp_path: Path, change: dict[str, object], words: str
) -> None:
    """It has another version, is another program's archive, or has more names than pictures."""
    path, other = tmp_path / "dogs", tmp_path / "other"
    path.write_bytes(dogs.to_bytes())
    with ZipFile(path) as source, ZipFile(other, "w") as copy:
        for name in source.namelist():
            data = source.read(name)
            copy.writestr(
                name, json.dumps({**json.loads(data), **change}) if name == MANIFEST else data
            )
    with pytest.raises(TaughtSetError, match=words):
        TaughtSet.load(other)


def test_stills_of_another_shape(tmp_path: Path) -> None:
    """Pictures of another size are rejected."""
    small = TaughtSet("dice", {"dog": (np.zeros((32, 32, 3), np.uint8),)})
    with pytest.raises(TaughtSetError, match="damaged"):
        TaughtSet.from_bytes(small.to_bytes())


def test_a_file_that_is_not_an_archive_is_refused(tmp_path: Path) -> None:
    """The refusal is one clear error."""
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8 nothing")
    with pytest.raises(TaughtSetError, match="is not a taught set"):
        TaughtSet.load(tmp_path / "photo.jpg")


def _file(still: bytes, head: bytes = b"") -> bytes:
    data = io.BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as file:
        names = {"format": "croupier taught set", "version": 1, "kind": "dice", "names": {"dog": 1}}
        file.writestr(MANIFEST, head or json.dumps(names))
        file.writestr("0/0.png", still)
    return data.getvalue()


def _encrypted(data: bytes) -> bytes:
    changed = bytearray(data)
    for at in (data.index(b"PK\3\4") + 6, data.index(b"PK\1\2") + 8):
        changed[at] |= 1
    return bytes(changed)


def _png(width: int, height: int) -> bytes:
    head = b"IHDR" + struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n\0\0\0\r" + head + struct.pack(">I", zlib.crc32(head))


@pytest.mark.parametrize(
    "data",
    [
        _file(b""),
        _file(b"GIF89a"),
        _file(_png(30_000, 30_000)),
        _file(b"\xff\xd8\xff\xfe\0\x20".ljust(12) + _png(*STILL_SHAPES["dice"][1::-1])[12:]),
        _file(b"", head=b" " * (MAX_FILE_BYTES + 1)),
        _file(b"", head=b"[" * 100_000),
        _file(b"", head=b"9" * 5000),
        _encrypted(_file(b"")),
    ],
    ids=["empty", "another form", "bomb", "disguised", "large head", "deep", "digits", "encrypted"],
)
def test_a_manipulated_file_is_refused(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is one clear error, before a huge picture is decoded."""
    decoded: list[object] = []
    monkeypatch.setattr(cv2, "imdecode", lambda *given: decoded.append(given))
    with pytest.raises(TaughtSetError, match="damaged"):
        TaughtSet.from_bytes(data)
    assert not decoded

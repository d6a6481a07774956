"""`croupier teach` and `croupier read --dice`, as people and programs use them."""

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.vision.dog_dice import dog_dice, rolled


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return pictures of trays: two full of dogs, one of heads, one rolled, one empty."""
    folder = tmp_path_factory.mktemp("pictures")
    for name, design, sides, seed in (
        ("dogs1", 0, range(1, 7), 60),
        ("dogs2", 0, range(1, 7), 61),
        ("dogs3", 0, range(1, 7), 62),
        ("heads", 5, range(1, 7), 63),
        ("throw", 0, (4, 5, 6), 64),
    ):
        cv2.imwrite(str(folder / f"{name}.png"), rolled(dog_dice(design, sides), seed)[1])
    cv2.imwrite(str(folder / "empty.png"), np.full((480, 640, 3), 90, np.uint8))
    return folder


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory, pictures: Path) -> Path:
    """Return a data folder that knows the dog."""
    folder = tmp_path_factory.mktemp("taught")
    images = [str(pictures / f"dogs{i}.png") for i in (1, 2)]
    assert main(["teach", "dice", "klee", "--face", "dog", *images, "--data", str(folder)]) == 0
    return folder


@pytest.fixture
def data(tmp_path: Path, taught: Path) -> Path:
    """Return a copy of it that a test may change."""
    return shutil.copytree(taught, tmp_path, dirs_exist_ok=True)


def fails(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """Run a command that must exit 1 with one line, and return the line."""
    assert main(list(args)) == 1
    line = capsys.readouterr().err
    assert line.startswith("croupier: ")
    assert line.count("\n") == 1
    return line


def test_read_with_taught_dice(
    data: Path, pictures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`read --dice` may return taught names; without it there are none."""
    tray = rolled(dog_dice(0, (4, 5, 6)), 64)[0]
    truth = sorted("dog" if face > 3 else str(face) for face in tray.lying_faces)
    image = str(pictures / "throw.png")
    assert main(["read", "--dice", "klee", image, "--json", "--data", str(data)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert sorted(die["face"] for die in told["dice"]) == truth
    assert set(told) >= {"image", "dice", "sure", "doubts", "ms"}
    assert main(["read", image, "--json"]) == 0
    assert "dog" not in capsys.readouterr().out


def test_list_and_forget(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Known faces are listed; a face can be forgotten, then the set."""
    where = ["--data", str(data)]
    main(["teach", "list", *where])
    assert capsys.readouterr().out == "klee: dice: dog (8)\n"
    told = fails(capsys, "teach", "forget", "klee", "--face", "cat", *where)
    assert "nothing called 'cat'" in told
    assert main(["teach", "forget", "klee", *where]) == 0
    capsys.readouterr()
    main(["teach", "list", *where])
    assert capsys.readouterr().out == "nothing is taught yet\n"
    assert "nothing is taught as 'klee'" in fails(capsys, "teach", "forget", "klee", *where)


def test_export_and_import(
    data: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    """One file takes a set to another table, where it never replaces another set."""
    other = tmp_path_factory.mktemp("other")
    file = other / "klee.taught"
    assert main(["teach", "export", "klee", str(file), "--data", str(data)]) == 0
    assert main(["teach", "import", str(file), "--data", str(other)]) == 0
    capsys.readouterr()
    main(["teach", "list", "--data", str(other)])
    assert capsys.readouterr().out == "klee: dice: dog (8)\n"
    assert "already" in fails(capsys, "teach", "import", str(file), "--data", str(other))
    file.write_bytes(file.read_bytes()[:2000])
    line = fails(capsys, "teach", "import", str(file), "--name", "new", "--data", str(other))
    assert "cut short" in line


def test_failing_lessons_are_reported(
    data: Path, pictures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An empty tray, or a face that has another name already, is reported; nothing is lost."""
    where = ["--data", str(data)]
    teach = ["teach", "dice", "klee", "--face"]
    line = fails(capsys, *teach, "cat", str(pictures / "empty.png"), *where)
    assert "no die found" in line
    line = fails(capsys, *teach, "cat", str(pictures / "dogs3.png"), *where)
    assert "looks like 'dog'" in line
    assert "characters" in fails(capsys, *teach, " ", str(pictures / "dogs3.png"), *where)
    assert "not a picture" in fails(capsys, *teach, "cat", __file__, *where)
    main(["teach", "list", *where])
    assert capsys.readouterr().out == "klee: dice: dog (8)\n"
    assert main([*teach, "head", str(pictures / "heads.png"), *where]) == 0
    assert "klee: head has 4 pictures" in capsys.readouterr().out


def test_a_picture_of_an_iphone_or_a_torn_one_is_refused_in_one_line(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The line says what to do about HEIC, and OpenCV prints nothing."""
    heic, torn = tmp_path / "a.heic", tmp_path / "b.png"
    heic.write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    torn.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(200)))
    assert main(["read", str(heic), str(torn)]) == 1
    lines = capfd.readouterr().err.splitlines()
    assert ["share it as JPEG" in line for line in lines] == [True, True]


def test_a_refused_command_makes_no_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mistyped folder must not exist afterwards."""
    data, file = tmp_path / "data", tmp_path / "klee"
    file.write_text("a letter")
    assert "not a taught set" in fails(capsys, "teach", "import", str(file), "--data", str(data))
    assert "nothing is taught as" in fails(capsys, "teach", "forget", "klee", "--data", str(data))
    assert main(["teach", "list", "--data", str(data)]) == 0
    assert not data.exists()


def test_an_unknown_set_is_an_error(
    pictures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """So is a damaged one."""
    image, where = str(pictures / "throw.png"), ["--data", str(tmp_path)]
    assert "'klee'" in fails(capsys, "read", "--dice", "klee", image, *where)
    assert "'klee'" in fails(capsys, "run", "--dice", "klee", *where)
    eye = ["eye", "--server", "http://127.0.0.1:9", "--camera", "demo"]
    assert "'klee'" in fails(capsys, *eye, "--dice", "klee", *where)
    (tmp_path / "taught").mkdir()
    (tmp_path / "taught" / "klee.taught").write_bytes(b"PK\x03\x04")
    assert "damaged" in fails(capsys, "read", "--dice", "klee", image, *where)

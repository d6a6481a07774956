"""Boxes that people make are stored by name, exported as files, and strictly parsed."""

import json
from pathlib import Path

import pytest

from companion.files import FileError
from companion.table.boxes import SavedGameBoxes, read_game_box
from engine.core.codec import to_json
from engine.core.refusals import NotAllowed
from engine.free_table.game_box import READY_MADE_BOXES, GameBox
from engine.games import GAMES

GAME = "free_table"


def text(kept: GameBox, **changes: object) -> str:
    """Return the content of the file of box `kept`."""
    return json.dumps({"croupier_box": 1, "game": GAME, "box": to_json(kept), **changes})


@pytest.fixture
def boxes(tmp_path: Path) -> SavedGameBoxes:
    """Return the boxes of a new table."""
    return SavedGameBoxes(tmp_path, GAMES)


def test_a_box_is_stored_exported_and_imported(boxes: SavedGameBoxes, tmp_path: Path) -> None:
    """Another table imports the same box, which replaces one of the same name."""
    boxes.save(text(READY_MADE_BOXES["property"]))
    boxes.save(text(GameBox("../a.b/ü %2F")))
    boxes.save(text(GameBox("Property trading", dice=3)))
    assert [(box["name"], box["dice"]) for box in boxes.of_game(GAME)] == [
        ("../a.b/ü %2F", 0),
        ("Property trading", 3),
    ]
    assert len(list((tmp_path / "boxes" / GAME).iterdir())) == 2
    other = SavedGameBoxes(tmp_path / "other", GAMES)
    other.save(boxes.export_box(GAME, "../a.b/ü %2F").decode())
    assert other.of_game(GAME) == boxes.of_game(GAME)[:1]
    boxes.forget(GAME, "Property trading")
    with pytest.raises(NotAllowed) as refusal:
        boxes.export_box(GAME, "Property trading")
    assert refusal.value.code == "box_gone"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (text(READY_MADE_BOXES["property"])[:200], "box_unreadable"),
        ("", "box_unreadable"),
        ("[]", "box_unreadable"),
        ("[" * 9000, "box_unreadable"),
        ('{"croupier_box": ' + "9" * 5000 + "}", "box_unreadable"),
        (text(READY_MADE_BOXES["blank"], colour="red"), "box_unreadable"),
        (text(READY_MADE_BOXES["blank"], box={"name": "x", "dice": 99}), "box_unreadable"),
        (text(READY_MADE_BOXES["blank"], box={"name": "x", "dies": 1}), "box_unreadable"),
        (text(READY_MADE_BOXES["blank"], croupier_box="1"), "box_unreadable"),
        (text(READY_MADE_BOXES["blank"], croupier_box=2), "box_version"),
        (text(READY_MADE_BOXES["blank"], game="yacht"), "box_of_no_game"),
        (text(READY_MADE_BOXES["blank"], game="chess"), "box_of_no_game"),
    ],
    ids=lambda value: value[:40],
)
def test_a_malformed_box_changes_nothing(boxes: SavedGameBoxes, wrong: str, code: str) -> None:
    """It is refused with a code; stored boxes stay."""
    boxes.save(text(READY_MADE_BOXES["blank"]))
    with pytest.raises(NotAllowed) as refusal:
        boxes.save(wrong)
    assert refusal.value.code == code
    assert boxes.of_game(GAME) == [to_json(READY_MADE_BOXES["blank"])]


def test_every_cut_of_a_file_is_refused() -> None:
    """A truncated file is refused, wherever it ends."""
    whole = text(READY_MADE_BOXES["property"])
    assert read_game_box(whole, GAMES).box == to_json(READY_MADE_BOXES["property"])
    for end in range(len(whole)):
        with pytest.raises(NotAllowed, match="not a complete game"):
            read_game_box(whole[:end], GAMES)


def test_a_damaged_file_does_not_hide_others(boxes: SavedGameBoxes, tmp_path: Path) -> None:
    """It stays in place."""
    boxes.save(text(READY_MADE_BOXES["blank"]))
    (tmp_path / "boxes" / GAME / "A.json").write_text("{")
    assert boxes.of_game(GAME) == [to_json(READY_MADE_BOXES["blank"])]


def test_an_unwritable_folder_is_reported(boxes: SavedGameBoxes, tmp_path: Path) -> None:
    """The error is the disk's own."""
    (tmp_path / "boxes").write_text("in the way")
    with pytest.raises(FileError) as error:
        boxes.save(text(READY_MADE_BOXES["blank"]))
    assert error.value.code == "box_unwritable"


def test_deleting_a_bad_file_leaves_other_boxes(boxes: SavedGameBoxes, tmp_path: Path) -> None:
    """Its content does not matter; deleting an unknown name does nothing."""
    boxes.save(text(READY_MADE_BOXES["blank"]))
    for number, data in enumerate((b"", b"\xff\xfe", b"9" * 5000, b"[" * 100_000)):
        (tmp_path / "boxes" / GAME / f"{number}.json").write_bytes(data)
    for name in ("\0", "\ud800", "\U0001f600" * 64, "../../settings"):
        boxes.forget(GAME, name)
    assert boxes.of_game(GAME) == [to_json(READY_MADE_BOXES["blank"])]

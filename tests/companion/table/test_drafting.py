"""From what somebody asks to the row that would do it: the dice of a correction."""

from pathlib import Path
from typing import Any

import pytest

from companion.table.acts import Correct
from tests.companion.conftest import Played
from tests.companion.table.test_preview import Bench


@pytest.mark.parametrize(("faces", "kept"), [("456", []), ("155", [0]), ("561", [])])
def test_a_correction_keeps_what_can_have_stayed(
    played: Played, faces: str, kept: list[int]
) -> None:
    """Of the dice that were told as kept; one that shows another face was thrown."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    played.do("dice", faces=["1", "5", "6"], kept=[0])
    shown = played.do("correct", row=3, faces=list(faces))
    assert shown["log"][2]["dice"] == {"faces": list(faces), "kept": kept}


def test_who_says_what_stayed_is_believed(played: Played) -> None:
    """What a correction tells as kept goes to the game as it is told."""
    played.start()
    played.do("dice", faces=["1", "2", "3"])
    played.do("dice", faces=["1", "5", "6"], kept=[0])
    shown = played.do("correct", row=3, faces=["4", "2", "6"], kept=[1])
    assert shown["log"][2]["dice"] == {"faces": ["4", "2", "6"], "kept": [1]}


def test_a_die_that_was_told_as_kept_can_be_corrected(tmp_path: Path) -> None:
    """Also in a game that looks whether what was kept lay there."""
    bench = Bench(tmp_path, "last_chance", 1)
    row, rolled = bench.version, bench.shown["log"][-1]["dice"]
    preview: Any = bench.table.preview(Correct(row, ("2", *rolled["faces"][1:])))
    bench.table.close()
    assert (rolled["faces"][0], rolled["kept"]) == ("1", [0, 1, 2, 3])
    assert "dice" in {change["what"] for change in preview["changes"]}

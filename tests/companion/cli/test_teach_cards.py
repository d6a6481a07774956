"""`croupier teach cards` and `croupier read --cards`."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from models.training.card_pictures import (
    random_card_back,
    random_photograph,
    render_combination_deck,
)


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return two pictures each of three cards and of a back, one of two cards, one of none."""
    folder = tmp_path_factory.mktemp("cards")
    rng = np.random.default_rng(4)
    cards = list(render_combination_deck(rng).values())
    for name, card in zip(
        "abcd", (cards[0], cards[9], cards[20], random_card_back(rng)), strict=True
    ):
        for number in (1, 2):
            cv2.imwrite(str(folder / f"{name}{number}.png"), random_photograph(card, rng)[0])
    two = np.hstack([random_photograph(card, rng)[0] for card in cards[:2]])
    cv2.imwrite(str(folder / "two.png"), two)
    cv2.imwrite(str(folder / "empty.png"), np.full((480, 640, 3), 90, np.uint8))
    return folder


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory, pictures: Path) -> Path:
    """Return a data folder that knows cards a, b and the back."""
    folder = tmp_path_factory.mktemp("data")
    for name, image in (("first", "a1"), ("second", "b1"), ("card back", "d1")):
        image = str(pictures / f"{image}.png")
        assert main(["teach", "cards", "mine", "--card", name, image, "--data", str(folder)]) == 0
    return folder


def read(data: Path, image: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    """Return the output for the cards in a picture."""
    assert main(["read", "--cards", "mine", str(image), "--json", "--data", str(data)]) == 0
    told: dict[str, object] = json.loads(capsys.readouterr().out)
    return told


@pytest.mark.parametrize(
    ("image", "name"), [("a2", "first"), ("b2", "second"), ("d2", "card back")]
)
def test_known_cards(
    data: Path, pictures: Path, capsys: pytest.CaptureFixture[str], image: str, name: str
) -> None:
    """One still is enough to name a card, with its corners; a back is recognised, too."""
    told = read(data, pictures / f"{image}.png", capsys)
    assert set(told) == {"image", "cards", "sure", "doubts", "ms"}
    (card,) = told["cards"]  # type: ignore[misc]
    assert card["card"] == name
    assert np.shape(card["corners"]) == (4, 2)


def test_an_unknown_card_is_null(
    data: Path, pictures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is not taken for another card."""
    told = read(data, pictures / "c2.png", capsys)
    assert told["sure"] is False
    assert told["doubts"]


@pytest.mark.parametrize(
    ("image", "words"),
    [("two", "2 cards are found"), ("empty", "no card is found")],
)
def test_a_lesson_needs_exactly_one_card(
    data: Path, pictures: Path, capsys: pytest.CaptureFixture[str], image: str, words: str
) -> None:
    """No card, or more than one, is an error, and nothing is lost."""
    picture = str(pictures / f"{image}.png")
    where = ["--data", str(data)]
    assert main(["teach", "cards", "mine", "--card", "third", picture, *where]) == 1
    assert words in capsys.readouterr().err
    main(["teach", "list", *where])
    assert capsys.readouterr().out == "mine: cards: first (1), second (1), card back (1)\n"


def test_dice_and_cards_are_kept_apart(
    data: Path, pictures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A deck is not a set of dice."""
    image = str(pictures / "a2.png")
    assert main(["read", "--dice", "mine", image, "--data", str(data)]) == 1
    assert "not of dice" in capsys.readouterr().err

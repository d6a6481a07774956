"""Real cards, photographed nine at a time: one picture of each is taught, the others tested.

CROUPIER_CARD_PICTURES=36 .venv/bin/pytest -s tests/vision/test_card_photographs.py
"""

import json
import os
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np

from vision.card_deck import CardDeck, straighten
from vision.card_finder import find_cards
from vision.frame import Image
from vision.reading import SURE_CONFIDENCE

PICTURES = int(os.environ.get("CROUPIER_CARD_PICTURES", "2"))  # four show the same nine cards
ROWS = 3
MIN_RIGHT = 0.97


def cards_in_reading_order(image: Image) -> list[Image]:
    """Return the straightened cards of a grid, row by row from the left."""
    found = sorted(find_cards(image), key=lambda card: float(card.corners[:, 1].mean()))
    rows = [found[start : start + ROWS] for start in range(0, len(found), ROWS)]
    order = [c for row in rows for c in sorted(row, key=lambda c: float(c.corners[:, 0].mean()))]
    return [straighten(image, card.corners) for card in order]


def test_each_card_of_a_grid_by_one_picture(shared_dir: Path) -> None:
    """All are found, nearly all match the right card best, and none is sure and wrong."""
    folder = shared_dir / "card-photos" / "set_grid"
    labels = (folder / "annotations.jsonl").read_text().splitlines()[:PICTURES]
    stills: dict[str, list[Image]] = defaultdict(list)
    for row in map(json.loads, labels):
        seen = cards_in_reading_order(np.asarray(cv2.imread(str(folder / row["image"])), np.uint8))
        assert len(seen) == len(row["cards"]), row["image"]
        for name, still in zip(row["cards"], seen, strict=True):
            stills[name].append(still)
    asked = [(name, still) for name, more in stills.items() for still in more[1:]]
    for whole in (True, False):
        deck = CardDeck({name: more[:1] for name, more in stills.items()}, whole=whole)
        matches = [(name, deck.match(still)) for name, still in asked]
        right = sum(match is not None and match.name == name for name, match in matches)
        sure = [
            (n, m.name) for n, m in matches if m is not None and m.confidence >= SURE_CONFIDENCE
        ]
        print(f"whole {whole}: {right} of {len(asked)} right, {len(sure)} sure")
        assert right >= MIN_RIGHT * len(asked)
        assert all(name == named for name, named in sure)

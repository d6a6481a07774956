"""Fit the thresholds of the card finder on drawn cards on drawn tables.

    .venv/bin/python -m models.training.card_outlines

For one threshold after the other, nearby values are tried. A value stays if it finds more cards or
fewer false ones. Copy the printed values to `vision/card_finder.py`.
"""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training import card_pictures
from vision import card_finder
from vision.frame import Image
from vision.virtual import cards

SIDE = 640  # pixels of a drawn scene
SCENES = 40
FALSE_COSTS = 0.5  # cost of a false card, in missed cards
SAME = 0.06  # share of a card's side within which its corners are right
TRIED: dict[str, Sequence[Any]] = {
    "MIN_CLEAR": (0.35, 0.5, 0.7, 0.85),
    "UNEVEN": (5.0, 10.0, 15.0),
    "MOTLEY": (40.0, 80.0, 160.0),
    "LEVELS": (9, 14),
    "EDGE_SHARES": ((75, 85, 92), (60, 75, 85, 92)),
    "MIN_FILL": (0.86, 0.9, 0.93),
    "MAX_SKEW": (30.0, 40.0),
}
"""The values to try for each threshold."""

Scene = tuple[Image, list[NDArray[np.float32]]]


def draw_scene(rng: Generator) -> Scene:
    """Draw a table, seen at a slant, with up to nine cards that do not touch.

    Returns the picture, and the corners (4, 2) of each card.
    """
    table, found = _ground(rng), []
    count = int(rng.choice((0, 1, 1, 2, 4, 6, 9)))
    rows = max(1, int(np.ceil(count**0.5)))
    deck, slant = _deck(rng), rng.uniform(-0.5, 0.5, 2) / SIDE
    for place in range(count):
        cell = SIDE / rows
        middle = np.array([(place % rows + 0.5) * cell, (place // rows + 0.5) * cell])
        corners = _corners(rng, middle, cell * rng.uniform(0.3, 0.72), slant)
        _lay(table, deck[int(rng.integers(len(deck)))], corners, rng)
        found.append(corners)
    return card_pictures.simulate_photograph(table, rng), found


def _ground(rng: Generator) -> NDArray[np.float32]:
    """Draw a table top: grained, or with stripes or squares of cloth."""
    ground = card_pictures.random_table_top(rng, SIDE, lightest=float(rng.choice((150, 235))))
    if rng.random() < 0.3:
        step, tone = int(rng.integers(12, 60)), rng.uniform(0.75, 1.25)
        stripes = (np.arange(SIDE) // step) % 2
        mask = stripes[:, None] ^ stripes[None] if rng.random() < 0.5 else stripes[:, None]
        ground *= np.where(mask[..., None], tone, 1).astype(np.float32)
    return ground


def _deck(rng: Generator) -> list[Image]:
    draw = (
        cards.render_playing_deck,
        cards.render_number_deck,
        card_pictures.render_combination_deck,
    )
    deck = list(draw[int(rng.integers(3))](rng).values())
    return [*deck, *[card_pictures.random_card_back(rng)] * (len(deck) // 8)]


def _corners(
    rng: Generator, middle: NDArray[np.float64], high: float, slant: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Return the corners of a card around `middle`, on a table seen at a `slant`."""
    wide = high / 1.5
    flat = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    turn = rng.uniform(0, 2 * np.pi)
    cos, sin = np.cos(turn), np.sin(turn)
    laid = flat @ np.array([(cos, sin), (-sin, cos)]) + middle - SIDE / 2
    return (laid / (1 + np.abs(slant).sum() * SIDE / 2 + laid @ slant)[:, None] + SIDE / 2).astype(
        np.float32
    )


def _lay(
    table: NDArray[np.float32], card: Image, corners: NDArray[np.float32], rng: Generator
) -> None:
    if rng.random() < 0.3:
        card = card_pictures.with_wear_or_glare(card, rng)
    table[:] = cards.lay_card(table, card, corners)


def score(scenes: Sequence[Scene]) -> tuple[float, float, float]:
    """Return the objective, the share of cards found, and false ones per scene."""
    found = all_ = false = 0
    for picture, truth in scenes:
        seen = [card.corners for card in card_finder.find_cards(picture)]
        right = [any(_same(one, corners) for one in seen) for corners in truth]
        found, all_ = found + sum(right), all_ + len(truth)
        false += sum(not any(_same(one, corners) for corners in truth) for one in seen)
    return (found - FALSE_COSTS * false) / max(1, all_), found / all_, false / len(scenes)


def _same(one: NDArray[np.float32], corners: NDArray[np.float32]) -> bool:
    far = np.linalg.norm(one[:, None] - corners[None], axis=2).min(axis=0).max()
    return bool(far < SAME * cv2.contourArea(corners) ** 0.5)


def fit(scenes: Sequence[Scene]) -> dict[str, Any]:
    """Return the best thresholds, which are then in use."""
    best = score(scenes)[0]
    for name, values in TRIED.items():
        for value in values:
            before = getattr(card_finder, name)
            if value == before:
                continue
            setattr(card_finder, name, value)
            now = score(scenes)[0]
            print(f"{name} {before} -> {value}: {now:.3f}, best {best:.3f}", flush=True)
            if now > best:
                best = now
            else:
                setattr(card_finder, name, before)
    return {name: getattr(card_finder, name) for name in TRIED}


def main() -> None:
    """Fit on one set of scenes, and report the results on another."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(20261122)
    fitting, check = ([draw_scene(rng) for _ in range(SCENES)] for _ in range(2))
    print("before", score(check))
    print(fit(fitting))
    print("after", score(check))


if __name__ == "__main__":
    main()

"""How many cards of drawn decks are named, taught by one still each, tested in other light.

If only some cards of a deck were taught, no other card is mistaken for one of them.

CROUPIER_CARDS_ASKED=500 .venv/bin/pytest -s tests/vision/test_decks.py
"""

import os
from collections.abc import Callable

import numpy as np
import pytest
from numpy.random import Generator

from models.training.card_pictures import (
    random_photograph,
    render_combination_deck,
    render_shapes_deck,
)
from vision.card_deck import straighten
from vision.card_finder import find_cards
from vision.card_reader import CardReader
from vision.frame import Image
from vision.virtual.cards import render_number_deck, render_playing_deck

ASKED = int(os.environ.get("CROUPIER_CARDS_ASKED", "6"))  # of each deck
HARDER = 0.5  # share of cards that are worn, in a sleeve or half in glare
MIN_RIGHT, MAX_ASKED = 0.99, 0.03
MAX_TAKEN = 0.02  # share of untaught cards mistaken for a twin

DECKS: dict[str, tuple[Callable[[Generator], dict[str, Image]], int]] = {
    "36 combinations": (render_combination_deck, 1),
    "54 playing cards": (render_playing_deck, 2),
    "54 others": (render_playing_deck, 3),
    "55 numbers": (render_number_deck, 4),
    "54 shapes": (render_shapes_deck, 5),
}
"""The renderer and the seed of each deck, by name."""


def test_a_deck_has_all_its_cards() -> None:
    """It has as many as its name says."""
    for name, (draw, seed) in DECKS.items():
        assert len(draw(np.random.default_rng(seed))) == int(name.split()[0])


def taught(deck: dict[str, Image], rng: Generator, *, whole: bool) -> CardReader:
    """Return a reader that knows the `whole` `deck` or half of it, by one still per card."""
    stills = {}
    for name, card in deck.items():
        while True:  # repeat pictures in which no card is found
            picture, _ = random_photograph(card, rng)
            if len(found := find_cards(picture)) == 1:
                break
        stills[name] = [straighten(picture, found[0].corners)]
    return CardReader(stills, whole=whole)


MEASURED = list(DECKS) if ASKED >= 60 else ["36 combinations"]
"""All of them in a long run, which shows the distance to the bars; suits are the hardest."""


@pytest.mark.parametrize("name", MEASURED)
def test_cards_of_drawn_decks(name: str) -> None:
    """Hardly any is asked about, and none is mistaken for another."""
    draw, seed = DECKS[name]
    rng = np.random.default_rng(seed)
    deck = draw(rng)
    if ASKED < 60:
        deck = dict(list(deck.items())[::3])  # teaching one takes as long as testing it
    reader = taught(deck, rng, whole=True)
    right = asked = wrong = 0
    for _ in range(ASKED):
        card = list(deck)[int(rng.integers(len(deck)))]
        reading = reader.read(random_photograph(deck[card], rng, harder=rng.random() < HARDER)[0])
        found = [one.name for one in reading.cards]
        right += found == [card]
        asked += not reading.sure
        wrong += reading.sure and found != [card]
    print(f"{name}: right {right}, asked {asked}, sure and wrong {wrong} of {ASKED}")
    assert wrong == 0
    if ASKED >= 100:
        assert right >= MIN_RIGHT * ASKED
        assert asked <= MAX_ASKED * ASKED


def test_half_a_deck() -> None:
    """A club is not the taught spade, nor a diamond the heart."""
    rng = np.random.default_rng(2)
    deck = render_playing_deck(rng)
    half = {name: card for name, card in deck.items() if name.endswith(("spades", "hearts"))}
    few = half if ASKED >= 100 else dict(list(half.items())[1::3])
    reader = taught(few, rng, whole=False)
    twins = {name.replace("spades", "clubs").replace("hearts", "diamonds") for name in few}
    sure = []
    for name in rng.choice(sorted(twins), ASKED):
        reading = reader.read(random_photograph(deck[name], rng, harder=rng.random() < HARDER)[0])
        sure += [(name, card.name) for card in reading.cards if reading.sure]
    assert len(sure) <= MAX_TAKEN * ASKED, sure


def test_a_plain_shape_is_not_the_striped_one() -> None:
    """An untaught shape differs only slightly from the finely striped one that was taught."""
    rng = np.random.default_rng(5)
    deck = render_shapes_deck(rng)
    striped = [name for name in deck if name.startswith("1 striped")]
    reader = taught({name: deck[name] for name in striped}, rng, whole=False)
    for name in ("1 plain oval 1", "1 plain hexagon 1") * 3:
        assert not reader.read(random_photograph(deck[name], rng)[0]).sure

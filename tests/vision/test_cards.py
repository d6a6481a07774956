"""Cards in pictures: found, straightened, distinguished, or not named at all."""

import numpy as np
import pytest

from models.training.card_pictures import (
    random_card_back,
    random_photograph,
    render_combination_deck,
    render_shapes_deck,
)
from vision.card_deck import HIGH, WIDE, CardDeck, straighten
from vision.card_finder import find_cards
from vision.card_reader import CardReader
from vision.frame import Image
from vision.reading import SURE_CONFIDENCE
from vision.virtual.cards import render_number_deck


def still(card: Image, seed: int) -> Image:
    """Return a straightened picture of a card."""
    picture, corners = random_photograph(card, np.random.default_rng(seed))
    return straighten(picture, corners)


@pytest.fixture(scope="module")
def deck() -> dict[str, Image]:
    """Draw six cards of a deck."""
    cards = render_combination_deck(np.random.default_rng(1))
    return {name: cards[name] for name in list(cards)[:6]}


@pytest.mark.parametrize("seed", range(6))
def test_corners_are_found(deck: dict[str, Image], seed: int) -> None:
    """One card on a table is found at any angle, its corners within a few pixels."""
    picture, corners = random_photograph(deck[list(deck)[seed]], np.random.default_rng(seed))
    (found,) = find_cards(picture)
    off = np.linalg.norm(found.corners[:, None] - corners[None], axis=2).min(axis=0)
    assert off.max() < 12


def test_a_frame_printed_within_is_not_the_edge() -> None:
    """A white rim belongs to its card, even if the colour inside contrasts more with the table."""
    rng = np.random.default_rng(4)
    table = np.clip(rng.normal((110, 130, 150), 6, (480, 640, 3)), 0, 255).astype(np.uint8)
    table[100:382, 200:388] = (215, 220, 222)
    table[111:371, 211:377] = (30, 30, 160)
    (found,) = find_cards(table)
    assert np.abs(np.sort(found.corners[:, 0]) - (200, 200, 388, 388)).max() < 3
    assert np.abs(np.sort(found.corners[:, 1]) - (100, 100, 382, 382)).max() < 3


@pytest.mark.parametrize("seed", [46, 248, 338])
def test_a_row_of_frames_is_not_the_edge(deck: dict[str, Image], seed: int) -> None:
    """Print across a card in a sleeve is not the end of the card."""
    rng = np.random.default_rng(seed)
    picture, corners = random_photograph(deck[list(deck)[seed % 6]], rng, harder=True)
    (found,) = find_cards(picture)
    off = np.linalg.norm(found.corners[:, None] - corners[None], axis=2).min(axis=0)
    assert off.max() < 12


def test_the_gap_to_a_neighbour_is_not_a_rim() -> None:
    """Cards that lie close together keep their own edges."""
    table = np.full((480, 640, 3), 35, np.uint8)
    for left in (60, 230, 400):
        table[120:345, left : left + 150] = 200
    found = find_cards(table)
    assert len(found) == 3
    assert [round(float(np.ptp(card.corners[:, 0])) / 10) for card in found] == [15] * 3


def test_a_gap_between_cards_is_not_a_card() -> None:
    """A card surrounded by others keeps its own edges, although theirs are clear, too."""
    table = np.full((640, 480, 3), 35, np.uint8)
    for left in (40, 172, 304):
        for top in (20, 212, 404):
            table[top : top + 180, left : left + 120] = 200
            table[top + 70 : top + 110, left + 30 : left + 90] = (60, 140, 60)
    sizes = sorted(float(np.ptp(card.corners[:, 0])) for card in find_cards(table))
    assert len(sizes) == 9
    assert sizes[-1] - sizes[0] < 4


def test_an_empty_table_has_no_card() -> None:
    """Neither an even background nor noise contains a card."""
    rng = np.random.default_rng(0)
    assert find_cards(np.full((480, 640, 3), 120, np.uint8)) == []
    assert find_cards(rng.integers(0, 256, (480, 640, 3)).astype(np.uint8)) == []


@pytest.mark.parametrize("shape", [(1, 4000, 3), (4000, 1, 3), (40, 40000, 3), (1, 1, 3)])
def test_a_very_thin_picture_has_no_card(shape: tuple[int, ...]) -> None:
    """Not even one pixel of its shorter side is left at the search resolution."""
    assert find_cards(np.full(shape, 120, np.uint8)) == []


@pytest.mark.parametrize("turn", range(4))
def test_straightened_from_any_corner(deck: dict[str, Image], turn: int) -> None:
    """Whichever corner comes first, the card is straightened with one end or the other up."""
    card = deck[next(iter(deck))]
    picture, corners = random_photograph(card, np.random.default_rng(3))
    one = straighten(picture, corners).astype(int)
    other = straighten(picture, np.roll(corners, turn, axis=0)).astype(int)
    assert one.shape == (HIGH, WIDE, 3)
    assert min(np.abs(one - other).mean(), np.abs(one - other[::-1, ::-1]).mean()) < 2
    mirrored = straighten(picture, corners[::-1]).astype(int)
    assert min(np.abs(one - mirrored).mean(), np.abs(one - mirrored[::-1, ::-1]).mean()) < 2


def test_each_card_by_one_still(deck: dict[str, Image]) -> None:
    """Every card matches its own still best, in other light and at another angle."""
    known = CardDeck({name: [still(card, 100)] for name, card in deck.items()})
    for seed, (name, card) in enumerate(deck.items()):
        match = known.match(still(card, 200 + seed))
        assert match is not None
        assert match.name == name
        assert match.second != name


def test_a_shadow_on_the_taught_still_is_not_print() -> None:
    """A card taught in a person's shadow is recognised without it, and no other card is."""
    cards = render_number_deck(np.random.default_rng(4))
    ends = dict(zip(list(cards)[:8], range(60, 220, 20), strict=True))
    stills = {name: still(cards[name], seed) for seed, name in enumerate(ends)}
    for name, end in ends.items():
        stills[name][:, :end] = (stills[name][:, :end] * 0.7).astype(np.uint8)
    known = CardDeck({name: [picture] for name, picture in stills.items()}, whole=True)
    matches = {name: known.match(still(cards[name], 50 + end)) for name, end in ends.items()}
    assert [match.name for match in matches.values() if match] == list(ends)
    assert all(match.confidence >= SURE_CONFIDENCE for match in matches.values() if match)


def test_several_stills_of_a_card_do_not_hide_other_cards() -> None:
    """Even if several stills of one card are likeliest, it is compared with the next card."""
    cards = render_shapes_deck(np.random.default_rng(5))
    names = list(cards)[:4]
    taught = {n: [still(cards[n], 10 * i + j) for j in range(4)] for i, n in enumerate(names)}
    missing = names[0]
    known = CardDeck({n: s for n, s in taught.items() if n != missing}, whole=True)
    match = known.match(still(cards[missing], 500))
    assert match is not None
    assert match.second is not None
    assert match.confidence < SURE_CONFIDENCE
    match = CardDeck(taught, whole=True).match(still(cards[missing], 500))
    assert match is not None
    assert (match.name, match.confidence >= SURE_CONFIDENCE) == (missing, True)


def test_a_strange_card_is_never_sure(deck: dict[str, Image]) -> None:
    """A card or a back of another deck is not taken for one of this deck."""
    stills = {name: [still(card, 100)] for name, card in deck.items()}
    known = [CardReader(stills, whole=whole) for whole in (True, False)]
    rng = np.random.default_rng(5)
    numbers = render_number_deck(rng)
    for card in (*list(numbers.values())[::12], random_card_back(rng)):
        picture = random_photograph(card, rng)[0]
        for reading in (reader.read(picture) for reader in known):
            assert not reading.sure
            assert all(
                one.name is None or one.confidence < SURE_CONFIDENCE for one in reading.cards
            )


def test_an_empty_deck_names_no_card(deck: dict[str, Image]) -> None:
    """Cards are still found."""
    reading = CardReader({}).read(
        random_photograph(deck[next(iter(deck))], np.random.default_rng(0))[0]
    )
    assert [card.name for card in reading.cards] == [None]
    assert reading.doubts == ("unknown card",)
    assert CardReader({}).read(np.full((200, 200, 3), 90, np.uint8)).sure is False

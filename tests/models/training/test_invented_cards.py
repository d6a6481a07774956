"""Cards of invented decks."""

import numpy as np

from models.training.invented_cards import invented_cards


def test_cards_of_a_deck_are_alike_and_differ() -> None:
    """Each is complete, and more similar to the others of its deck than to those of the next."""
    decks = [invented_cards(np.random.default_rng(seed), 8) for seed in (1, 2)]
    assert {card.shape for deck in decks for card in deck} == {(360, 240, 3)}
    first, second = (np.stack(deck).astype(int) for deck in decks)
    own = [np.abs(first[0] - card).mean() for card in first[1:]]
    assert max(own) > 0
    assert np.median(own) < np.median([np.abs(first[0] - card).mean() for card in second])


def test_the_same_seed_draws_the_same() -> None:
    """Training is reproducible."""
    one, other = (invented_cards(np.random.default_rng(5), 6) for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))

"""The shipped card network: whether two cards show the same print."""

import numpy as np

from models.training.card_samples import CardSamples, draw_group
from vision.card_appearance import IGNORED_RIM, LIGHT_CHANNEL, SIZE
from vision.card_verifier import (
    CLASSES,
    CardVerifier,
    appearance_to_bytes,
    default_verifier,
    verifier_input,
)

SEED = 900  # of a group that was not used for training


def test_both_looks_count_however_light_they_are() -> None:
    """Both cards are part of the input; a lamp twice as strong changes nothing."""
    seen = np.random.default_rng(0).normal(0, 0.4, (SIZE[1], SIZE[0], 4)).astype(np.float32)
    brighter = seen + np.eye(4, dtype=np.float32)[LIGHT_CHANNEL] * np.log(2)
    off = np.full((SIZE[1] - 2 * IGNORED_RIM, SIZE[0] - 2 * IGNORED_RIM), 0.01, np.float32)
    pair = verifier_input(appearance_to_bytes(seen), appearance_to_bytes(brighter), off)
    assert pair.shape == (SIZE[1], SIZE[0], 9)
    assert np.abs(pair[..., :4].astype(int) - pair[..., 4:8]).max() <= 1
    assert pair[SIZE[1] // 2, SIZE[0] // 2, 8] == 80
    assert pair[0, 0, 8] == 0


def test_one_print_is_distinguished_from_another() -> None:
    """Of drawn pairs, half of them very similar cards, hardly any is classified wrongly."""
    samples = CardSamples([draw_group(SEED)], np.random.default_rng(1))
    pairs = [samples.draw() for _ in range(40)]
    model = default_verifier()._model
    seen = model.predict([picture for picture, _ in pairs]).argmax(axis=1)
    right = [
        CLASSES[place] == CLASSES[label] for place, (_, label) in zip(seen, pairs, strict=True)
    ]
    assert np.mean(right) > 0.9


def test_it_is_loaded_once() -> None:
    """It is loaded once, however many decks there are."""
    assert isinstance(default_verifier(), CardVerifier)
    assert default_verifier() is default_verifier()

"""Training pairs of the card network."""

import numpy as np
import pytest

from models.training.card_samples import (
    CARDS,
    STILLS,
    CardGroup,
    CardSamples,
    draw_group,
    draw_groups,
    random_camera,
)
from vision.virtual.cards import render_number_deck


@pytest.fixture(scope="module")
def group() -> CardGroup:
    """Draw one group."""
    return draw_group(3)


def test_pairs_of_both_kinds(group: CardGroup) -> None:
    """About half of the pairs are of one card, and these are more similar."""
    samples = iter(CardSamples([group], np.random.default_rng(0)))
    pairs = [next(samples) for _ in range(4 * 40)]
    labels = [label for _, label in pairs]
    assert {picture.shape for picture, _ in pairs} == {(168, 112, 9)}
    assert labels[::4] == labels[3::4]
    assert 8 < sum(labels[::4]) < 32
    off = {
        same: np.mean(
            [
                np.abs(picture[..., :4].astype(int) - picture[..., 4:8]).mean()
                for picture, label in pairs
                if label == same
            ]
        )
        for same in (0, 1)
    }
    assert off[1] < off[0]


def test_a_group_is_drawn_again_alike(group: CardGroup) -> None:
    """A group depends only on its seed, even in other processes."""
    (again,) = draw_groups(1, first_seed=3)
    assert len(again) == len(group) <= CARDS
    for still in range(STILLS):
        assert np.array_equal(again.look(0, still).parts, group.look(0, still).parts)


def test_cards_that_look_the_same_do_not_count_as_different() -> None:
    """An invisible difference makes no other card; the most similar ones come first."""
    numbers = render_number_deck(np.random.default_rng(2))
    red, twin, other = numbers["0-6"], numbers["0-6"].copy(), numbers["1-6"]
    nine = numbers["0-9"]
    looks = [[np.zeros((1, 1, 4), np.float16)]] * 4
    assert CardGroup([red, twin, other, nine], looks).others[0] == [3, 2]


def test_a_cameras_pictures_are_similar() -> None:
    """They differ from another camera's."""
    picture = render_number_deck(np.random.default_rng(2))["0-6"]
    camera, other = (random_camera(np.random.default_rng(seed)) for seed in (1, 2))
    one, again, strange = (take(picture).astype(int) for take in (camera, camera, other))
    assert one.shape == picture.shape
    assert np.abs(one - again).mean() < np.abs(one - strange).mean()

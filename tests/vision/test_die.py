"""The rendered die: correct geometry, correct pictures."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.training.compose import to_linear
from models.training.looks import camera_view_of_place, random_light, random_look, random_view
from vision.virtual.die import (
    PlacedDie,
    linear_to_srgb_bytes,
    paste_sprite,
    render_dice,
    render_die,
    render_pose,
    rotation_of_pose,
    tilted,
)
from vision.virtual.light import CameraPosition, Lighting, camera_view_from_above
from vision.virtual.look import DieLook, DieMaterial, faces_of_die

FLAT = Lighting(direction=(0.0, 0.0, 1.0), size=0.4, ground=(0.2, 0.2, 0.2))
PLAIN = DieLook(gloss=0.2, pip_depth=0.0, pip_radius=0.08, one_radius=0.08)


def pip_blobs(look: DieLook, face: int, yaw: float) -> np.ndarray:
    """Return the centres (n, 2) of the dark spots of a white die seen from straight above."""
    sprite = render_die(look, face, yaw, CameraPosition(distance=60.0), FLAT, 60)
    grey = cv2.cvtColor(linear_to_srgb_bytes(sprite.rgb), cv2.COLOR_BGR2GRAY)
    dark = ((grey < 70) & (sprite.alpha > 0.99)).astype(np.uint8)
    count, _, stats, centres = cv2.connectedComponentsWithStats(dark)
    kept = [i for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] > 30]
    return np.array([centres[i] for i in kept])


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("yaw", [0.0, 0.6, 2.5])
def test_shows_as_many_pips_as_its_face_says(face: int, yaw: float) -> None:
    """The number of dark spots is the face, at any rotation."""
    assert len(pip_blobs(PLAIN, face, yaw)) == face


@pytest.mark.parametrize("stuff", ["opaque", "clear"])
def test_an_emblem_replaces_pips(stuff: DieMaterial) -> None:
    """If a symbol is printed on the six, no pips show; the other faces keep theirs."""
    bar = np.zeros((96, 96), np.uint8)
    bar[40:56, 20:76] = 255
    look = replace(PLAIN, emblems={6: bar})
    assert len(pip_blobs(look, 6, 0.3)) == 1
    assert len(pip_blobs(look, 5, 0.3)) == 5
    drawn = render_die(
        replace(look, material=stuff), 6, 0.3, CameraPosition(distance=60.0), FLAT, 40
    )
    assert np.isfinite(drawn.rgb).all()


@pytest.mark.parametrize("side", [-1, 1])
def test_a_drilled_pip_is_lit_on_the_side_away_from_the_lamp(side: int) -> None:
    """Its wall there faces the lamp."""
    lamp = replace(FLAT, direction=(0.8 * side, 0.0, 0.6), size=0.1)
    look = replace(PLAIN, pip_depth=0.15, one_radius=0.2)
    drawn = render_die(look, 1, 0.0, CameraPosition(distance=60.0), lamp, 60).rgb
    pip = drawn[drawn.shape[0] // 2, :, 0]
    near, away = (pip[pip.size // 2 + at - 2 :][:5].mean() for at in (7 * side, -7 * side))
    assert away > 1.5 * near


@pytest.mark.parametrize("clockwise", [False, True])
def test_opposite_faces_sum_to_seven_in_the_right_direction(clockwise: bool) -> None:
    """1, 2, 3 run around their corner in the direction of the look; opposite sides sum to 7."""
    sides = faces_of_die(replace(PLAIN, clockwise=clockwise))
    at = {side.value: side for side in sides}
    for value in range(1, 7):
        assert at[value].axis == at[7 - value].axis
        assert at[value].sign == -at[7 - value].sign
    arrows = np.zeros((3, 3))
    for row, value in enumerate((1, 2, 3)):
        arrows[row, at[value].axis] = at[value].sign
    assert np.linalg.det(arrows) == (-1 if clockwise else 1)


@pytest.mark.parametrize("face", range(1, 7))
def test_a_rotation_lays_the_face_up_without_mirroring(face: int) -> None:
    """The matrix is a pure rotation and its upper side is the requested one."""
    rotation = rotation_of_pose(PLAIN, face, 0.4)
    assert np.linalg.det(rotation) == pytest.approx(1.0, abs=1e-5)
    side = next(f for f in faces_of_die(PLAIN) if f.value == face)
    normal = np.zeros(3)
    normal[side.axis] = side.sign
    assert rotation @ normal == pytest.approx([0, 0, 1], abs=1e-5)


def test_twist_turns_the_two_and_the_six() -> None:
    """The bits of twist rotate the patterns of 2 and 6 by a quarter turn."""
    for face, bit in ((2, 1), (6, 4)):
        plain, turned = pip_blobs(PLAIN, face, 0.0), pip_blobs(replace(PLAIN, twist=bit), face, 0.0)
        spread = np.cov((plain - plain.mean(0)).T)
        spread_turned = np.cov((turned - turned.mean(0)).T)
        assert spread[0, 1] == pytest.approx(-spread_turned[0, 1], abs=25)
        assert spread[0, 0] == pytest.approx(spread_turned[1, 1], rel=0.1, abs=5)


def test_the_box_holds_the_drawn_die() -> None:
    """Nothing of the die lies outside."""
    look = DieLook(edge=0.02)
    for view in (CameraPosition(distance=30.0), camera_view_from_above(4.0, -3.0, 25.0)):
        sprite = render_die(look, 4, 0.5, view, FLAT, 40)
        x1, y1, x2, y2 = sprite.box
        assert sprite.alpha[int(y1) : int(y2), int(x1) : int(x2)].sum() == pytest.approx(
            sprite.alpha.sum(), rel=0.02
        )


def test_a_level_view_shows_the_sides_that_face_the_camera() -> None:
    """A die to the right of the camera shows its left side, too: it is wider than high."""
    sprite = render_die(
        DieLook(edge=0.02), 3, 0.0, camera_view_from_above(8.0, 0.0, 20.0), FLAT, 40
    )
    x1, y1, x2, y2 = sprite.box
    assert x2 - x1 > y2 - y1 + 8


def test_a_camera_sees_a_place_of_the_table_from_its_side() -> None:
    """A camera that looks down sees it from above, a tilted one from its own position."""
    hanging, above = (
        camera_view_of_place((0.0, 0.0), 20, 0.3, -0.2),
        camera_view_from_above(6, -4, 20),
    )
    assert hanging.position() == pytest.approx(above.position(), abs=1e-3)
    tilted = camera_view_of_place((0.4, -1.57), 20, 0.0, 0.0)
    assert tilted.position() == pytest.approx(CameraPosition(0.4, -1.57, 20).position(), abs=1e-3)
    with pytest.raises(ValueError, match="no table"):
        camera_view_of_place((1.0, -1.57), 20, 0.0, 1.0)


def test_nearer_points_appear_further_out_and_larger() -> None:
    """Straight below the camera, a rising point does not move; elsewhere it moves outwards."""
    up = np.array([0, 0, 1], np.float32)
    assert CameraPosition(distance=21).project(up) == pytest.approx((0, 0, 21 / 20))
    x, y, scale = camera_view_from_above(6, -4, 21).project(up)
    assert (x, y, scale) == pytest.approx((6 / 20, -4 / 20, 21 / 20), abs=1e-4)


def test_the_nearer_die_hides_the_farther_and_both_darken_what_is_below() -> None:
    """In a stack, the upper die looks as if alone; the lower is partly hidden and shaded."""
    view, light = CameraPosition(distance=30.0), Lighting(direction=(0, 0, 1))
    flat = rotation_of_pose(PLAIN, 5, 0.0)
    upper, lower = PlacedDie(PLAIN, flat, (0.5, 0.0, 1.0)), PlacedDie(PLAIN, flat)
    pile = render_dice([upper, lower], view, light, 40, table=-0.5, side=4.0)
    alone = render_dice([upper], view, light, 40, table=-0.5, side=4.0)
    below = render_dice([lower], view, light, 40, table=-0.5, side=4.0)
    x1, y1, x2, y2 = (int(side) for side in pile.box)
    assert pile.box == alone.box
    assert np.allclose(pile.rgb[y1 + 2 : y2 - 2, x1 + 2 : x2 - 2],
                       alone.rgb[y1 + 2 : y2 - 2, x1 + 2 : x2 - 2], atol=1e-3)  # fmt: skip
    middle, beside = round(4.0 * 40 / 2), x1 - 3
    assert pile.rgb[middle, beside].sum() < 0.8 * below.rgb[middle, beside].sum()
    assert np.allclose(pile.shadow, alone.shadow * below.shadow, atol=0.02)


def test_a_cocked_die_stands_on_the_table() -> None:
    """A tilted die shows a second side and keeps its face as the larger one."""
    flat = render_die(PLAIN, 5, 0.0, CameraPosition(), FLAT, 40)
    leans = tilted(rotation_of_pose(PLAIN, 5, 0.0), 0.5, 1.0)
    cocked = render_pose(PLAIN, leans, CameraPosition(), FLAT, 40)
    assert cocked.alpha.sum() > 1.1 * flat.alpha.sum()


def test_the_shadow_is_dark_under_the_die_and_gone_at_the_border() -> None:
    """A sprite never shows its square: its shadow has faded at the border."""
    sprite = render_die(
        PLAIN, 5, 0.3, CameraPosition(tilt=0.3), Lighting(direction=(1, 0.3, 1)), 48
    )
    assert sprite.shadow[0].min() == sprite.shadow[:, 0].min() == 1.0
    assert sprite.shadow.min() < 0.5


@pytest.mark.parametrize("seed", range(12))
def test_any_make_in_any_light_gives_finite_pictures(seed: int) -> None:
    """Random looks, lamps and cameras give finite values."""
    rng = np.random.default_rng(seed)
    sprite = render_die(random_look(rng), 6, 1.0, random_view(rng), random_light(rng), 30)
    assert np.isfinite(sprite.rgb).all()
    assert sprite.rgb.min() >= 0
    assert sprite.rgb.dtype == sprite.alpha.dtype == sprite.shadow.dtype == np.float32
    assert 0.05 < sprite.alpha.mean() < 0.5


def test_paste_cuts_at_the_border_and_keeps_the_rest() -> None:
    """A sprite half outside changes only the pixels it covers; one far outside changes nothing."""
    sprite = render_die(PLAIN, 1, 0.0, CameraPosition(), FLAT, 20)
    ground = np.full((60, 60, 3), 0.3, np.float32)
    paste_sprite(ground, sprite, 0.0, 0.0)
    assert ground[2, 2, 0] != np.float32(0.3)
    assert (ground[40:, 40:] == np.float32(0.3)).all()
    again = ground.copy()
    assert (paste_sprite(ground, sprite, -500.0, 20.0) == again).all()


def test_the_picture_code_and_its_reverse_agree() -> None:
    """Every byte survives decoding and encoding."""
    ramp = np.repeat(np.arange(256, dtype=np.uint8)[None, :, None], 3, axis=2)
    assert (
        np.abs(linear_to_srgb_bytes(to_linear(ramp)).astype(int) - ramp).max() <= 3
    )  # 12 bits in the dark


def test_impossible_dice_are_refused() -> None:
    """A seventh face and a die of two pixels are refused."""
    with pytest.raises(ValueError, match="faces 1 to 6"):
        render_die(PLAIN, 7, 0.0, CameraPosition(), FLAT, 40)
    with pytest.raises(ValueError, match="too small"):
        render_die(PLAIN, 1, 0.0, CameraPosition(), FLAT, 2)

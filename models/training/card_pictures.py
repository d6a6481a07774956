"""Decks drawn for training, and simulated photographs of cards on a table."""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.training.rng import one_of
from vision.frame import Image
from vision.virtual.cards import HIGH, INKS, PAPERS, WIDE, blank_card, draw_text, lay_card

SYMBOLS = ("1", "2", "3", "4", "5", "6", "L", "C")
SHAPES = {"oval": 24, "diamond": 4, "hexagon": 6}  # corners by name; the oval has many
FILLINGS = ("plain", "striped", "filled")
COMBINATION_CARDS = 36  # cards in a deck

Array = NDArray[np.float32]


def render_combination_deck(rng: Generator) -> dict[str, Image]:
    """Render cards with five symbols, a prize and a number of attempts, all different, by name."""
    deck: dict[str, Image] = {}
    paper, ink = one_of(rng, PAPERS), one_of(rng, INKS[1:])
    while len(deck) < COMBINATION_CARDS:
        symbols = sorted(str(s) for s in rng.choice(SYMBOLS, 5))
        prize, attempts = int(rng.integers(4, 30)) * 10, int(rng.integers(2, 7))
        name = f"{' '.join(symbols)} {prize} {attempts}"
        if name in deck:
            continue
        card = blank_card(paper)
        cv2.rectangle(card, (8, 8), (WIDE - 9, HIGH - 9), ink, 5, cv2.LINE_AA)
        for place, symbol in enumerate(symbols):
            at = (48 + 72 * (place % 3) + 36 * (place // 3), 120 + 76 * (place // 3))
            cv2.rectangle(card, (at[0] - 30, at[1] - 30), (at[0] + 30, at[1] + 30), ink, 3)
            draw_text(card, symbol, at, 1.6, INKS[0] if symbol in "LC" else (30, 30, 30))
        draw_text(card, f"{prize} 000", (WIDE // 2, 52), 1.2, (30, 30, 30))
        for place in range(attempts):
            cv2.circle(card, (40 + 32 * place, 300), 12, ink, -1, cv2.LINE_AA)
        deck[name] = card
    return deck


def render_shapes_deck(rng: Generator) -> dict[str, Image]:
    """Render 54 cards, by name: one to three of three shapes, in two inks and three fillings."""
    deck = {}
    paper, thick, step = one_of(rng, PAPERS), int(rng.integers(3, 6)), int(rng.integers(7, 12))
    for number, place in enumerate(rng.permutation(len(INKS))[:2]):
        for shape, corners in SHAPES.items():
            angles = np.arange(corners) * 2 * np.pi / corners
            outline = np.column_stack([78 * np.cos(angles), 40 * np.sin(angles)])
            for filling in FILLINGS:
                for count in (1, 2, 3):
                    card, ink = blank_card(paper), INKS[int(place)]
                    for one in range(count):
                        middle = (WIDE / 2, HIGH / 2 + 104 * (one - (count - 1) / 2))
                        around = np.rint(outline + middle).astype(np.int32)
                        inside = np.zeros((HIGH, WIDE), np.uint8)
                        cv2.fillPoly(inside, [around], 255)
                        if filling == "striped":
                            inside[:, np.arange(WIDE) % step > step // 3] = 0
                        if filling != "plain":
                            card[inside > 0] = ink
                        cv2.polylines(card, [around], True, ink, thick, cv2.LINE_AA)
                    deck[f"{count} {filling} {shape} {number}"] = card
    return deck


def random_card_back(rng: Generator) -> Image:
    """Render the back of a deck: a lattice."""
    card, ink = blank_card((245, 245, 245)), one_of(rng, INKS)
    step = int(rng.integers(14, 30))
    for x in range(-HIGH, WIDE + HIGH, step):
        cv2.line(card, (x, 0), (x + HIGH, HIGH), ink, 4, cv2.LINE_AA)
        cv2.line(card, (x, 0), (x - HIGH, HIGH), ink, 4, cv2.LINE_AA)
    cv2.rectangle(card, (0, 0), (WIDE - 1, HIGH - 1), (245, 245, 245), 20)
    return card


def random_photograph(
    card: Image, rng: Generator, *, harder: bool = False, side: int = 480
) -> tuple[Image, Array]:
    """Return a photograph (side, side, 3) of a card on a table, and the card's corners (4, 2).

    A `harder` one is worn, in a sleeve or half in glare.
    """
    if harder:
        card = with_wear_or_glare(card, rng)
    high = rng.uniform(0.45, 0.75) * side
    wide = high * WIDE / HIGH
    flat = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    turn = rng.uniform(0, 2 * np.pi)
    cos, sin = np.cos(turn), np.sin(turn)
    turned = flat @ np.array([(cos, sin), (-sin, cos)])
    depth = 1 + turned @ rng.uniform(-0.25, 0.25, 2) / side
    corners = turned / depth[:, None] + side / 2 + rng.uniform(-0.06, 0.06, 2) * side
    corners = corners.astype(np.float32)
    return simulate_photograph(lay_card(random_table_top(rng, side), card, corners), rng), corners


def with_wear_or_glare(card: Image, rng: Generator) -> Image:
    """Return the card worn, in a sleeve, or half in glare."""
    return one_of(rng, (_worn, _sleeved, _glaring))(card, rng)


def random_table_top(rng: Generator, side: int, lightest: float = 150) -> Array:
    """Return a table top (side, side, 3), plain or with a grain."""
    colour = rng.uniform(10, lightest, 3) * rng.uniform(0.4, 1.0)
    grain = cv2.resize(rng.normal(0, 1, (side // 4, side // 40)), (side, side))
    fine = cv2.GaussianBlur(rng.normal(0, 1, (side, side)), (0, 0), 1.2)
    shade = 1 + rng.uniform(0, 0.12) * grain + rng.uniform(0, 0.2) * fine
    return np.asarray(np.clip(colour * shade[..., None], 0, 255), np.float32)


def simulate_photograph(mixed: Array, rng: Generator) -> Image:
    """Return a picture in uneven, coloured light, with blur, noise and JPEG artefacts."""
    side = mixed.shape[0]
    lamp = cv2.resize(rng.uniform(0.6, 1.1, (2, 2)), (side, side), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.3:  # a person's shadow
        edge = np.zeros((side, side), np.float32)
        cv2.fillPoly(edge, [rng.integers(-side // 4, side, (4, 2)).astype(np.int32)], 1.0)
        soft = cv2.GaussianBlur(edge, (0, 0), rng.uniform(1, 12))
        lamp = lamp * (1 - rng.uniform(0.15, 0.4) * soft)
    light = lamp[..., None] * np.exp(rng.normal(0, 0.05, 3)) * rng.uniform(0.7, 1.15)
    picture = np.clip(mixed * light, 0, 255).astype(np.float32)
    picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.3)).astype(np.float32)
    noisy = picture + rng.normal(0, rng.uniform(0.5, 5), picture.shape)
    _, data = cv2.imencode(
        ".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 80]
    )
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _worn(card: Image, rng: Generator) -> Image:
    card = card.copy()
    for _ in range(12):
        a, b = rng.integers(0, HIGH, (2, 2))
        cv2.line(card, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), (225, 230, 235), 1)
    faded = card * 0.85 + 30
    return np.asarray(np.clip(faded, 0, 255), np.uint8)


def _sleeved(card: Image, rng: Generator) -> Image:
    haze = rng.uniform(10, 40)
    inner = card[14:-14, 10:-10]
    framed = cv2.resize(inner, (WIDE, HIGH)) * 0.9 + haze
    framed[:6] = framed[-6:] = framed[:, :6] = framed[:, -6:] = 200
    return np.asarray(np.clip(framed, 0, 255), np.uint8)


def _glaring(card: Image, rng: Generator) -> Image:
    spot = np.zeros((HIGH, WIDE), np.float32)
    at = (int(rng.integers(0, WIDE)), int(rng.integers(0, HIGH)))
    cv2.ellipse(spot, at, (90, 70), float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    soft = cv2.GaussianBlur(spot, (0, 0), 25)[..., None]
    return np.asarray(np.clip(card + soft * rng.uniform(80, 200), 0, 255), np.uint8)

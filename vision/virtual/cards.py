"""Cards of invented decks, and simulated photographs of them on a table."""

from collections.abc import Sequence
from typing import TypeVar

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.frame import Image

WIDE, HIGH = 240, 360  # pixels of a rendered card
INKS = ((40, 40, 200), (30, 30, 30), (60, 140, 40), (190, 90, 30), (20, 150, 210), (140, 50, 130))
PAPERS = ((250, 250, 250), (225, 240, 248), (210, 232, 222))
FONT = cv2.FONT_HERSHEY_DUPLEX
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("spades", "hearts", "diamonds", "clubs")
SYMBOLS = ("1", "2", "3", "4", "5", "6", "L", "C")

SHAPES = {"oval": 24, "diamond": 4, "hexagon": 6}  # corners by name; the oval has many
FILLINGS = ("plain", "striped", "filled")

COMBINATION_CARDS = 36  # cards in a deck
COLOURS = "01223130440"  # colour of each number that is laid in a demo tray

Array = NDArray[np.float32]
T = TypeVar("T")


def render_playing_deck(rng: Generator) -> dict[str, Image]:
    """Render 52 cards and two jokers in a random design, by name."""
    paper, size = _choose(rng, PAPERS), float(rng.uniform(0.9, 1.4))
    red, black = INKS[0], _choose(rng, (INKS[1], INKS[3]))
    deck = {}
    for suit in SUITS:
        ink = red if suit in ("hearts", "diamonds") else black
        for count, rank in enumerate(RANKS, 1):
            card = _blank(paper)
            for x, y in _spots(count):
                _suit(card, suit, (x, y), 17, ink)
            _corners(card, rank, suit, size, ink)
            deck[f"{rank} of {suit}"] = card
    for ink, name in ((red, "red joker"), (black, "black joker")):
        card = _blank(paper)
        _text(card, "JOKER", (WIDE // 2, HIGH // 2), 1.6, ink)
        deck[name] = card
    return deck


def render_number_deck(rng: Generator) -> dict[str, Image]:
    """Render 55 cards, by name: five colours, 1 to 11."""
    deck = {}
    for number, place in enumerate(rng.permutation(len(INKS))[:5]):
        ink = INKS[int(place)]
        for value in range(1, 12):
            card = _blank((248, 248, 248))
            cv2.rectangle(card, (14, 14), (WIDE - 15, HIGH - 15), ink, -1, cv2.LINE_AA)
            cv2.ellipse(card, (WIDE // 2, HIGH // 2), (78, 120), 20, 0, 360, (248,) * 3, -1)
            _text(card, str(value), (WIDE // 2, HIGH // 2), 3.2, ink)
            _text(card, str(value), (40, 44), 1.1, (248, 248, 248))
            _text(card, str(value), (WIDE - 40, HIGH - 44), 1.1, (248, 248, 248), upside_down=True)
            deck[f"{number}-{value}"] = card
    return deck


def render_combination_deck(rng: Generator) -> dict[str, Image]:
    """Render cards with five symbols, a prize and a number of attempts, all different, by name."""
    deck: dict[str, Image] = {}
    paper, ink = _choose(rng, PAPERS), _choose(rng, INKS[1:])
    while len(deck) < COMBINATION_CARDS:
        symbols = sorted(str(s) for s in rng.choice(SYMBOLS, 5))
        prize, attempts = int(rng.integers(4, 30)) * 10, int(rng.integers(2, 7))
        name = f"{' '.join(symbols)} {prize} {attempts}"
        if name in deck:
            continue
        card = _blank(paper)
        cv2.rectangle(card, (8, 8), (WIDE - 9, HIGH - 9), ink, 5, cv2.LINE_AA)
        for place, symbol in enumerate(symbols):
            at = (48 + 72 * (place % 3) + 36 * (place // 3), 120 + 76 * (place // 3))
            cv2.rectangle(card, (at[0] - 30, at[1] - 30), (at[0] + 30, at[1] + 30), ink, 3)
            _text(card, symbol, at, 1.6, INKS[0] if symbol in "LC" else (30, 30, 30))
        _text(card, f"{prize} 000", (WIDE // 2, 52), 1.2, (30, 30, 30))
        for place in range(attempts):
            cv2.circle(card, (40 + 32 * place, 300), 12, ink, -1, cv2.LINE_AA)
        deck[name] = card
    return deck


def render_shapes_deck(rng: Generator) -> dict[str, Image]:
    """Render 54 cards, by name: one to three of three shapes, in two inks and three fillings."""
    deck = {}
    paper, thick, step = _choose(rng, PAPERS), int(rng.integers(3, 6)), int(rng.integers(7, 12))
    for number, place in enumerate(rng.permutation(len(INKS))[:2]):
        for shape, corners in SHAPES.items():
            angles = np.arange(corners) * 2 * np.pi / corners
            outline = np.column_stack([78 * np.cos(angles), 40 * np.sin(angles)])
            for filling in FILLINGS:
                for count in (1, 2, 3):
                    card, ink = _blank(paper), INKS[int(place)]
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


def render_card(name: str) -> Image:
    """Render the card called `name`: a playing card (``10♥``), a number, or just the words."""
    suit = dict(zip("♠♥♦♣", SUITS, strict=True)).get(name[-1:])
    if suit is not None and name[:-1] in RANKS:
        return render_playing_deck(np.random.default_rng(1))[f"{name[:-1]} of {suit}"]
    if name.isdecimal() and 1 <= int(name) <= 11:
        return render_number_deck(np.random.default_rng(1))[f"{COLOURS[int(name) - 1]}-{name}"]
    card = _blank(PAPERS[1])
    cv2.rectangle(card, (8, 8), (WIDE - 9, HIGH - 9), INKS[3], 5, cv2.LINE_AA)
    words = name.split()
    for place, word in enumerate(words):
        at = (WIDE // 2 + (48 if place % 2 else -48), 50 + (HIGH - 60) * place // len(words))
        _text(card, word, at, 1.3 if len(word) < 4 else 0.7, INKS[place % 2])
    return card


def random_card_back(rng: Generator) -> Image:
    """Render the back of a deck: a lattice."""
    card, ink = _blank((245, 245, 245)), _choose(rng, INKS)
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
    return _choose(rng, (_worn, _sleeved, _glaring))(card, rng)


def lay_card(table: Array, card: Image, corners: Array) -> Array:
    """Return a table (H, W, 3) with a card on it that has the given corners (4, 2)."""
    size = table.shape[1::-1]
    square = np.array([(0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH)], np.float32)
    how = cv2.getPerspectiveTransform(square, corners)
    laid = cv2.warpPerspective(card, how, size, flags=cv2.INTER_AREA)
    cover = cv2.warpPerspective(_rounded(), how, size).astype(np.float32)[..., None] / 255
    shadow = cv2.GaussianBlur(np.roll(cover[..., 0], (3, 2), (0, 1)), (0, 0), 4)[..., None]
    mixed = table * (1 - 0.4 * shadow) * (1 - cover) + laid * cover
    return np.asarray(mixed, np.float32)


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


def _rounded() -> Image:
    mask = np.zeros((HIGH, WIDE), np.uint8)
    cv2.rectangle(mask, (10, 0), (WIDE - 11, HIGH - 1), 255, -1)
    cv2.rectangle(mask, (0, 10), (WIDE - 1, HIGH - 11), 255, -1)
    for x in (10, WIDE - 11):
        for y in (10, HIGH - 11):
            cv2.circle(mask, (x, y), 10, 255, -1)
    return mask


def _blank(paper: Sequence[int]) -> Image:
    return np.full((HIGH, WIDE, 3), paper, np.uint8)


def _spots(count: int) -> list[tuple[int, int]]:
    if count > 10:  # a court card: its suit three, four or five times in the middle
        return [(WIDE // 2, 100 + 32 * i) for i in range(count - 8)]
    columns = ([120], [80, 160], [80, 120, 160])[min(2, (count - 1) // 4)]
    rows = -(-count // len(columns))
    step = 220 // max(1, rows)
    places = [(x, 70 + step // 2 + y * step) for y in range(rows) for x in columns]
    return places[:count]


def _suit(card: Image, suit: str, at: tuple[int, int], size: int, ink: Sequence[int]) -> None:
    x, y = at
    if suit == "diamonds":
        points = [(x, y - size), (x + size * 3 // 4, y), (x, y + size), (x - size * 3 // 4, y)]
    elif suit == "hearts":
        points = [(x - size, y - size // 3), (x + size, y - size // 3), (x, y + size)]
    else:
        points = [(x - size, y + size // 3), (x + size, y + size // 3), (x, y - size)]
    if suit != "clubs":
        cv2.fillPoly(card, [np.array(points, np.int32)], ink, cv2.LINE_AA)
    rounds = {
        "hearts": [(-0.5, -0.4), (0.5, -0.4)],
        "spades": [(-0.5, 0.35), (0.5, 0.35)],
        "clubs": [(-0.5, 0.3), (0.5, 0.3), (0, -0.45)],
    }.get(suit, [])
    for dx, dy in rounds:
        middle = (int(x + dx * size), int(y + dy * size))
        cv2.circle(card, middle, int(size * 0.52), ink, -1, cv2.LINE_AA)
    if suit in ("spades", "clubs"):
        cv2.line(card, (x, y), (x, y + size), ink, 5, cv2.LINE_AA)


def _corners(card: Image, rank: str, suit: str, size: float, ink: Sequence[int]) -> None:
    corner = np.full((84, 46, 3), card[0, 0], np.uint8)
    _text(corner, rank, (23, 24), size * (0.7 if rank == "10" else 1.0), ink)
    _suit(corner, suit, (23, 60), 13, ink)
    card[6:90, 4:50] = corner
    card[-90:-6, -50:-4] = corner[::-1, ::-1]


def _text(
    card: Image,
    text: str,
    at: tuple[int, int],
    scale: float,
    ink: Sequence[int],
    *,
    upside_down: bool = False,
) -> None:
    thick = max(2, round(2.2 * scale))
    (wide, high), _ = cv2.getTextSize(text, FONT, scale, thick)
    layer = np.zeros((high + 2 * thick + 2, wide + 2 * thick, 3), np.uint8)
    cv2.putText(layer, text, (thick, high + thick), FONT, scale, (255,) * 3, thick, cv2.LINE_AA)
    if upside_down:
        layer = layer[::-1, ::-1]
    top, left = at[1] - layer.shape[0] // 2, at[0] - layer.shape[1] // 2
    y1, x1 = max(0, top), max(0, left)
    cut = layer[y1 - top : card.shape[0] - top, x1 - left : card.shape[1] - left]
    area = card[y1 : y1 + cut.shape[0], x1 : x1 + cut.shape[1]]
    share = cut.astype(np.float32) / 255
    area[:] = (area * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)


def _choose(rng: Generator, items: Sequence[T]) -> T:
    return items[int(rng.integers(len(items)))]

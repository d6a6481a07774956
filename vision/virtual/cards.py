"""Drawn cards: the decks of playing cards and of numbers, and a card laid on a table."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.random import Generator

from vision.frame import Array, Image

WIDE, HIGH = 240, 360  # pixels of a rendered card
INKS = ((40, 40, 200), (30, 30, 30), (60, 140, 40), (190, 90, 30), (20, 150, 210), (140, 50, 130))
PAPERS = ((250, 250, 250), (225, 240, 248), (210, 232, 222))
FONT = cv2.FONT_HERSHEY_DUPLEX
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("spades", "hearts", "diamonds", "clubs")
NUMBER_COLOURS = "01223130440"  # colour of each number that is laid in a demo tray


def render_playing_deck(rng: Generator) -> dict[str, Image]:
    """Render 52 cards and two jokers in a random design, by name."""
    paper, size = PAPERS[int(rng.integers(len(PAPERS)))], float(rng.uniform(0.9, 1.4))
    red, black = INKS[0], INKS[(1, 3)[int(rng.integers(2))]]
    deck = {}
    for suit in SUITS:
        ink = red if suit in ("hearts", "diamonds") else black
        for count, rank in enumerate(RANKS, 1):
            card = blank_card(paper)
            for x, y in _spots(count):
                _suit(card, suit, (x, y), 17, ink)
            _corners(card, rank, suit, size, ink)
            deck[f"{rank} of {suit}"] = card
    for ink, name in ((red, "red joker"), (black, "black joker")):
        card = blank_card(paper)
        draw_text(card, "JOKER", (WIDE // 2, HIGH // 2), 1.6, ink)
        deck[name] = card
    return deck


def render_number_deck(rng: Generator) -> dict[str, Image]:
    """Render 55 cards, by name: five colours, 1 to 11."""
    deck = {}
    for number, place in enumerate(rng.permutation(len(INKS))[:5]):
        ink = INKS[int(place)]
        for value in range(1, 12):
            card = blank_card((248, 248, 248))
            cv2.rectangle(card, (14, 14), (WIDE - 15, HIGH - 15), ink, -1, cv2.LINE_AA)
            cv2.ellipse(card, (WIDE // 2, HIGH // 2), (78, 120), 20, 0, 360, (248,) * 3, -1)
            draw_text(card, str(value), (WIDE // 2, HIGH // 2), 3.2, ink)
            draw_text(card, str(value), (40, 44), 1.1, (248, 248, 248))
            draw_text(
                card, str(value), (WIDE - 40, HIGH - 44), 1.1, (248, 248, 248), upside_down=True
            )
            deck[f"{number}-{value}"] = card
    return deck


def render_card(name: str) -> Image:
    """Render the card with this `name`: a playing card (``10♥``), a number, or just the words."""
    suit = dict(zip("♠♥♦♣", SUITS, strict=True)).get(name[-1:])
    if suit is not None and name[:-1] in RANKS:
        return render_playing_deck(np.random.default_rng(1))[f"{name[:-1]} of {suit}"]
    if name.isdecimal() and 1 <= int(name) <= 11:
        colour = NUMBER_COLOURS[int(name) - 1]
        return render_number_deck(np.random.default_rng(1))[f"{colour}-{name}"]
    card = blank_card(PAPERS[1])
    cv2.rectangle(card, (8, 8), (WIDE - 9, HIGH - 9), INKS[3], 5, cv2.LINE_AA)
    words = name.split()
    for place, word in enumerate(words):
        at = (WIDE // 2 + (48 if place % 2 else -48), 50 + (HIGH - 60) * place // len(words))
        draw_text(card, word, at, 1.3 if len(word) < 4 else 0.7, INKS[place % 2])
    return card


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


def _rounded() -> Image:
    mask = np.zeros((HIGH, WIDE), np.uint8)
    cv2.rectangle(mask, (10, 0), (WIDE - 11, HIGH - 1), 255, -1)
    cv2.rectangle(mask, (0, 10), (WIDE - 1, HIGH - 11), 255, -1)
    for x in (10, WIDE - 11):
        for y in (10, HIGH - 11):
            cv2.circle(mask, (x, y), 10, 255, -1)
    return mask


def blank_card(paper: Sequence[int]) -> Image:
    """Return a card (360, 240, 3) without print."""
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
    draw_text(corner, rank, (23, 24), size * (0.7 if rank == "10" else 1.0), ink)
    _suit(corner, suit, (23, 60), 13, ink)
    card[6:90, 4:50] = corner
    card[-90:-6, -50:-4] = corner[::-1, ::-1]


def draw_text(
    card: Image,
    text: str,
    at: tuple[int, int],
    scale: float,
    ink: Sequence[int],
    *,
    upside_down: bool = False,
) -> None:
    """Print `text` on a card, centred `at` (x, y), in place."""
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

"""Every move at a small table, compared with a second, naive implementation."""

from itertools import permutations, product

import pytest

from engine.den_letzten.board import Positions, move_character
from engine.den_letzten.options import Options

SPACES = 16
MOST = 36
"""The highest total: four nines."""

Board = dict[int, str]
"""Who stands on which space; the dog is D, the characters are A, B, C."""


def naive(ahead: Positions, steps: int, bump: str, dog: int) -> tuple[Positions, list[str]]:
    """Move A as people would by hand, on a board of spaces 0…15 with the dog on `dog`.

    Returns how far A, B and C are then ahead of the dog, and who was caught.
    """
    board: Board = {dog: "D"}
    for name, at in zip("ABC", ahead, strict=True):
        if at is not None:
            board[(dog + at) % SPACES] = name
    started_on = next((space for space, name in board.items() if name == "A"), None)
    board = {space: name for space, name in board.items() if name != "A"}
    finger = dog if started_on is None else started_on
    for _ in range(steps):
        finger = finger + 1 if finger < SPACES - 1 else 0
    met = board.get(finger)
    if met == "D":
        return read(board, dog), ["A"]
    board[finger] = "A"
    caught = push_back(board, met, finger, bump) if met else []
    return read(board, dog), caught


def push_back(board: Board, pushed: str, space: int, bump: str) -> list[str]:
    """Push one figure from `space` by the rule; returns who was caught."""
    if bump == "variant":
        return put_behind_the_last(board, pushed)
    hand = pushed
    while True:
        space = SPACES - 1 if space == 0 else space - 1
        there = board.get(space)
        if there == "D":
            return [hand]
        if there is None:
            board[space] = hand
            return []
        if bump == "chain":  # lay down the figure in the hand, take up the one that stood there
            board[space], hand = hand, there


def put_behind_the_last(board: Board, pushed: str) -> list[str]:
    """Put the figure on the space behind the last one, looking ahead from the dog."""
    space = before = next(space for space, name in board.items() if name == "D")
    while True:
        space = 0 if space == SPACES - 1 else space + 1
        if space in board:
            break
        before = space
    if before in board:
        return [pushed]
    board[before] = pushed
    return []


def read(board: Board, dog: int) -> Positions:
    """Return how far A, B and C are ahead of the dog."""
    where = {name: (space - dog) % SPACES for space, name in board.items()}
    return tuple(where.get(name) for name in "ABC")


def positions() -> list[Positions]:
    """Return all positions of three characters: 3 406."""
    places = (None, *range(1, SPACES))
    return [
        (a, b, c)
        for a, b, c in product(places, repeat=3)
        if len({at for at in (a, b, c) if at is not None})
        == sum(at is not None for at in (a, b, c))
    ]


@pytest.mark.parametrize("bump", ["hop", "chain", "variant"])
def test_all_moves_equal_a_second_mover(bump: str) -> None:
    """Both agree on places and catches, for all positions of three characters and all totals."""
    options = Options(bump=bump)
    everywhere = positions()
    assert len(everywhere) == 3406
    for number, ahead in enumerate(everywhere):
        for steps in range(1, MOST + 1):
            after, moved = move_character(ahead, 0, steps, options)
            caught = ["ABC"[one.seat] for one in moved if one.caught]
            assert (after, caught) == naive(ahead, steps, bump, dog=number % SPACES), (ahead, steps)


def test_hop_and_chain_leave_the_same_spaces() -> None:
    """The two rules differ only in who stands where, not in the spaces or the number of catches."""
    hop, chain = Options(bump="hop"), Options(bump="chain")
    for ahead, steps in product(positions(), range(1, SPACES + 1)):
        (hopped, first), (chained, second) = (
            move_character(ahead, 0, steps, options) for options in (hop, chain)
        )
        assert set(hopped) == set(chained)
        assert sum(one.caught for one in first) == sum(one.caught for one in second)


@pytest.mark.parametrize("bump", ["hop", "chain", "variant"])
@pytest.mark.parametrize("land_on_dog", ["caught", "stand_with_dog"])
def test_the_list_of_moves_is_complete(bump: str, land_on_dog: str) -> None:
    """With six characters in a block, the moves lead from one position to the next."""
    options = Options(bump=bump, land_on_dog=land_on_dog)
    for block in permutations((1, 2, 3, 4, 5), 3):
        ahead: Positions = (None, *block, 6, 15)
        for steps in range(1, MOST + 1):
            after, moved = move_character(ahead, 0, steps, options)
            followed = list(ahead)
            for one in moved:
                assert followed[one.seat] == one.start
                followed[one.seat] = one.end
                assert one.caught == (one.end is None)
            assert tuple(followed) == after
            on_track = [at for at in after if at is not None]
            assert len(set(on_track)) == len(on_track)

"""Under a lock, dice set aside stay, even if it is open where on the card they belong."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.refusals import NotAllowed
from engine.last_chance.state import State
from tests.engine.last_chance.table import GAME, Table
from tests.engine.playing import random_action

LOCKS = ("within_crack", "until_cracked")
UNEQUAL = [  # long drinks and cocktails of unequal number, dice, and one that may serve as both
    ("L L L C C", "1 2 3 4 5", "1", "2 2 3 3"),
    ("1 1 L L C", "2 3 4 5 6", "2", "3 3 4 4"),
    ("6 L L L C", "1 2 3 4 5", "1", "2 2 3 3"),
]


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize(("card", "dice", "kept", "thrown"), UNEQUAL)
def test_a_kept_die_stays_while_its_place_is_open(
    card: str, dice: str, kept: str, thrown: str, lock: str
) -> None:
    """It stays for all later attempts, and may still serve as either joker."""
    table = Table(lock=lock).card((card, 130_000, 4), dice).sell(0, 10_000).throw(kept, thrown)
    assert GAME.awaited_dice(table.state).fixed == (kept,)
    refusal = table.refused("throw", kept=thrown.split(), thrown=[kept])
    assert (refusal["code"], refusal["faces"]) == ("locked", [kept])
    assert all(
        kept in keep
        for choice in table.choices("throw")
        for keep in choice["fields"]["kept"]["one_of"]
    )
    locked = [die["face"] for die in table.view["dice"] if die["locked"]]
    assert (locked, [die["slot"] for die in table.view["dice"]]) == ([kept], [None] * 5)
    slots = {slot for choice in table.choices("lay") for slot in choice["fields"]["slot"]["one_of"]}
    assert {card.split()[slot] for slot in slots} == {"L", "C"}
    assert all(kept in ways for ways in _completed(table))


def _completed(table: Table) -> list[list[str]]:
    """Return the dice on the table, completed by each list of faces that the card still needs."""
    lying = [die["face"] for die in table.view["dice"]]
    return [[*lying, *needs] for needs in table.view["needs"]]


def test_other_dice_decide_where_an_open_one_belongs() -> None:
    """On L L L C C a 1 fits both drinks; once three 2s are long drinks, it is a cocktail."""
    table = Table(lock="within_crack").card(("L L L C C", 130_000, 4), "1 2 3 4 5")
    assert table.sell(0, 10_000).view["offered"] == []
    table.throw("1", "2 2 2 6").throw("1 2 2 2", "6")
    assert [slot["face"] for slot in table.view["slots"]] == ["2", "2", "2", "1", None]
    assert (table.view["needs"], table.view["offered"]) == ([["1"]], [0, 1, 2, 3])


def test_the_cracker_can_choose_an_open_dies_place() -> None:
    """Dice whose place follows from this are laid too; it locks no further dice."""
    table = Table(lock="within_crack").card(("L L L C C", 130_000, 4), "1 2 3 4 5")
    table.sell(0, 10_000).throw("1", "2 3 4 1").throw("1 2", "3 1 6")
    assert GAME.awaited_dice(table.state).fixed == ("1", "2")
    table.do("lay", slot=4, face="1")
    assert [slot["face"] for slot in table.view["slots"]] == ["2", None, None, None, "1"]
    assert sorted(GAME.awaited_dice(table.state).fixed) == ["1", "2"]
    assert table.code("lay", slot=3, face="3") == "does_not_fit"
    table.do("lay", slot=3, face="1")
    assert sorted(GAME.awaited_dice(table.state).fixed) == ["1", "1", "2"]


def test_a_place_is_not_taken_from_a_die_that_needs_it() -> None:
    """On 6 L L L C with 1 and 2 kept, neither a 3 nor another third number can be the cocktail."""
    table = Table(lock="within_crack").card(("6 L L L C", 130_000, 4), "1 2 3 4 5")
    table.sell(0, 10_000).throw("1 2", "3 4 5")
    assert GAME.awaited_dice(table.state).fixed == ("1", "2")
    assert table.code("lay", slot=4, face="3") == "does_not_fit"
    assert {face for c in table.choices("lay") for face in c["fields"]["face"]["one_of"]} == {
        "1",
        "2",
    }


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize(
    ("card", "dice", "kept"),
    [
        ("2 3 4 5 6", "2 2 1 1 1", "2 2"),
        ("L L L C C", "1 2 3 4 5", "1 2 3"),
        ("L L L L C", "1 1 2 2 3", "1 1 2 2"),
        ("1 2 L L L", "3 3 4 6 6", "3 4"),
    ],
)
def test_dice_that_cannot_all_serve_are_not_set_aside(
    card: str, dice: str, kept: str, lock: str
) -> None:
    """Dice that would make the card impossible cannot be kept."""
    table = Table(lock=lock).card((card, 130_000, 4), dice).sell(0, 10_000)
    refusal = table.refused("throw", kept=kept.split(), thrown=["1"] * (5 - len(kept.split())))
    assert (refusal["code"], refusal["faces"]) == ("no_place", kept.split())


def test_open_dice_are_free_at_the_next_auction_or_stay_until_cracked() -> None:
    """`within_crack` ends with the crack, `until_cracked` with the card, whoever tries."""
    for lock, fixed in (("within_crack", ()), ("until_cracked", ("1",))):
        table = Table(lock=lock).card(("L L L C C", 130_000, 1), "1 2 3 4 5").sell(0, 10_000)
        table.throw("1", "2 3 4 5")
        assert table.phase == "auction"
        table.sell(1, 10_000)
        assert GAME.awaited_dice(table.state).fixed == fixed
    free = Table(lock="until_cracked", no_bid="reroll_all").card(("L L L C C", 130_000, 1))
    free.sell(0, 10_000).throw("1", "2 3 4 5").do("no_bid").do("roll", faces=list("12345"))
    free.sell(0, 10_000)
    assert GAME.awaited_dice(free.state).fixed == ()


@settings(max_examples=100, deadline=None)
@given(
    lock=st.sampled_from(LOCKS),
    differ=st.booleans(),
    loose=st.booleans(),
    seed=st.integers(0, 2**32),
)
def test_what_was_set_aside_is_never_rolled_again(
    lock: str, differ: bool, loose: bool, seed: int
) -> None:
    """This holds on any card, for any dice that were kept, laid by hand or rolled."""
    rng = Random(seed)
    table = Table(
        lock=lock,
        joker_vs_printed="must_differ" if differ else "may_equal",
        joker_mode="J_independent" if loose else "L_and_C",
    )
    table.state = GAME.play(table.state, rng.choice(GAME.possible_draws(table.state))).state
    table.do("roll", faces=[str(rng.randint(1, 6)) for _ in range(5)])
    if table.phase != "auction":
        return
    table.sell(0, 10_000).do("close_bets")
    aside = Counter[str]()
    while table.phase == "crack":
        action = random_action(GAME.legal_choices(table.state), rng)
        if action["type"] == "throw":
            assert not aside - Counter(action["kept"])
            aside = Counter(action["kept"])
        table.do(**{"kind" if key == "type" else key: value for key, value in action.items()})
        if table.phase == "crack":
            assert not aside - Counter(GAME.awaited_dice(table.state).fixed)
            _check_every_keep(table.state, aside)


def _check_every_keep(state: State, aside: Counter[str]) -> None:
    """Check that no choice that drops a die set aside is accepted, offered or not."""
    for stay in {part for size in range(5) for part in combinations(sorted(state.dice), size)}:
        if aside - Counter(stay):
            throw = {"type": "throw", "kept": stay, "thrown": ["1"] * (5 - len(stay))}
            with pytest.raises(NotAllowed) as refusal:
                GAME.play(state, GAME.actions.parse(throw))
            assert refusal.value.code == "locked"

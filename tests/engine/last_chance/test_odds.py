"""The odds, checked against Rules §1.7 and three other ways to compute them."""

from collections import Counter
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.core.refusals import NotAllowed
from engine.last_chance.cards import INVENTED_DECK, NO_FACES_LAID
from engine.last_chance.events import CardCracked
from engine.last_chance.odds import odds_of_card
from engine.last_chance.options import PRESETS, Options
from engine.last_chance.state import State
from tests.engine.last_chance.naive import FACES, naive, throws
from tests.engine.last_chance.table import GAME, K1, K2, Table
from tests.engine.playing import random_action

LOCKS = ("free", "within_crack", "until_cracked")


@pytest.mark.parametrize(
    ("card", "dice", "attempts", "chance"),
    [
        ("23456", "12244", 3, 0.228111),
        ("23456", "12346", 1, 0.166667),
        ("23456", "23466", 3, 0.421296),
        ("34LLL", "12445", 4, 0.307928),
        ("34LLL", "33345", 3, 0.421296),
        ("2LLCC", "22256", 4, 0.517747),
    ],
)
def test_vectors(card: str, dice: str, attempts: int, chance: float) -> None:
    """The odds of Rules §1.7, to six places."""
    assert odds_of_card(card, dice, attempts).chance == pytest.approx(chance, abs=5e-7)


def test_all_equally_good_keeps_are_listed() -> None:
    """Keeping the 5 or the 6 for the cocktails is equally good; nothing else is as good."""
    assert odds_of_card("2LLCC", "22256", 4).best_keeps == (tuple("2225"), tuple("2226"))
    assert odds_of_card("23456", "12244", 3).best_keeps == (tuple("24"),)


def test_every_other_keep_has_its_cost() -> None:
    """With one attempt and a 5 missing, each worse keep costs its difference from 1/6."""
    found = odds_of_card("23456", "12346", 1)
    costs = found.costs
    assert len(costs) == 30
    assert costs[tuple("234")] == pytest.approx(1 / 6 - 2 / 36, abs=1e-12)
    assert costs[()] == pytest.approx(1 / 6 - 120 / 7776, abs=1e-12)
    assert costs[tuple("1234")] == pytest.approx(1 / 6, abs=1e-12)
    assert list(costs.values()) == sorted(costs.values())
    kept = odds_of_card("23456", "12346", 1, Options(lock="until_cracked"))
    assert (kept.best_keeps, kept.costs) == ((tuple("2346"),), {})


def test_nothing_left_to_decide() -> None:
    """A cracked card is certain, without attempts it is hopeless; neither has dice to keep."""
    assert odds_of_card("23456", "65432", 0) == odds_of_card("23456", "65432", 3)
    assert (
        odds_of_card("23456", "65432", 3).chance,
        odds_of_card("23456", "65432", 3).best_keeps,
    ) == (1.0, ())
    assert (
        odds_of_card("23456", "12244", 0).chance,
        odds_of_card("23456", "12244", 0).best_keeps,
    ) == (0.0, ())


@pytest.mark.parametrize("lock", LOCKS)
def test_cards_without_a_first_roll_begin_with_all_dice(lock: str) -> None:
    """Without dice on the table, the first attempt rolls all; 120 rolls crack K1 in one attempt."""
    found = odds_of_card("23456", "", 1, Options(lock=lock))
    assert found.chance == pytest.approx(120 / 7776)
    assert found.best_keeps == ((),)


@pytest.mark.parametrize(
    ("card", "dice", "attempts", "laid", "code"),
    [
        ("2345", "12244", 3, NO_FACES_LAID, "bad_symbols"),
        ("2345J", "12244", 3, NO_FACES_LAID, "bad_symbols"),
        ("23456", "1224", 3, NO_FACES_LAID, "dice_count"),
        ("23456", "12247", 3, NO_FACES_LAID, "dice_count"),
        ("23456", "12244", -1, NO_FACES_LAID, "bad_attempts"),
        ("23456", "12244", 10, NO_FACES_LAID, "bad_attempts"),
        ("23456", "12244", 3, (None, "3", None, None, None), "locked"),
        ("123LL", "12245", 3, (None, None, None, "4", "5"), "no_place"),
    ],
)
def test_impossible_dice_are_refused(
    card: str, dice: str, attempts: int, laid: tuple[str | None, ...], code: str
) -> None:
    """They cannot lie on any table."""
    with pytest.raises(NotAllowed) as caught:
        odds_of_card(card, dice, attempts, laid=laid)
    assert caught.value.code == code


def test_a_card_of_five_independent_jokers_is_refused() -> None:
    """Any dice would crack such a card."""
    with pytest.raises(NotAllowed) as caught:
        odds_of_card("JJJJJ", "12345", 1, PRESETS["yahtzee_deluxe_poker_2005"])
    assert caught.value.code == "only_jokers"


CARDS = ["23456", "34LLL", "2LLCC", "66633", "LLLLC", "12LLC", "1LLCC", "5LLLL", "123LC"]


@pytest.mark.parametrize("lock", LOCKS)
@settings(max_examples=8, deadline=None)
@given(
    card=st.sampled_from(CARDS),
    dice=st.text("123456", min_size=5, max_size=5),
    differ=st.booleans(),
)
def test_two_attempts_against_the_naive_solver(
    lock: str, card: str, dice: str, differ: bool
) -> None:
    """The solver's tables and plain recursion agree for every lock and joker rule."""
    rules = Options(lock=lock, joker_vs_printed="must_differ" if differ else "may_equal")
    assert odds_of_card(card, dice, 2, rules).chance == pytest.approx(
        naive(card, dice, 2, rules), abs=1e-12
    )


@settings(max_examples=8, deadline=None)
@given(dice=st.text("123456", min_size=5, max_size=5), card=st.sampled_from(["12JJJ", "1223J"]))
def test_independent_jokers_against_the_naive_solver(dice: str, card: str) -> None:
    """The odds agree on cards of the deluxe box, under its lock."""
    rules = PRESETS["yahtzee_deluxe_poker_2005"]
    assert odds_of_card(card, dice, 2, rules).chance == pytest.approx(
        naive(card, dice, 2, rules), abs=1e-12
    )


@pytest.mark.parametrize("lock", LOCKS)
def test_four_attempts_with_dice_on_the_card(lock: str) -> None:
    """They agree on a half-filled card with three more attempts too; a lock can only cost."""
    laid = ("2", "5", None, None, None) if lock != "free" else NO_FACES_LAID
    rules = Options(lock=lock)
    found = odds_of_card("2LLCC", "25466", 4, rules, laid).chance
    assert found == pytest.approx(naive("2LLCC", "25466", 4, rules, laid), abs=1e-12)
    assert found <= odds_of_card("2LLCC", "25466", 4).chance + 1e-12


def test_a_lock_costs_if_a_better_number_may_come() -> None:
    """On 1 L L L L a locked pair of 6s cannot be given up for three 5s."""
    chances = [odds_of_card("1LLLL", "66234", 4, Options(lock=lock)).chance for lock in LOCKS]
    assert chances[0] == pytest.approx(naive("1LLLL", "66234", 4, Options()), abs=1e-12)
    assert chances[1] == pytest.approx(chances[2], abs=1e-12)
    assert chances[1] < chances[0] - 0.002


@pytest.mark.parametrize(
    ("laid", "dice", "ways"),
    [(("1", "2", "5", None, None), "12534", 10), (("1", "2", None, None, "5"), "12555", 5)],
)
def test_a_die_on_a_joker_limits_the_odds(
    laid: tuple[str | None, ...], dice: str, ways: int
) -> None:
    """1 2 L L C, one attempt: a 5 on L needs another 5 and any other number, on C any pair."""
    rules = Options(lock="within_crack")
    found = odds_of_card("12LLC", dice, 1, rules, laid)
    assert found.chance == pytest.approx(ways / 36, abs=1e-12)
    assert found.best_keeps[0] == tuple("125")
    assert odds_of_card("12LLC", "12566", 0, rules, laid).chance == (laid[4] == "5")
    for attempts in (1, 2, 3):
        for lock in LOCKS[1:]:
            rules = Options(lock=lock)
            slow = naive("12LLC", dice, attempts, rules, laid)
            found = odds_of_card("12LLC", dice, attempts, rules, laid)
            assert found.chance == pytest.approx(slow, abs=1e-12)


@settings(max_examples=25, deadline=None)
@given(
    card=st.sampled_from(["12LLC", "2LLCC", "1LLLC", "123LC", "LLLCC", "122JJ"]),
    dice=st.sampled_from(["1 2 3 3 3", "3 3 5 6 6", "1 1 2 5 6"]),
    lock=st.sampled_from(LOCKS[1:]),
    acts=st.lists(st.integers(0, 10**6), max_size=4),
    differ=st.booleans(),
)
def test_dice_laid_by_hand_against_the_naive_solver(
    card: str, dice: str, lock: str, acts: list[int], differ: bool
) -> None:
    """Tables and recursion agree wherever the rules let the cracker lay dice."""
    table = Table(
        lock=lock,
        joker_vs_printed="must_differ" if differ else "may_equal",
        joker_mode="J_independent" if "J" in card else "L_and_C",
    )
    table.card((" ".join(card), 160_000, 2), dice)
    assume(table.phase == "auction")
    table.sell(0, 10_000)
    for act in acts:
        lays = table.choices("lay")
        if lays:
            fields = lays[act % len(lays)]["fields"]
            faces = fields["face"]["one_of"]
            table.do("lay", slot=fields["slot"]["one_of"][0], face=faces[act // 7 % len(faces)])
    state = table.state
    told = GAME.odds_even_if_hidden(state)
    assert told is not None
    slow = naive(
        card, "".join(state.dice), 2, state.options, state.laid_faces, state.unplaced_faces
    )
    assert told["chance"] == pytest.approx(slow, abs=1e-12)


@settings(max_examples=25, deadline=None)
@given(
    card=st.sampled_from(["LLLCC", "11LLC", "6LLLC", "2LLCC", "LLLLC", "22LLL", "12JJJ"]),
    lock=st.sampled_from(LOCKS[1:]),
    seed=st.integers(0, 2**32),
    differ=st.booleans(),
)
def test_dice_set_aside_against_the_naive_solver(
    card: str, lock: str, seed: int, differ: bool
) -> None:
    """They agree after attempts in which any dice were kept and some were laid by hand."""
    rng = Random(seed)
    table = Table(
        lock=lock,
        joker_vs_printed="must_differ" if differ else "may_equal",
        joker_mode="J_independent" if "J" in card else "L_and_C",
    )
    table.card((" ".join(card), 160_000, 4), " ".join(rng.choices(FACES, k=5)))
    assume(table.phase == "auction")
    table.sell(0, 10_000).do("close_bets")
    by_hand: list[str | None] = [None] * 5
    while table.state.cracker is not None and table.state.attempts_left > 2:
        action = random_action(GAME.legal_choices(table.state), rng)
        if action["type"] == "lay":
            by_hand[action["slot"]] = action["face"]
        table.state = GAME.play(table.state, GAME.actions.parse(action)).state
    state = table.state
    assume(state.cracker is not None)
    told = GAME.odds_even_if_hidden(state)
    assert told is not None
    others = Counter(state.locked_faces) - Counter(face for face in by_hand if face)
    slow = naive(
        card, "".join(state.dice), 2, state.options, tuple(by_hand), tuple(others.elements())
    )
    assert told["chance"] == pytest.approx(slow, abs=1e-12)


def _by_play(state: State) -> float:
    """Return the best chance over all legal actions, by playing every possible roll."""
    best = 0.0
    for choice in GAME.legal_choices(state):
        if choice.type == "throw":
            for kept in choice.fields["kept"].one_of:
                count = choice.fields["thrown"].min
                worth = (share * _after(state, kept, thrown) for thrown, share in throws(count))
                best = max(best, sum(worth))
        elif choice.type == "lay":
            (slot,) = choice.fields["slot"].one_of
            for face in choice.fields["face"].one_of:
                lay = GAME.actions.parse({"type": "lay", "slot": slot, "face": face})
                best = max(best, _by_play(GAME.play(state, lay).state))
    return best


def _after(state: State, kept: tuple[str, ...], thrown: tuple[str, ...]) -> float:
    throw = {"type": "throw", "kept": list(kept), "thrown": list(thrown)}
    after = GAME.play(state, GAME.actions.parse(throw))
    if after.state.phase == "crack":
        return _by_play(after.state)
    return float(any(isinstance(event, CardCracked) for event in after.events))


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize(
    ("card", "dice"),
    [("2 3 4 5 6", "1 2 2 4 4"), ("2 L L C C", "2 2 5 6 6"), ("1 2 L L C", "5 5 6 6 1")],
)
def test_one_attempt_against_the_rules_themselves(lock: str, card: str, dice: str) -> None:
    """Playing every legal roll, and laying by hand whatever fits, finds nothing better."""
    table = Table(lock=lock).card((card, 160_000, 1), dice).sell(0, 10_000).do("close_bets")
    told = GAME.odds_even_if_hidden(table.state)
    assert told is not None
    assert told["chance"] == pytest.approx(_by_play(table.state), abs=1e-12)


def test_two_attempts_against_the_rules_themselves() -> None:
    """With two dice left to roll, all outcomes of two attempts are played."""
    table = Table(lock="within_crack").card(("1 2 3 L C", 160_000, 3), "1 2 3 6 6")
    table.sell(0, 10_000).throw("1 2 3", "4 4")
    told = GAME.odds_even_if_hidden(table.state)
    assert told is not None
    assert told["chance"] == pytest.approx(_by_play(table.state), abs=1e-12)


def test_the_game_gives_odds_while_a_card_is_open() -> None:
    """In an auction they are for all attempts, in a crack for the rest."""
    table = Table()
    assert GAME.odds_even_if_hidden(table.state) is None
    told = GAME.odds_even_if_hidden(table.card(K1, "1 2 2 4 4").state)
    assert told is not None
    assert (round(told["chance"], 6), told["keep"], told["attempts"]) == (
        0.228111,
        (("2", "4"),),
        3,
    )
    table.sell(0, 10_000).throw("2 4", "2 2 6").throw("2 4 6", "1 3")
    told = GAME.odds_even_if_hidden(table.state)
    assert told is not None
    assert (round(told["chance"], 6), told["keep"]) == (0.166667, (("2", "3", "4", "6"),))
    table = Table(lock="until_cracked").card(K2, "1 2 4 4 5")
    assert GAME.odds_even_if_hidden(table.state) is not None


def test_harder_invented_cards_pay_more() -> None:
    """In the invented deck, a higher chance from the first roll means a lower prize."""
    chances = [
        (odds_of_card(card.symbols, "", card.attempts).chance, card.prize) for card in INVENTED_DECK
    ]
    for chance, prize in chances:
        easier = [paid for other, paid in chances if other > chance + 0.1]
        assert all(paid <= prize for paid in easier)

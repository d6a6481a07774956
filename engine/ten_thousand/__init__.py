"""Ten Thousand (Farkle, Zehntausend, dix mille): set dice aside, then roll again or bank."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from engine.core.action import Action
from engine.core.awaited_dice import AwaitedDice
from engine.core.choice import Choice
from engine.core.dice import FACES, Rolled, kept_and_rolled, roll_choice
from engine.core.event import Played
from engine.core.feats import Feat
from engine.core.game import Game
from engine.core.game_rules import BankerPrompt
from engine.core.places import TotalStanding, rank_totals
from engine.core.refusals import Json
from engine.ten_thousand import odds, player, rules
from engine.ten_thousand.events import Banked, Farkled
from engine.ten_thousand.options import GROUPS, PRESETS, Options
from engine.ten_thousand.state import State


class TenThousand(Game[State]):
    """The game of Ten Thousand.

    >>> from engine.core.offered_game import Setup
    >>> from engine.ten_thousand.state import BankPoints
    >>> state = TEN_THOUSAND.start(Setup(("Ana", "Ben"))).state
    >>> roll = TEN_THOUSAND.action_from_roll(state, "144455", kept=())
    >>> state = TEN_THOUSAND.play(state, roll).state
    >>> TEN_THOUSAND.play(state, BankPoints()).events
    (Banked(seat=0, points=600),)
    >>> TEN_THOUSAND.scores(TEN_THOUSAND.play(state, BankPoints()).state)
    (600, 0)
    """

    id = "ten_thousand"
    title = "Ten Thousand"
    unit = "points"
    min_players = 2
    max_players = 8
    options = Options
    presets = PRESETS
    option_groups = GROUPS

    begin = staticmethod(rules.begin)
    join = staticmethod(rules.join)
    leave = staticmethod(rules.leave)
    rules = rules.RULES
    odds_even_if_hidden = staticmethod(odds.odds_as_json)
    decide = staticmethod(player.decide)

    def legal_choices(self, state: State) -> tuple[Choice, ...]:
        """Return the bank, if allowed, and the rolls: one choice for each number of dice."""
        match state.phase:
            case "throw":
                aside = ((), state.aside) if state.aside else ((),)
                return tuple(roll_choice(state.turn, state.options.dice, (kept,)) for kept in aside)
            case "choose":
                bank = () if state.must_roll_on else (Choice("bank", state.turn),)
                return (*bank, *_roll_choices(state))
            case "over":
                return ()

    def banker_prompts(self, state: State) -> tuple[BankerPrompt, ...]:
        """Return what the player whose turn it is may do, and what they should know.

        ``throw_all`` roll all dice · ``take_over`` instead the `dice` of the player before, for
        `points` · ``throw_or_bank``: `points` to bank · ``throw_on`` too few to bank: `points`,
        `needed` · ``confirm`` what was rolled · ``hot_dice`` all dice score, so all may (or must)
        be rolled again · ``last_turns`` the target is reached: `total` to beat
        """
        asked: list[BankerPrompt] = []
        match state.phase:
            case "throw":
                asked.append(BankerPrompt("throw_all", state.turn))
                if state.aside:
                    left = state.options.dice - len(state.aside)
                    figures = {"points": state.gathered, "dice": left}
                    asked.append(BankerPrompt("take_over", state.turn, figures))
            case "choose":
                points, needed = state.points_if_banked, state.points_needed_to_bank
                if points < needed:
                    figures = {"points": points, "needed": needed}
                    asked.append(BankerPrompt("throw_on", state.turn, figures))
                elif not state.bankable:
                    asked.append(BankerPrompt("confirm", state.turn))
                elif not state.must_roll_on:
                    asked.append(BankerPrompt("throw_or_bank", state.turn, {"points": points}))
                if state.has_hot_dice:
                    asked.append(BankerPrompt("hot_dice", state.turn))
            case "over":
                return ()
        if state.last_before is not None:
            asked.append(BankerPrompt("last_turns", None, {"total": max(state.totals)}))
        return tuple(asked)

    def table_view(self, state: State) -> dict[str, Json]:
        """Return what everybody may see, except the seats.

        ``phase``
            ``throw`` roll all dice · ``choose`` set dice aside and roll again, or bank · ``over``
        ``dice``
            as they lie: ``face aside counts``, where those that count would score if banked now
        ``gathered``
            the points of the dice set aside in this turn; before the first roll, those that the
            player before left with the dice that are set aside
        ``points``
            what banking would score, even if it is not allowed; null before the first roll
        ``needed``
            the fewest points of a turn that may be banked
        ``hot``, ``unconfirmed``, ``must_throw_on``
            all dice score · a single 1 or 5 must confirm them · banking is not allowed now
        ``choices``
            what may be set aside of the dice rolled last: ``faces points``
        ``last_round``
            the target is reached
        ``ranking``
            null until the end, then ``seat place total``, best first
        """
        return {
            "dice": _dice_view(state),
            "gathered": state.gathered,
            "points": state.points_if_banked if state.thrown else None,
            "needed": state.points_needed_to_bank,
            "hot": state.has_hot_dice,
            "unconfirmed": bool(state.choices) and not state.bankable,
            "must_throw_on": state.phase == "choose" and state.must_roll_on,
            "choices": [
                {"faces": faces, "points": points} for faces, points in state.choices.items()
            ],
            "last_round": state.last_before is not None,
        }

    def public_seat_view(self, state: State, seat: int) -> dict[str, Json]:
        """Return what everybody may see of the player at `seat`.

        ``total`` · ``farkles`` in a row · ``entered`` has points
        """
        return {
            "total": state.totals[seat],
            "farkles": state.farkles[seat],
            "entered": state.totals[seat] > 0,
        }

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the points of each seat."""
        return state.totals

    def ranking(self, state: State) -> tuple[TotalStanding, ...]:
        """Return all players, most points first; those who have left are last."""
        return rank_totals(self.scores(state), state.gone, state.six_ones_by)

    def ending(self, state: State) -> str:
        """Return why a game is over: ``six_ones``, ``target_reached`` or ``one_left``."""
        if state.six_ones_by is not None:
            return "six_ones"
        return "one_left" if len(state.active_seats) == 1 else "target_reached"

    def may_join(self, state: State) -> bool:
        """Return whether nobody has reached the target yet."""
        return state.last_before is None

    def awaited_dice(self, state: State) -> AwaitedDice | None:
        """Return the dice; those set aside must stay."""
        if state.phase == "over":
            return None
        fixed = () if state.has_hot_dice or state.phase == "throw" else state.aside
        throw = (state.turns, state.throws)
        return AwaitedDice(state.options.dice, FACES, state.dice, fixed=fixed, throw=throw)

    def action_from_roll(self, state: State, faces: Sequence[str], kept: Sequence[int]) -> Action:
        """Return the `Throw` for `faces`.

        A die at `kept` that cannot be set aside was rolled: one that comes to rest near its old
        place with the same face looks to the eye as if it had stayed.
        """
        if self.require_dice(state).before:
            stay, _ = kept_and_rolled(faces, kept)
            may_stay = Counter(rules.faces_that_may_stay(state, stay))
            kept = [i for i in sorted(set(kept)) if _take(may_stay, faces[i])]
        return super().action_from_roll(state, faces, kept)

    def find_feats(self, plays: Sequence[Played[State]]) -> Iterator[Feat]:
        """Yield the turning points.

        Codes, with their figures (chances 0 to 1):

        ``best_turn``            a turn was banked: ``points``
        ``boldest_throwing_on``  a player risked points, and the roll scored: ``chance points``
        ``unlucky_farkle``       a player lost points by a farkle: ``chance points``
        """
        for at, played in enumerate(plays[1:], 1):
            before = plays[at - 1].state
            for event in played.events:
                match event:
                    case Banked(seat, points):
                        yield Feat("best_turn", seat, at, points, {"points": points})
                    case Farkled(seat, points, dice) if points:
                        chance = odds.farkle_chance(len(dice), before.options, before.points_left)
                        figures = {"chance": chance, "points": points}
                        yield Feat("unlucky_farkle", seat, at, points, figures)
                    case Rolled(seat, dice) if played.state.gathered and played.state.thrown:
                        lost = odds.farkle_chance(len(dice), before.options, before.points_left)
                        points = played.state.gathered
                        figures = {"chance": 1 - lost, "points": points}
                        yield Feat("boldest_throwing_on", seat, at, lost * points, figures)


def _roll_choices(state: State) -> Iterator[Choice]:
    """Yield one choice for each number of dice rolled: which are kept, and what the others show."""
    keeps = [tuple(sorted((*state.aside, *part))) for part in state.choices]
    keeps = [() if len(kept) == state.options.dice else kept for kept in keeps]
    for _, same in groupby(sorted(keeps, key=len), key=len):
        yield roll_choice(state.turn, state.options.dice, tuple(same))


def _dice_view(state: State) -> list[Json]:
    dice: list[Json] = [{"face": face, "aside": True, "counts": True} for face in state.aside]
    left = Counter[str](state.best_choice)
    counted = ((face, _take(left, face)) for face in state.thrown)
    return [*dice, *({"face": face, "aside": False, "counts": counts} for face, counts in counted)]


def _take(left: Counter[str], face: str) -> bool:
    """Take one `face` out of those `left`, and return whether there was one."""
    left[face] -= 1
    return left[face] >= 0


TEN_THOUSAND = TenThousand()

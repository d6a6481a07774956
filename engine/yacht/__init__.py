"""Yacht, the traditional game of five dice and a sheet of boxes, by the commonest scorings."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from engine.core.action import Action
from engine.core.awaited import Awaited, kept_and_thrown
from engine.core.choice import Choice, ListOf, OneOf
from engine.core.codec import to_json
from engine.core.event import Played
from engine.core.feats import Feat, weightiest_by_code
from engine.core.game import Game
from engine.core.game_rules import BankerPrompt
from engine.core.places import TotalStanding, rank_totals
from engine.core.refusals import Json, NotAllowed
from engine.yacht import odds, player, rules
from engine.yacht.events import BoxScored, Rolled
from engine.yacht.options import PRESETS, Options
from engine.yacht.score_boxes import (
    DICE_COUNT,
    FACES,
    SCORE_BOXES,
    is_joker,
    possible_scores,
    score_boxes_in_game,
    upper_bonus,
    upper_sum,
)
from engine.yacht.state import State, Throw

FEWEST_POINTS = 0.5
"""A roll or a choice that made less of a difference is not a turning point."""


class Yacht(Game[State]):
    """The rules of Yacht behind the shape that the table knows.

    >>> from engine.core.offered_game import Setup
    >>> from engine.yacht.state import Score
    >>> state = YACHT.start(Setup(("Ana", "Ben"))).state
    >>> state = YACHT.play(state, YACHT.action_from_roll(state, "22335", kept=())).state
    >>> state = YACHT.play(state, YACHT.action_from_roll(state, "22333", kept=(0, 1, 2, 3))).state
    >>> YACHT.play(state, Score("full_house")).events
    (BoxScored(seat=0, box='full_house', points=25),)
    >>> YACHT.scores(YACHT.play(state, Score("full_house")).state)
    (25, 0)
    """

    id = "yacht"
    title = "Yacht"
    unit = "points"
    min_players = 1
    max_players = 8
    options = Options
    presets = PRESETS

    begin = staticmethod(rules.begin)
    join = staticmethod(rules.join)
    leave = staticmethod(rules.leave)
    rules = rules.RULES
    odds_even_if_hidden = staticmethod(odds.odds_as_json)
    decide = staticmethod(player.decide)

    def turn(self, state: State) -> int | None:
        """Return who rolls or scores next."""
        return None if state.phase == "over" else state.turn

    def legal_choices(self, state: State) -> tuple[Choice, ...]:
        """Return the boxes to score in, and for each number of dice rolled which may stay."""
        score = () if state.phase not in ("choose", "score") else (_score_choice(state),)
        rolls = tuple(_roll_choices(state)) if state.phase in ("throw", "choose") else ()
        return (*score, *rolls)

    def banker_prompts(self, state: State) -> tuple[BankerPrompt, ...]:
        """Return what the player in turn is asked to do.

        ``throw_all`` roll all five dice · ``throw_or_score``: `throws_left` · ``score`` no roll is
        left · ``joker`` these dice count in full as whatever a lower box asks for
        """
        match state.phase:
            case "throw":
                asked = BankerPrompt("throw_all", state.turn)
            case "choose":
                figures = {"throws_left": state.throws_left}
                asked = BankerPrompt("throw_or_score", state.turn, figures)
            case "score":
                asked = BankerPrompt("score", state.turn)
            case "over":
                return ()
        joker = is_joker(state.sheet, state.dice, state.options)
        return (asked, BankerPrompt("joker", state.turn)) if joker else (asked,)

    def table_view(self, state: State) -> dict[str, Json]:
        """Return what everybody may see, except the seats.

        ``phase``
            ``throw`` all dice are to be rolled · ``choose`` roll again or score · ``score`` no roll
            is left · ``over``
        ``round`` (from 1: which box is filled), ``rounds`` (how many there are), ``throws_left``
        ``boxes``
            the boxes of the sheet, in order
        ``dice``
            as they lie: ``face kept``; `kept` stayed in the last roll
        ``would_score``
            points by box that may be filled now; null before the first roll of a turn
        ``ranking``
            null until the end, then ``seat place total``, best first
        """
        boxes = score_boxes_in_game(state.options)
        would_score = possible_scores(state.sheet, state.dice, state.options)
        return {
            "round": min(len(boxes) - state.boxes_to_fill(state.turn) + 1, len(boxes)),
            "rounds": len(boxes),
            "throws_left": state.throws_left,
            "boxes": boxes,
            "dice": [
                {"face": face, "kept": at < state.kept_dice_count}
                for at, face in enumerate(state.dice)
            ],
            "would_score": to_json(would_score) if state.dice else None,
        }

    def seat_view(self, state: State, seat: int) -> dict[str, Json]:
        """Return what everybody may see of the player at `seat`.

        ``sheet upper bonus extra total active``: points by box (null: free), those of the upper
        boxes, the bonus for them, points for further yachts, all of these, is in the game
        """
        sheet = state.sheets[seat]
        boxes = score_boxes_in_game(state.options)
        return {
            "sheet": {box: sheet[SCORE_BOXES.index(box)] for box in boxes},
            "upper": upper_sum(sheet),
            "bonus": upper_bonus(sheet, state.options),
            "extra": state.extras[seat],
            "total": state.total(seat),
            "active": seat not in state.gone,
        }

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the points of each seat, bonus and further yachts included."""
        return tuple(map(state.total, range(len(state.names))))

    def ranking(self, state: State) -> tuple[TotalStanding, ...]:
        """Return all players, most points first; a player who has left is last."""
        return rank_totals(self.scores(state), state.gone)

    def ending(self, state: State) -> str:
        """Return why a game is over: all sheets are full."""
        return "sheets_full"

    def seats_that_may_leave(self, state: State) -> Sequence[int]:
        """Return who is in the game; somebody must stay, and may play on alone."""
        return state.active_seats if len(state.active_seats) > 1 else ()

    def may_join(self, state: State) -> bool:
        """Tell that somebody may always join."""
        return True

    def awaited(self, state: State) -> Awaited | None:
        """Return the five dice that may be rolled now; some may stay after the first roll."""
        if state.phase not in ("throw", "choose"):
            return None
        return Awaited(DICE_COUNT, FACES, state.dice, throw=(state.turns, state.throws_left))

    def action_from_roll(self, state: State, faces: Sequence[str], kept: Sequence[int]) -> Action:
        """Return the roll that five `faces` mean, `kept` being those that stayed.

        Raises `NotNow` (``no_dice``), `NotAllowed` (``throw_all``), `BadAction` (``malformed``).
        """
        self.require_dice(state)
        stay, thrown = kept_and_thrown(faces, kept)
        if stay and state.phase == "throw":
            raise NotAllowed("throw_all", "All dice are rolled first.", kept=sorted(kept))
        return self.actions.parse(
            {"type": "throw", "kept": stay, "thrown": thrown, "seat": state.turn}
        )

    def faces_from_action(self, state: State, action: Action) -> tuple[str, ...]:
        """Return the five faces of a roll."""
        return (*action.kept, *action.thrown) if isinstance(action, Throw) else ()

    def find_feats(self, plays: Sequence[Played[State]]) -> Iterator[Feat]:
        """Yield the turning points, and for each player what was luck and what was skill.

        Codes, with their figures (points, on average with best play from there on):

        ``luckiest_throw``   a roll that brought most more than expected: ``gain``
        ``unluckiest_throw`` likewise most less: ``loss``
        ``dearest_choice``   dice kept, or a box scored in, that gave most away: ``loss``
        ``lucky_player``     what all rolls of a player brought, and their choices gave away:
                             ``gain loss``
        ``unlucky_player``   likewise where the rolls cost points: ``bad_luck loss``

        There are none where best play is not known from the first roll on.
        """
        known = [odds.expected_scores(played.state) for played in plays]
        if len(plays) < 2 or known[0] is None:
            return
        last = plays[-1].state
        luck, lost = ([0.0] * len(last.names) for _ in range(2))
        for at, played in enumerate(plays[1:], 1):
            for event in played.events:
                was, now = known[at - 1], known[at]
                if was is None or not isinstance(event, Rolled | BoxScored):
                    continue
                chosen = _worth_of_choice(was, event)
                loss = was.expected - chosen
                lost[event.seat] += loss
                if loss >= FEWEST_POINTS:
                    yield Feat("dearest_choice", event.seat, at, loss, {"loss": round(loss)})
                if now is not None and isinstance(event, Rolled):
                    gain = now.expected - chosen
                    luck[event.seat] += gain
                    code, figure = _ROLL_LUCK[gain > 0]
                    if abs(gain) >= FEWEST_POINTS:
                        yield Feat(code, event.seat, at, abs(gain), {figure: round(abs(gain))})
        for seat, (gain, loss) in enumerate(zip(luck, lost, strict=True)):
            if seat not in last.gone:
                code, figure = _PLAYER_LUCK[gain >= 0]
                figures: Mapping[str, Json] = {figure: round(abs(gain)), "loss": round(loss)}
                yield Feat(code, seat, len(plays) - 1, abs(gain), figures)

    def feats_to_tell(self, plays: Sequence[Played[State]]) -> tuple[Feat, ...]:
        """Return the turning points, and of every player what was luck and what was skill."""
        found = tuple(self.find_feats(plays))
        of_players = {code for code, _ in _PLAYER_LUCK}
        turning_points = weightiest_by_code(feat for feat in found if feat.code not in of_players)
        return (*turning_points, *(feat for feat in found if feat.code in of_players))


_ROLL_LUCK = (("unluckiest_throw", "loss"), ("luckiest_throw", "gain"))
_PLAYER_LUCK = (("unlucky_player", "bad_luck"), ("lucky_player", "gain"))
"""The code and its figure of bad luck, and of good."""


def _worth_of_choice(was: odds.ExpectedScores, event: Rolled | BoxScored) -> float:
    """Return the worth of the dice that were kept, or of the box, before chance spoke again."""
    if isinstance(event, BoxScored):
        return was.boxes[event.box]
    return was.keeps[tuple(sorted(event.kept))] if was.keeps else was.expected


def _score_choice(state: State) -> Choice:
    boxes = tuple(possible_scores(state.sheet, state.dice, state.options))
    return Choice("score", state.turn, {"box": OneOf(boxes)})


def _roll_choices(state: State) -> Iterator[Choice]:
    for stay in range(DICE_COUNT) if state.dice else (0,):
        keeps = tuple(sorted(set(combinations(sorted(state.dice), stay))))
        thrown = ListOf(FACES, DICE_COUNT - stay, DICE_COUNT - stay)
        yield Choice("throw", state.turn, {"kept": OneOf(keeps), "thrown": thrown})


YACHT = Yacht()
"""The game."""

"""Yacht, the traditional game of five dice and a score sheet, with the most common scorings."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from engine.core.awaited_dice import AwaitedDice
from engine.core.choice import Choice, OneOf
from engine.core.codec import to_json
from engine.core.dice import FACES, Rolled, roll_choice
from engine.core.event import Played
from engine.core.feats import Feat, weightiest_by_code
from engine.core.game import Game
from engine.core.game_rules import BankerPrompt
from engine.core.refusals import Json
from engine.yacht import odds, player, rules
from engine.yacht.events import BoxScored
from engine.yacht.options import PRESETS, Options
from engine.yacht.score_boxes import boxes_in_game, columns_of, is_joker, possible_scores
from engine.yacht.state import State

MIN_LUCK_POINTS = 0.5
"""The least difference in points that makes a roll or a choice a turning point."""


class Yacht(Game[State]):
    """The game of Yacht.

    >>> from engine.core.offered_game import Setup
    >>> from engine.yacht.state import Score
    >>> state = YACHT.start(Setup(("Ana", "Ben"))).state
    >>> state = YACHT.play(state, YACHT.action_from_roll(state, "22335", kept=())).state
    >>> state = YACHT.play(state, YACHT.action_from_roll(state, "22333", kept=(0, 1, 2, 3))).state
    >>> YACHT.play(state, Score("full_house")).events
    (BoxScored(seat=0, box='full_house', points=25, column=None),)
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
    odds_take_time = staticmethod(odds.odds_take_time)
    decide = staticmethod(player.decide)

    def legal_choices(self, state: State) -> tuple[Choice, ...]:
        """Return the boxes to score in, and the rolls: one choice for each number of dice."""
        return tuple(_choices(state))

    def banker_prompts(self, state: State) -> tuple[BankerPrompt, ...]:
        """Return what the player whose turn it is may do.

        ``throw_all`` roll all dice · ``throw_or_score``: `throws_left` · ``score`` no roll is
        left · ``joker`` the dice are a joker
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
            ``throw`` roll all dice · ``choose`` roll again or score · ``score`` no roll is left ·
            ``over``
        ``round`` (from 1), ``rounds`` (one for each box), ``throws_left``
        ``boxes``
            the boxes of the sheet, column by column; after the first ``*2`` or ``*3`` follows
        ``bonus_needs``
            the points in the upper boxes that earn the bonus
        ``dice``
            as they lie: ``face kept``, where kept dice were not rolled last
        ``would_score``
            the points by each box that may be filled now; null before the first roll of a turn
        ``ranking``
            null until the end, then ``seat place total``, best first
        """
        boxes = boxes_in_game(state.options)
        would_score = possible_scores(state.sheet, state.dice, state.options)
        return {
            "round": min(len(boxes) - state.boxes_to_fill(state.turn) + 1, len(boxes)),
            "rounds": len(boxes),
            "throws_left": state.throws_left,
            "boxes": boxes,
            "bonus_needs": state.options.upper_points_for_bonus,
            "dice": [
                {"face": face, "kept": at < state.kept_dice_count}
                for at, face in enumerate(state.dice)
            ],
            "would_score": to_json(would_score) if state.dice else None,
        }

    def public_seat_view(self, state: State, seat: int) -> dict[str, Json]:
        """Return what everybody may see of the player at `seat`.

        ``sheet`` points by box (null: free) · ``upper`` the points in the upper boxes · ``bonus``
        the bonus for them · ``columns`` if there are several, ``upper``, ``bonus`` and ``total`` of
        each · ``extra`` points for further yachts · ``saved`` rolls · ``total``
        """
        sheet = state.sheets[seat]
        columns = columns_of(sheet, state.options)
        return {
            "sheet": dict(zip(boxes_in_game(state.options), sheet, strict=True)),
            "upper": sum(column.upper for column in columns),
            "bonus": sum(column.bonus for column in columns),
            "extra": state.extras[seat],
            "saved": state.saved[seat],
            "total": state.total(seat),
            **({"columns": to_json(columns)} if len(columns) > 1 else {}),
        }

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the points of each seat, bonus and further yachts included."""
        return tuple(map(state.total, range(len(state.names))))

    def ending(self, state: State) -> str:
        """Return why a game is over: always ``sheets_full``."""
        return "sheets_full"

    def seats_that_may_leave(self, state: State) -> Sequence[int]:
        """Return the active seats, unless only one is left, who may play on alone."""
        return state.active_seats if len(state.active_seats) > 1 else ()

    def awaited_dice(self, state: State) -> AwaitedDice | None:
        """Return the dice while they may be rolled."""
        if state.phase not in ("throw", "choose"):
            return None
        return AwaitedDice(
            state.options.dice, FACES, state.dice, throw=(state.turns, state.throws_left)
        )

    def find_feats(self, plays: Sequence[Played[State]]) -> Iterator[Feat]:
        """Yield the turning points, and for each player what was luck and what was skill.

        Codes, with their figures (points on average, with best play from there on):

        ``luckiest_throw``    the roll furthest above expectation: ``gain``
        ``unluckiest_throw``  the roll furthest below expectation: ``loss``
        ``dearest_choice``    the dice kept, or the box filled, that cost most: ``loss``
        ``lucky_player``      what a player's rolls gained, and their choices lost: ``gain loss``
        ``unlucky_player``    what a player's rolls and their choices lost: ``bad_luck loss``

        There are none unless best play is known from the first roll on.
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
                if loss >= MIN_LUCK_POINTS:
                    yield Feat("dearest_choice", event.seat, at, loss, {"loss": round(loss)})
                if now is not None and isinstance(event, Rolled):
                    gain = now.expected - chosen
                    luck[event.seat] += gain
                    code, figure = _ROLL_LUCK[gain > 0]
                    if abs(gain) >= MIN_LUCK_POINTS:
                        yield Feat(code, event.seat, at, abs(gain), {figure: round(abs(gain))})
        for seat, (gain, loss) in enumerate(zip(luck, lost, strict=True)):
            if seat not in last.gone:
                code, figure = _PLAYER_LUCK[gain >= 0]
                figures: Mapping[str, Json] = {figure: round(abs(gain)), "loss": round(loss)}
                yield Feat(code, seat, len(plays) - 1, abs(gain), figures)

    def feats_to_tell(self, plays: Sequence[Played[State]]) -> tuple[Feat, ...]:
        """Return the turning points, and for each player what was luck and what was skill."""
        found = tuple(self.find_feats(plays))
        of_players = {code for code, _ in _PLAYER_LUCK}
        turning_points = weightiest_by_code(feat for feat in found if feat.code not in of_players)
        return (*turning_points, *(feat for feat in found if feat.code in of_players))


_ROLL_LUCK = (("unluckiest_throw", "loss"), ("luckiest_throw", "gain"))
_PLAYER_LUCK = (("unlucky_player", "bad_luck"), ("lucky_player", "gain"))
"""The code and its figure: for bad luck, for good luck."""


def _worth_of_choice(was: odds.ExpectedScores, event: Rolled | BoxScored) -> float:
    """Return the worth of the player's choice: the dice kept before the roll, or the box."""
    if isinstance(event, BoxScored):
        return was.boxes[event.box]
    return was.keeps[tuple(sorted(event.kept))] if was.keeps else was.expected


def _choices(state: State) -> Iterator[Choice]:
    if state.phase in ("choose", "score"):
        boxes = tuple(possible_scores(state.sheet, state.dice, state.options))
        yield Choice("score", state.turn, {"box": OneOf(boxes)})
    if state.phase in ("throw", "choose"):
        count = state.options.dice
        for stay in range(count) if state.dice else (0,):
            keeps = tuple(sorted(set(combinations(sorted(state.dice), stay))))
            yield roll_choice(state.turn, count, keeps)


YACHT = Yacht()

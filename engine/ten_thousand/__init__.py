"""Ten Thousand (Farkle, Zehntausend, dix mille): six dice, throw on or bank."""

from collections import Counter
from collections.abc import Sequence

from engine.core.action import Action
from engine.core.awaited import Awaited, kept_and_thrown
from engine.core.game import Game
from engine.core.refusals import NotAllowed
from engine.ten_thousand import (
    feats,
    legal,
    notation,
    odds,
    people,
    player,
    prompts,
    ranking,
    rules,
    view,
)
from engine.ten_thousand.actions import Throw
from engine.ten_thousand.options import GROUPS, PRESETS, Options
from engine.ten_thousand.scoring import DICE_COUNT, FACES
from engine.ten_thousand.state import State


class TenThousand(Game[State]):
    """The rules of Ten Thousand behind the shape that the table knows.

    >>> from engine.core.offered_game import Setup
    >>> from engine.ten_thousand.actions import Bank
    >>> state = TEN_THOUSAND.start(Setup(("Ana", "Ben"))).state
    >>> roll = TEN_THOUSAND.action_from_roll(state, "144455", kept=())
    >>> state = TEN_THOUSAND.play(state, roll).state
    >>> TEN_THOUSAND.line(state, Bank())
    'Ana banks 600'
    >>> TEN_THOUSAND.scores(TEN_THOUSAND.play(state, Bank()).state)
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
    rules = rules.RULES
    legal_choices = staticmethod(legal.legal_choices)
    table_view = staticmethod(view.table_view)
    seat_view = staticmethod(view.seat_view)
    banker_prompts = staticmethod(prompts.banker_prompts)
    line_templates = notation.LINES
    public_action = staticmethod(notation.public_action)
    ending = staticmethod(ranking.ending)
    scores = staticmethod(ranking.scores)
    ranking = staticmethod(ranking.ranking)
    find_feats = staticmethod(feats.find_feats)
    odds_even_if_hidden = staticmethod(odds.odds_as_json)
    decide = staticmethod(player.decide)
    may_join = staticmethod(people.may_join)
    join = staticmethod(people.join)
    leave = staticmethod(people.leave)

    def seats_that_may_leave(self, state: State) -> Sequence[int]:
        """Return who is still in the game."""
        return state.playing_seats

    def awaited(self, state: State) -> Awaited | None:
        """Return the six dice, of which those that were set aside stay."""
        if state.phase == "over":
            return None
        fixed = () if state.has_hot_dice else state.aside
        return Awaited(
            DICE_COUNT, FACES, state.dice, fixed=fixed, throw=(state.turns, state.throws)
        )

    def action_from_roll(self, state: State, faces: Sequence[str], kept: Sequence[int]) -> Action:
        """Return the throw that six `faces` mean, `kept` being not thrown.

        What lay still though it cannot be set aside was thrown: the eye takes a die that comes to
        show the same beside its like for one that stayed.

        Raises `NotNow` (``no_dice``), `NotAllowed` (``throw_all``), `BadAction` (``malformed``).
        """
        self.require_dice(state)
        stay, _ = kept_and_thrown(faces, kept)
        if stay and state.phase == "throw":
            raise NotAllowed("throw_all", "The first throw takes all dice.", kept=sorted(kept))
        may_stay = Counter(rules.faces_that_may_stay(state, stay))
        at = [i for i in sorted(set(kept)) if _take(may_stay, faces[i])]
        stay, thrown = kept_and_thrown(faces, at)
        return self.actions.parse(
            {"type": "throw", "kept": stay, "thrown": thrown, "seat": state.turn}
        )

    def faces_from_action(self, state: State, action: Action) -> tuple[str, ...]:
        """Return the six faces of a throw."""
        return (*action.kept, *action.thrown) if isinstance(action, Throw) else ()


def _take(left: Counter[str], face: str) -> bool:
    """Take one die that shows `face` of those `left`, if there is one."""
    left[face] -= 1
    return left[face] >= 0


TEN_THOUSAND = TenThousand()
"""The game."""

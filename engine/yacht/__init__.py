"""Yacht, the traditional game of five dice and a sheet of boxes, by the commonest scorings."""

from collections.abc import Iterator, Sequence

from engine.core.action import Action
from engine.core.awaited import Awaited, kept_and_thrown
from engine.core.event import Played
from engine.core.feats import Feat, weightiest_by_code
from engine.core.game import Game
from engine.core.refusals import NotAllowed
from engine.yacht import feats, legal, notation, odds, people, player, prompts, ranking, rules, view
from engine.yacht.actions import Throw
from engine.yacht.options import PRESETS, Options
from engine.yacht.score_boxes import DICE_COUNT, FACES
from engine.yacht.state import State


class Yacht(Game[State]):
    """The rules of Yacht behind the shape that the table knows.

    >>> from engine.core.offered_game import Setup
    >>> from engine.yacht.actions import Score
    >>> state = YACHT.start(Setup(("Ana", "Ben"))).state
    >>> state = YACHT.play(state, YACHT.action_from_roll(state, "22335", kept=())).state
    >>> state = YACHT.play(state, YACHT.action_from_roll(state, "22333", kept=(0, 1, 2, 3))).state
    >>> YACHT.line(state, Score("full_house"))
    'Ana scores 25 in full house'
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
    rules = rules.RULES
    legal_choices = staticmethod(legal.legal_choices)
    table_view = staticmethod(view.table_view)
    seat_view = staticmethod(view.seat_view)
    banker_prompts = staticmethod(prompts.banker_prompts)
    line_templates = notation.LINES
    line_template_values = staticmethod(notation.line_template_values)
    public_action = staticmethod(notation.public_action)
    ending = staticmethod(ranking.ending)
    scores = staticmethod(ranking.scores)
    ranking = staticmethod(ranking.ranking)
    find_feats = staticmethod(feats.find_feats)
    odds_even_if_hidden = staticmethod(odds.odds_as_json)
    decide = staticmethod(player.decide)
    seats_that_may_leave = staticmethod(people.seats_that_may_leave)
    join = staticmethod(people.join)
    leave = staticmethod(people.leave)

    def feats_to_tell(self, plays: Sequence[Played[State]]) -> tuple[Feat, ...]:
        """Return the turning points, and of every player what was luck and what was skill."""
        return tuple(self._told(tuple(self.find_feats(plays))))

    def _told(self, found: tuple[Feat, ...]) -> Iterator[Feat]:
        yield from weightiest_by_code(feat for feat in found if feat.code not in feats.PLAYER_CODES)
        yield from (feat for feat in found if feat.code in feats.PLAYER_CODES)

    def may_join(self, state: State) -> bool:
        """Tell that somebody may always join."""
        return True

    def awaited(self, state: State) -> Awaited | None:
        """Return the five dice that may be thrown now, some of which may stay after the first."""
        if state.phase not in ("throw", "choose"):
            return None
        return Awaited(DICE_COUNT, FACES, state.dice, throw=(state.turns, state.throws_left))

    def action_from_roll(self, state: State, faces: Sequence[str], kept: Sequence[int]) -> Action:
        """Return the throw that five `faces` mean, `kept` being not thrown.

        Raises `NotNow` (``no_dice``), `NotAllowed` (``throw_all``), `BadAction` (``malformed``).
        """
        self.require_dice(state)
        stay, thrown = kept_and_thrown(faces, kept)
        if stay and state.phase == "throw":
            raise NotAllowed("throw_all", "The first throw takes all dice.", kept=sorted(kept))
        return self.actions.parse(
            {"type": "throw", "kept": stay, "thrown": thrown, "seat": state.turn}
        )

    def faces_from_action(self, state: State, action: Action) -> tuple[str, ...]:
        """Return the five faces of a throw."""
        return (*action.kept, *action.thrown) if isinstance(action, Throw) else ()


YACHT = Yacht()
"""The game."""

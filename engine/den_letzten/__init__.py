"""Den Letzten beißen die Hunde (Hajo Bücken, Dirk Hanneforth, Klee 1994): a race from a dog."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from types import MappingProxyType

from engine.core.action import Action
from engine.core.awaited import Awaited
from engine.core.game import Game
from engine.core.refusals import NotAllowed
from engine.den_letzten import (
    evaluation,
    feats,
    legal,
    notation,
    people,
    player,
    prompts,
    rules,
    view,
)
from engine.den_letzten import odds as chance
from engine.den_letzten.actions import PlaceDog, ThrowBlack, ThrowWhite
from engine.den_letzten.dice import DOG, FACE_FOR_DOG
from engine.den_letzten.options import GROUPS, PRESETS, Options
from engine.den_letzten.state import State


class DenLetzten(Game[State]):
    """The rules of Den Letzten beißen die Hunde behind the shape that the table knows.

    >>> from engine.core.offered_game import Setup
    >>> setup = Setup(("Ana", "Ben", "Cy"), options={"dog_start": "first_space"})
    >>> state = DEN_LETZTEN.start(setup).state
    >>> state = DEN_LETZTEN.play(state, ThrowWhite(("dog", "3"))).state
    >>> state = DEN_LETZTEN.play(state, ThrowBlack(("dog", "2"))).state
    >>> [(prompt.code, prompt.seat) for prompt in DEN_LETZTEN.banker_prompts(state)]
    [('throw', 1), ('two_dogs', 0), ('bone_to_box', 0)]
    >>> dict(DEN_LETZTEN.balances(state))
    {'box': 7, 'bowl:0': 7, 'bowl:1': 8, 'bowl:2': 8}
    """

    id = "den_letzten"
    title = "Den Letzten beißen die Hunde"
    unit = "bones"
    min_players = 3
    max_players = 6
    options = Options
    presets = PRESETS
    option_groups = GROUPS
    own_faces = MappingProxyType({DOG: {"dog_is": "dog"}})

    begin = staticmethod(rules.begin)
    rules = rules.RULES
    legal_choices = staticmethod(legal.legal_choices)
    table_view = staticmethod(view.table_view)
    seat_view = staticmethod(view.seat_view)
    banker_prompts = staticmethod(prompts.banker_prompts)
    line_templates = notation.LINES
    line_template_values = staticmethod(notation.line_template_values)
    public_action = staticmethod(notation.public_action)
    ending = staticmethod(evaluation.ending)
    ranking = staticmethod(evaluation.ranking)
    find_feats = staticmethod(feats.find_feats)
    odds_even_if_hidden = staticmethod(chance.odds)
    decide = staticmethod(player.decide)
    may_join = staticmethod(people.may_join)
    join = staticmethod(people.join)
    leave = staticmethod(people.leave)

    def seats_that_may_leave(self, state: State) -> Sequence[int]:
        """Return who is still in the game."""
        return state.active_seats

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the bones in each player's bowl."""
        return state.bowls

    def balances(self, state: State) -> Mapping[str, int]:
        """Return the bones in the box and in every bowl; the sum is always 30."""
        return state.bones.balances

    def possible_draws(self, state: State) -> Sequence[Action]:
        """Return where the dog may be put, or what the next dice may show, equally likely.

        In the phase ``choose`` these are throws of the black dice, which the player need not throw.
        """
        options = state.options
        if state.phase == "place_dog":
            return [PlaceDog(space, state.turn) for space in range(1, options.spaces + 1)]
        if state.phase == "throw":
            return [ThrowWhite(faces, state.turn) for faces in product(*options.white_dice)]
        if state.phase == "choose":
            return [ThrowBlack(faces, state.turn) for faces in product(*options.black_dice)]
        return ()

    def awaited(self, state: State) -> Awaited | None:
        """Return the two dice of one colour that may be thrown now, with what they really show."""
        dice = rules.awaited_dice(state)
        if dice is None or state.options.dog_is == "dog":
            return dice
        return replace(
            dice,
            faces=_shown(dice.faces),
            each=tuple(map(_shown, dice.each)),
            beside=_shown(dice.beside),
        )

    def action_from_roll(self, state: State, faces: Sequence[str], kept: Sequence[int]) -> Action:
        """Return the throw that the two `faces` of the awaited colour mean; `kept` must be empty.

        Where ordinary dice are thrown (option `dog_is`), a six is a dog.
        Raises `NotNow` (``no_dice``), `NotAllowed` (``throw_all``), `BadAction` (``malformed``).
        """
        self.require_dice(state)
        if kept:
            raise NotAllowed(
                "throw_all", "Both dice of a colour are always thrown.", kept=list(kept)
            )
        kind = "throw_white" if state.phase == "throw" else "throw_black"
        if state.options.dog_is == "six":
            faces = [DOG if face == FACE_FOR_DOG else face for face in faces]
        return self.actions.parse({"type": kind, "faces": list(faces), "seat": state.turn})

    def faces_from_action(self, state: State, action: Action) -> tuple[str, ...]:
        """Return the two faces of a throw; where ordinary dice are thrown, a dog is a six."""
        if not isinstance(action, ThrowWhite | ThrowBlack):
            return ()
        return action.faces if state.options.dog_is == "dog" else _shown(action.faces)


def _shown(faces: Sequence[str]) -> tuple[str, ...]:
    """Return what ordinary dice show for `faces`, in the order of their numbers."""
    return tuple(sorted(FACE_FOR_DOG if face == DOG else face for face in faces))


DEN_LETZTEN = DenLetzten()
"""The game."""

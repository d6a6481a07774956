"""Den Letzten beißen die Hunde (Hajo Bücken, Dirk Hanneforth, Klee 1994): run from the dog."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from types import MappingProxyType

from engine.core.action import Action
from engine.core.awaited_dice import AwaitedDice
from engine.core.choice import Choice, FieldSpec, IntRange, ListOf, OneOf
from engine.core.codec import to_json
from engine.core.event import Played
from engine.core.feats import Feat
from engine.core.game import Game
from engine.core.game_rules import BankerPrompt
from engine.core.places import winners
from engine.core.refusals import Json, NotAllowed
from engine.den_letzten import board, odds, player, rules
from engine.den_letzten.events import Bitten, BonesPaid, Rolled, TwoDogs
from engine.den_letzten.options import DOG, FACE_FOR_DOG, GROUPS, PRESETS, Options
from engine.den_letzten.state import BOX_ACCOUNT, PlaceDog, Standing, State, ThrowBlack, ThrowWhite


class DenLetzten(Game[State]):
    """The game of Den Letzten beißen die Hunde.

    >>> from engine.core.offered_game import Setup
    >>> setup = Setup(("Ana", "Ben", "Cy"), options={"dog_start": "first_space"})
    >>> state = DEN_LETZTEN.start(setup).state
    >>> state = DEN_LETZTEN.play(state, ThrowWhite(("dog", "3"))).state
    >>> played = DEN_LETZTEN.play(state, ThrowBlack(("dog", "2")))
    >>> [event.type for event in played.events]
    ['rolled', 'two_dogs', 'bones_paid']
    >>> [(prompt.code, prompt.seat) for prompt in DEN_LETZTEN.banker_prompts(played.state)]
    [('throw', 1)]
    >>> dict(DEN_LETZTEN.balances(played.state))
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
    join = staticmethod(rules.join)
    leave = staticmethod(rules.leave)
    rules = rules.RULES
    odds_even_if_hidden = staticmethod(odds.odds_as_json)
    decide = staticmethod(player.decide)

    def legal_choices(self, state: State) -> tuple[Choice, ...]:
        """Return what may be played now."""
        if state.phase == "place_dog":
            return (Choice("place_dog", state.turn, {"space": IntRange(1, state.options.spaces)}),)
        if state.phase == "step_dog":
            return (Choice("step_dog", state.turn),)
        dice = rules.awaited_dice(state)
        if dice is None:
            return ()
        roll = Choice(f"throw_{dice.body}", state.turn, {"faces": _possible_faces(dice)})
        return (roll,) if state.phase == "throw" else (Choice("stop", state.turn), roll)

    def table_view(self, state: State) -> dict[str, Json]:
        """Return what everybody may see, except the seats.

        Phases are ``place_dog`` (the white dog is placed), ``throw`` (the white dice are rolled),
        ``choose`` (stop, or roll the black dice too), ``step_dog`` (the new first player moves the
        white dog) and ``over``. Spaces are 1…N clockwise. The keys:

        ``box`` the bones in it · ``total`` all bones, 30 · ``spaces`` N · ``dog`` the space of the
        white dog, null before it is placed · ``first_player`` who has the dark dog · ``round`` from
        1 · ``last_round`` true once a bowl is empty and the round is played to its end · ``dice``
        as they lie: ``face body kept``, where kept dice were not rolled last · ``sum`` of the dice,
        where a dog counts 0 · ``dogs`` on them · ``order`` the seats on the track, nearest to the
        dog first · ``evaluation`` ``{"nearest": [seats], "farthest": seat}``: who would give whom a
        bone if the round ended now (null: nobody) · ``stop`` how the characters would move without
        the black dice: ``seat start end how caught``, with `start` and `end` in spaces ahead of the
        dog, and `how` ``moved stayed pushed``; null except in ``choose``

        A row of ``ranking`` has ``seat place bones``.
        """
        options, ahead = state.options, state.ahead_of_dog
        chooses = state.phase == "choose"
        return {
            "box": state.bones[BOX_ACCOUNT],
            "total": state.bones.total,
            "spaces": options.spaces,
            "dog": state.dog_space or None,
            "first_player": state.first_player,
            "round": state.round_number,
            "last_round": state.last_round,
            "dice": [
                *(_die(face, "white", kept=bool(state.black_faces)) for face in state.white_faces),
                *(_die(face, "black", kept=False) for face in state.black_faces),
            ],
            "sum": state.sum_of_dice,
            "dogs": state.dogs_rolled,
            "order": board.seats_nearest_first(ahead, options),
            "evaluation": to_json(board.score_round(ahead, options, state.gone, state.bowls)),
            "stop": to_json(rules.positions_after_move(state)[1]) if chooses else None,
        }

    def public_seat_view(self, state: State, seat: int) -> dict[str, Json]:
        """Return what everybody may see of the player at `seat`.

        ``bones`` · ``space`` of their character, and ``ahead``: how many
        spaces that is in front of the white dog (both null in the centre)
        """
        ahead = state.ahead_of_dog[seat]
        return {
            "bones": state.bones_of(seat),
            "space": None if ahead is None else state.space_ahead_of_dog(ahead),
            "ahead": ahead,
        }

    def banker_prompts(self, state: State) -> tuple[BankerPrompt, ...]:
        """Return what a banker asks now (Rules §5), then warnings.

        ``place_dog``: `spaces` · ``throw`` roll both white dice · ``choose`` stop, or roll the
        black dice: `total`, `dogs` · ``step_dog`` move the white dog: to `space`, where it
        `catches` a seat (or null) · ``game_over``: `winners`, `empty` (the seats with an empty
        bowl) · ``last_round`` a bowl is empty: `empty` · ``invented_dice`` before the first roll:
        the sides of the dice are not those of the box
        """
        return (*_asked(state), *_warnings(state))

    def ranking(self, state: State) -> tuple[Standing, ...]:
        """Return all players, most bones first; those who have left are last."""
        return state.ranking

    def ending(self, state: State) -> str:
        """Return why a game is over.

        That is the reason for which a bowl was emptied (``two_dogs``, ``landed_on_dog``,
        ``pushed_into_dog``, ``dog_step`` or ``evaluation``), or else ``end_of_round`` (option
        `end_timing`) or ``one_left``.
        """
        return state.ending

    def find_feats(self, plays: Sequence[Played[State]]) -> Iterator[Feat]:
        """Yield the turning points.

        Codes, with their figures (exact chances for the dice in use, 0 to 1):

        ``boldest_throw``  a player rolled the black dice too, without being caught: ``chance total
                           invented``
        ``unlucky_throw``  a player's own roll cost them a bone: ``chance total dogs invented``

        ``invented``: the sides of the dice are not those of the box.
        """
        for at, played in enumerate(plays):
            if played.events and isinstance(rolled := played.events[0], Rolled):
                yield from _feats_of_roll(plays[at - 1].state, rolled, played, at)

    def may_join(self, state: State) -> bool:
        """Return whether the box has a bone left and this is not the last round."""
        return bool(state.bones[BOX_ACCOUNT]) and not state.last_round

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the bones in each player's bowl."""
        return state.bowls

    def balances(self, state: State) -> Mapping[str, int]:
        """Return the bones in the box and in every bowl, 30 in all."""
        return state.bones.balances

    def possible_draws(self, state: State) -> Sequence[Action]:
        """Return every space for the dog, or every roll of the next dice; all are equally likely.

        In the phase ``choose``, these are rolls of the black dice, which the player need not roll.
        """
        options = state.options
        if state.phase == "place_dog":
            return [PlaceDog(space, state.turn) for space in range(1, options.spaces + 1)]
        if state.phase == "throw":
            return [ThrowWhite(faces, state.turn) for faces in product(*options.white_dice)]
        if state.phase == "choose":
            return [ThrowBlack(faces, state.turn) for faces in product(*options.black_dice)]
        return ()

    def awaited_dice(self, state: State) -> AwaitedDice | None:
        """Return the two dice of one colour that may be rolled now.

        On ordinary dice (option `dog_is`), a dog is a six.
        """
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
        """Return the roll of the awaited colour for two `faces`; `kept` must be empty.

        On ordinary dice (option `dog_is`), a six is a dog.
        Raises `NotNow` (``no_dice``), `NotAllowed` (``throw_all``), `BadAction` (``malformed``).
        """
        self.require_dice(state)
        if kept:
            said = "Both dice of a colour are always rolled."
            raise NotAllowed("throw_all", said, kept=list(kept))
        kind = "throw_white" if state.phase == "throw" else "throw_black"
        if state.options.dog_is == "six":
            faces = [DOG if face == FACE_FOR_DOG else face for face in faces]
        return self.actions.parse({"type": kind, "faces": list(faces), "seat": state.turn})

    def faces_from_action(self, state: State, action: Action) -> tuple[str, ...]:
        """Return the two faces of a roll; on ordinary dice, a dog is a six."""
        if not isinstance(action, ThrowWhite | ThrowBlack):
            return ()
        return action.faces if state.options.dog_is == "dog" else _shown(action.faces)


def _die(face: str, body: str, *, kept: bool) -> dict[str, Json]:
    return {"face": face, "body": body, "kept": kept}


def _possible_faces(dice: AwaitedDice) -> FieldSpec:
    """Return what two dice can show: a list of faces if they are alike, else all pairs."""
    if all(set(die) == set(dice.faces) for die in dice.each):
        return ListOf(dice.faces, dice.count, dice.count)
    pairs = product(dice.faces, repeat=dice.count)
    return OneOf(tuple(pair for pair in pairs if dice.can_show(pair)))


def _asked(state: State) -> Iterator[BankerPrompt]:
    match state.phase:
        case "place_dog":
            yield BankerPrompt("place_dog", state.turn, {"spaces": state.options.spaces})
        case "throw":
            yield BankerPrompt("throw", state.turn)
        case "choose":
            figures: dict[str, Json] = {"total": state.sum_of_dice, "dogs": state.dogs_rolled}
            yield BankerPrompt("choose", state.turn, figures)
        case "step_dog":
            _, caught = board.positions_after_dog_step(state.ahead_of_dog, state.options)
            catches = caught[0].seat if caught else None
            figures = {"space": state.space_ahead_of_dog(1), "catches": catches}
            yield BankerPrompt("step_dog", state.turn, figures)
        case "over":
            figures = {"winners": winners(state.ranking), "empty": _empty_bowls(state)}
            yield BankerPrompt("game_over", None, figures)


def _warnings(state: State) -> Iterator[BankerPrompt]:
    if state.last_round and state.phase != "over":
        yield BankerPrompt("last_round", None, {"empty": _empty_bowls(state)})
    if state.options.has_invented_die and not state.white_faces:
        yield BankerPrompt("invented_dice", None, {"white": state.options.white_dice})


def _empty_bowls(state: State) -> list[int]:
    return [seat for seat in state.active_seats if not state.bones_of(seat)]


def _feats_of_roll(before: State, rolled: Rolled, played: Played[State], at: int) -> Iterator[Feat]:
    bold, caught, paid = rolled.body == "black", False, False
    for event in played.events:
        match event:
            case TwoDogs() | Bitten(reason="landed_on_dog"):
                caught = True
            case BonesPaid() if event.transfer.reason in ("two_dogs", "landed_on_dog"):
                paid = True
    if caught != paid or not (bold or paid):  # in the last round, a bowl may already be empty
        return
    likely = _chance_of_being_caught(before, bold=bold)
    chance = likely if paid else 1 - likely
    if chance == 1:  # a certain result is neither bold nor unlucky
        return
    invented = before.options.has_invented_die
    figures: dict[str, Json] = {"chance": chance, "total": rolled.total, "invented": invented}
    if paid:
        figures["dogs"] = played.state.dogs_rolled
    yield Feat("unlucky_throw" if paid else "boldest_throw", before.turn, at, 1 - chance, figures)


def _chance_of_being_caught(before: State, *, bold: bool) -> float:
    """Return the chance that the roll, of the black dice if `bold`, costs its player a bone."""
    if bold:
        rolled = odds.roll_distribution(before.options.black_dice, before.white_faces)
        return float(odds.mover_odds(before, rolled).caught)
    rolled = odds.white_distribution(before.options)
    return float(odds.mover_odds(before, rolled).two_dogs)


def _shown(faces: Sequence[str]) -> tuple[str, ...]:
    """Return what ordinary dice show for `faces`, sorted."""
    return tuple(sorted(FACE_FOR_DOG if face == DOG else face for face in faces))


DEN_LETZTEN = DenLetzten()

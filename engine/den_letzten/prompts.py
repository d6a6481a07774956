"""What a human banker would say now (Rules §5), as codes and figures.

First what must be done, then what just happened (in the order in which it did), then warnings.
Codes, with seat and figures:

``place_dog``: `spaces` · ``deal`` at the start: `bones` for each bowl, `box` · ``throw`` both white
dice · ``choose`` to stop or to throw the black dice: `total`, `dogs` · ``step_dog`` who moves the
white dog: `space` it comes to, `catches` (the seat that stands there, or null) · ``game_over``:
`winners`, `empty` (the seats whose bowls are)

``two_dogs`` no move: `dogs` · ``move``: `steps`, `from` and `to` (spaces; null is the centre) ·
``pushed`` back: `from`, `to` · ``caught`` by the dog, to the centre: `from`, `by` (``landing
pushed dog_step``) · ``bone_to_box``: `bones`, `reason` · ``bone_to_player`` the nearest gives one
to the farthest: `to` · ``dark_dog`` goes to the seat `from` another (null: at the start)

``last_round`` a bowl is empty, the round is played out: `empty` · ``invented_dice`` the sides of
the dice are not those of the box
"""

from collections.abc import Iterator

from engine.core.game import Prompt, winners
from engine.core.ledger import Transfer
from engine.core.refusals import Json
from engine.den_letzten.evaluation import ranking
from engine.den_letzten.moves import Moved, step_dog
from engine.den_letzten.state import BONES_DEALT, BOX, State


def prompts(state: State) -> tuple[Prompt, ...]:
    """Return what a banker would say now, the most urgent first."""
    return (*_needed(state), *_happened(state), *_warnings(state))


def _needed(state: State) -> Iterator[Prompt]:
    if state.phase == "place_dog":
        yield Prompt("place_dog", state.turn, {"spaces": state.options.spaces})
    elif state.phase == "throw":
        yield Prompt("throw", state.turn)
    elif state.phase == "choose":
        yield Prompt("choose", state.turn, {"total": state.total, "dogs": state.dogs})
    elif state.phase == "step_dog":
        _, caught = step_dog(state.ahead, state.options)
        figures = {"space": state.space_in_front(1), "catches": caught[0].seat if caught else None}
        yield Prompt("step_dog", state.turn, figures)
    else:
        yield Prompt(
            "game_over", None, {"winners": winners(ranking(state)), "empty": _empty(state)}
        )


def _happened(state: State) -> Iterator[Prompt]:
    if any(transfer.reason == "deal" for transfer in state.settlement):
        bones = BONES_DEALT[len(state.names)]
        yield Prompt("deal", None, {"bones": bones, "box": state.bones[BOX]})
        yield Prompt("dark_dog", state.first, {"from": None})
        return
    for moved in state.moved:
        yield from _moved(state, moved)
    for transfer in state.settlement:
        yield _bone(transfer)
    if state.phase == "step_dog":
        giver = (state.first - 1) % len(state.names)
        yield Prompt("dark_dog", state.first, {"from": giver})


def _moved(state: State, moved: Moved) -> Iterator[Prompt]:
    if moved.how == "stayed":
        yield Prompt("two_dogs", moved.seat, {"dogs": state.dogs})
        return
    start = _space(state, moved.start, stepped=moved.how == "dog_step")
    figures: dict[str, Json] = {"from": start, "to": _space(state, moved.end)}
    if moved.how == "moved":
        # A caught mover, too, goes as far as the dog before it is put into the centre.
        goal = state.space_in_front(0) if moved.caught else figures["to"]
        yield Prompt("move", moved.seat, {"steps": state.total, "from": start, "to": goal})
    elif moved.how == "pushed" and not moved.caught:
        yield Prompt("pushed", moved.seat, figures)
    if moved.caught:
        by = "landing" if moved.how == "moved" else moved.how
        yield Prompt("caught", moved.seat, {"from": start, "by": by})


def _space(state: State, ahead: int | None, *, stepped: bool = False) -> int | None:
    """Return the space `ahead` of the dog, counted from where it stood before it `stepped`."""
    return None if ahead is None else state.space_in_front(ahead - stepped)


def _bone(transfer: Transfer) -> Prompt:
    seat = _seat(transfer.payer)
    if transfer.payee == BOX:
        return Prompt("bone_to_box", seat, {"bones": transfer.amount, "reason": transfer.reason})
    return Prompt("bone_to_player", seat, {"to": _seat(transfer.payee)})


def _warnings(state: State) -> Iterator[Prompt]:
    if state.last_round and state.phase != "over":
        yield Prompt("last_round", None, {"empty": _empty(state)})
    if state.options.invented and any(move.reason == "deal" for move in state.settlement):
        yield Prompt("invented_dice", None, {"white": state.options.white})


def _empty(state: State) -> list[int]:
    return [seat for seat in range(len(state.names)) if not state.bones_of(seat)]


def _seat(account: str) -> int:
    return int(account.partition(":")[2])

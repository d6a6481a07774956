"""What a human banker would say now (Rules §5), as codes and figures.

First what must be done, then what just happened (in the order in which it did), then warnings.
Codes, with seat and figures:

``place_dog``: `spaces` · ``deal`` at the start: `bones` for each bowl, `box` · ``throw`` both white
dice · ``choose`` to stop or to throw the black dice: `total`, `dogs` · ``step_dog`` who moves the
white dog: `space` it comes to, `catches` (the seat that stands there, or null) · ``game_over``:
`winners`, `empty` (the seats whose bowls are)

``deal_to`` who comes late: `bones`, `box`

``two_dogs`` no move: `dogs` · ``move``: `steps`, `from` and `to` (spaces; null is the centre) ·
``pushed`` back: `from`, `to` · ``caught`` by the dog, to the centre: `from`, `by` (``landing
pushed dog_step``) · ``bone_to_box``: `bones`, `reason` · ``bone_to_player`` the nearest gives one
to the farthest: `to` · ``dark_dog`` goes to the seat

``last_round`` a bowl is empty, the round is played out: `empty` · ``invented_dice`` the sides of
the dice are not those of the box
"""

from collections.abc import Iterator

from engine.core.game_rules import BankerPrompt
from engine.core.ledger import Transfer
from engine.core.places import winners
from engine.core.refusals import Json
from engine.den_letzten.evaluation import ranking
from engine.den_letzten.moves import CharacterMove, positions_after_dog_step
from engine.den_letzten.state import BOX_ACCOUNT, State


def banker_prompts(state: State) -> tuple[BankerPrompt, ...]:
    """Return what a banker would say now, the most urgent first."""
    return (*_needed(state), *_happened(state), *_warnings(state))


def _needed(state: State) -> Iterator[BankerPrompt]:
    if state.phase == "place_dog":
        yield BankerPrompt("place_dog", state.turn, {"spaces": state.options.spaces})
    elif state.phase == "throw":
        yield BankerPrompt("throw", state.turn)
    elif state.phase == "choose":
        yield BankerPrompt(
            "choose", state.turn, {"total": state.sum_of_dice, "dogs": state.dogs_thrown}
        )
    elif state.phase == "step_dog":
        _, caught = positions_after_dog_step(state.ahead_of_dog, state.options)
        figures = {"space": state.space_in_front(1), "catches": caught[0].seat if caught else None}
        yield BankerPrompt("step_dog", state.turn, figures)
    else:
        yield BankerPrompt(
            "game_over", None, {"winners": winners(ranking(state)), "empty": _empty(state)}
        )


def _happened(state: State) -> Iterator[BankerPrompt]:
    dealt = _dealt(state)
    if dealt:
        figures: dict[str, Json] = {"bones": dealt[0].amount, "box": state.bones[BOX_ACCOUNT]}
        if len(dealt) == 1:  # to who comes late
            yield BankerPrompt("deal_to", _seat(dealt[0].payee), figures)
            return
        yield BankerPrompt("deal", None, figures)
        yield BankerPrompt("dark_dog", state.first_player)
        return
    for moved in state.last_moves:
        yield from _moved(state, moved)
    for transfer in state.last_transfers:
        yield _bone(transfer)
    if state.phase == "step_dog":
        yield BankerPrompt("dark_dog", state.first_player)


def _moved(state: State, moved: CharacterMove) -> Iterator[BankerPrompt]:
    if moved.how == "stayed":
        yield BankerPrompt("two_dogs", moved.seat, {"dogs": state.dogs_thrown})
        return
    start = _space(state, moved.start, stepped=moved.how == "dog_step")
    figures: dict[str, Json] = {"from": start, "to": _space(state, moved.end)}
    if moved.how == "moved":
        # A caught mover, too, goes as far as the dog before it is put into the centre.
        goal = state.space_in_front(0) if moved.caught else figures["to"]
        yield BankerPrompt(
            "move", moved.seat, {"steps": state.sum_of_dice, "from": start, "to": goal}
        )
    elif moved.how == "pushed" and not moved.caught:
        yield BankerPrompt("pushed", moved.seat, figures)
    if moved.caught:
        by = "landing" if moved.how == "moved" else moved.how
        yield BankerPrompt("caught", moved.seat, {"from": start, "by": by})


def _space(state: State, ahead: int | None, *, stepped: bool = False) -> int | None:
    """Return the space `ahead` of the dog, counted from where it stood before it `stepped`."""
    return None if ahead is None else state.space_in_front(ahead - stepped)


def _bone(transfer: Transfer) -> BankerPrompt:
    seat = _seat(transfer.payer)
    if transfer.payee == BOX_ACCOUNT:
        return BankerPrompt(
            "bone_to_box", seat, {"bones": transfer.amount, "reason": transfer.reason}
        )
    return BankerPrompt("bone_to_player", seat, {"to": _seat(transfer.payee)})


def _warnings(state: State) -> Iterator[BankerPrompt]:
    if state.last_round and state.phase != "over":
        yield BankerPrompt("last_round", None, {"empty": _empty(state)})
    if state.options.has_invented_die and len(_dealt(state)) > 1:
        yield BankerPrompt("invented_dice", None, {"white": state.options.white_dice})


def _dealt(state: State) -> list[Transfer]:
    """Return who has just been dealt bones: all at the start, then who comes late."""
    return [transfer for transfer in state.last_transfers if transfer.reason == "deal"]


def _empty(state: State) -> list[int]:
    return [seat for seat in state.active_seats if not state.bones_of(seat)]


def _seat(account: str) -> int:
    return int(account.partition(":")[2])

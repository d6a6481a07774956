"""The rules of Last One: `begin`, and what plays each action (Rules §3).

Stable codes of refusals, with their figures:

=====================  ====================================================================
``game_over``          nothing can be played any more
``wrong_phase``        not this action now: `phase`, `phases` it belongs to
``no_such_seat``       `seat`
``bankrupt``           the player is out: `seat`, `name`
``has_left``           likewise
``hand_size``          not so many cards each: `size`, `min`, `max`
``not_all_special``    `card` does not stay because all of the `stock` is special
``take_first``         full rules: `seat` has `cards` to take before anything else happens
``nothing_to_take``    full rules: nobody has
``not_in_stock``       full rules: `card`
``not_in_hand``        full rules: `seat`, `name`, `card`
``card_gone``          `card` lies in the discard pile, or open before a player
``cards_known``        full rules: nobody needs to tell who won or what is left
``not_your_turn``      `seat`, `turn`
``declare_joker``      a joker must be declared
``no_joker``           any other `card` must not
``does_not_fit``       `card`, and the `suit` and the `top` card to follow
``answer_two``         only a 2 may be played now: `card`, `seat`, `owed`
``name_suit``          an 8 names a suit: `card`
``no_eight``           any other `card` does not
``same_suit``          house rule: the 8 must change the `suit`
``must_play``          house rule: something must be put on a 3: `seat`
``own_attack``         `seat` cannot go on in his own attack
``no_joker_in_melee``  house rule
``wrong_melee_card``   `card`, `needed`
``nothing_to_call``    `seat` has not just been reduced to one card: `cards`
``no_open_call``       no call is awaited whose time could end
``no_missed_call``     `seat` has nothing to be fined for: `cards`
``nothing_to_draw``    no card is left for a fine: `seat`
``no_cards_left``      `seat` won the hand and has nothing to count
``already_scored``     `seat`, `points`
``go_on_showing``      not so many are shown as were counted: `seat`, `shown`, `cards`
``not_followed``       the table does not know the cards, the points must be said
``bad_points``         so many `cards` (left out where nobody knows how many) are never worth
                       `points`: `min`, `max`
=====================  ====================================================================
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.action import Action
from engine.core.event import Steps
from engine.last_one import actions, calls, melee, opening, scoring, stock, turns
from engine.last_one.cards import PACK
from engine.last_one.options import Options
from engine.last_one.state import Seat, State


def begin(names: Sequence[str], first_seat: int, options: Options) -> Steps[State]:
    """Return the first state: the player right of `first_seat` deals, so that it begins."""
    yield from ()  # cards are dealt by an act
    return State(
        options=options,
        seats=tuple(Seat(name) for name in names),
        dealer=(first_seat - 1) % len(names),
        stock_cards=PACK if options.knows_all_cards else (),
    )


def _take(state: State, action: actions.Take) -> Steps[State]:
    """Take a card; a hand that is won ends when all is drawn."""
    taken = yield from stock.take_card_from_stock(state, action)
    if taken.phase == "score" and not taken.seats_to_take:
        return (yield from scoring.settle_hand(taken))
    return taken


RULES: Mapping[type[Action], Callable[[State, Any], Steps[State]]] = {
    actions.Take: _take,
    actions.Deal: opening.deal_hands,
    actions.TurnUp: opening.turn_up_first_card,
    actions.Declare: opening.declare_joker,
    actions.NameSuit: opening.name_suit,
    actions.Play: turns.play_card,
    actions.DrawCards: turns.draw_cards_in_turn,
    actions.Pass: turns.pass_,
    actions.EndMelee: melee.end_melee,
    actions.CallLastCard: calls.call_last_card,
    actions.CloseCall: calls.close_call_window,
    actions.Fine: calls.fine_player,
    actions.HandWon: scoring.win_hand,
    actions.Show: scoring.show_card,
    actions.Score: scoring.note_hand_points,
}

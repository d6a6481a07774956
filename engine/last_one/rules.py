"""The rules of Last One: each action (Rules §3).

Stable codes of refusals, besides those that games share, with their figures:

``no_such_seat``       `seat`
``bankrupt``           `seat`, `name`
``has_left``           `seat`, `name`
``hand_size``          `size` is not from `min` to `max`
``not_all_special``    `card` is not special, or the `stock` cannot be all special
``take_first``         full rules: `seat` takes `cards` before anything else happens
``nothing_to_take``    full rules: nobody has to take a card
``not_in_stock``       full rules: `card`
``not_in_hand``        full rules: `seat`, `name`, `card`
``card_gone``          `card` is in the discard pile, or was shown by a player
``cards_known``        full rules: the table knows who won and what is left
``declare_joker``      a joker must be declared
``no_joker``           only a joker may be declared, not `card`
``does_not_fit``       `card` fits neither the `suit` nor the `top` card
``answer_two``         only a 2 may be played now: `card`, `seat`, `owed`
``name_suit``          an 8 must name a suit: `card`
``no_eight``           only an 8 names a suit, not `card`
``same_suit``          house rule: the 8 must change the `suit`
``must_play``          house rule: a card must be put on a 3: `seat`
``own_attack``         house rule: `seat` cannot follow their own attack
``no_joker_in_melee``  house rule
``wrong_melee_card``   `card`, `needed`
``nothing_to_call``    `seat` did not just play down to one card: `cards`
``no_open_call``       no call with a time limit is open
``no_missed_call``     `seat` did not miss a call: `cards`
``nothing_to_draw``    no card is left for a fine: `seat`
``no_cards_left``      `seat` won the hand and has nothing to count
``already_scored``     `seat`, `points`
``go_on_showing``      `seat` has `shown` fewer or more than `cards`
``not_followed``       the table does not know the cards, so the points must be entered
``bad_points``         `cards` cards (left out if unknown) cannot be worth `points`: `min`, `max`
"""

from engine.core.codec import replace
from engine.core.event import Steps
from engine.core.game_rules import Rules
from engine.core.refusals import NotAllowed, NotNow, require_range, require_turn
from engine.last_one import events
from engine.last_one.cards import (
    CARD_FACES,
    JOKER,
    PACK,
    RANK_OF_FACE,
    SPECIAL_CARD_COUNT,
    SPECIAL_CARDS,
    SUIT_OF_FACE,
    TWOS,
    Card,
    CardFace,
    Suit,
    faces_that_follow,
    melee_face,
    without_card,
)
from engine.last_one.scoring import collect_cards, note_hand_points, settle_hand, show_card
from engine.last_one.state import (
    PHASES_OF_A_HAND,
    CallLastCard,
    DealHands,
    DeclareHandWon,
    DeclareJoker,
    DrawCards,
    EndCallWindow,
    EndMelee,
    FinePlayer,
    Melee,
    NameSuit,
    Pass,
    Phase,
    PlayCard,
    ScoreHand,
    ShowCard,
    State,
    TakeCard,
    TurnUp,
    require_in_game,
    require_may_be_in_stock,
    require_may_hold,
)

# The start of a hand (Rules §3.1).


def deal_hands(state: State, action: DealHands) -> Steps[State]:
    """Deal everybody the same number of cards, one at a time from the dealer's left."""
    state.require_turn(action.seat, state.dealer, "deal")
    sizes = state.options.possible_hand_sizes(len(state.active_seats))
    low, high = sizes[0], sizes[-1]
    message = f"Each player gets {low} to {high} cards."
    require_range("hand_size", message, low, high, size=action.size)
    yield events.HandDealt(state.dealer, action.size)
    dealt = replace(
        state, phase="turn_up", hand_number=state.hand_number + 1, direction=1, win_was_seen=True
    )
    if state.options.knows_all_cards:
        return replace(dealt, stock_cards=PACK, seats_to_take=_round(state) * action.size)
    size, left = action.size, len(PACK) - action.size * len(state.active_seats)
    seats = (replace(seat, card_count=size if seat.is_active else 0) for seat in state.seats)
    return replace(dealt, seats=tuple(seats), stock_count=left)


def _round(state: State) -> tuple[int, ...]:
    """Return the active seats clockwise, the dealer last."""
    return state.seats_from(state.seat_after(state.dealer, direction=1), direction=1)


def turn_up_first_card(state: State, action: TurnUp) -> Steps[State]:
    """Turn up the first card; a special one acts as if the dealer had played it, or goes back."""
    state.require_turn(action.seat, state.dealer, "turn_up")
    require_may_be_in_stock(state, action.card)
    if action.all_special:
        _check_all_special(state, action.card)
    elif action.card in SPECIAL_CARDS and _goes_back(state):
        yield events.CardReburied(state.dealer, action.card)
        return state
    yield events.CardTurnedUp(state.dealer, action.card, action.all_special)
    unseen = without_card(state.stock_cards, action.card) if state.options.knows_all_cards else ()
    turned = replace(
        state, stock_count=state.stock_count - 1, stock_cards=unseen, discard_pile=(action.card,)
    )
    if action.card == JOKER:
        return replace(turned, phase="declare", turn=state.dealer)
    return (yield from _open(turned, action.card))


def _goes_back(state: State) -> bool:
    """Return whether a special card goes back: not if the table knows that all cards are special.

    With six players and 8 cards each, that happens in one of a hundred hands. A scorer cannot know
    it, so people say it (`TurnUp.all_special`).
    """
    if state.options.opening_special != "rebury":
        return False
    return not (state.options.knows_all_cards and SPECIAL_CARDS.issuperset(state.stock_cards))


def may_claim_stock_is_all_special(state: State) -> bool:
    """Return whether people may declare that only special cards are left in the stock."""
    rebury = state.options.opening_special == "rebury"
    return rebury and not state.options.knows_all_cards and state.stock_count <= SPECIAL_CARD_COUNT


def _check_all_special(state: State, card: Card) -> None:
    if card not in SPECIAL_CARDS or not may_claim_stock_is_all_special(state):
        said = "A special card can start only if no plain card is left."
        raise NotAllowed("not_all_special", said, card=card, stock=state.stock_count)


def declare_joker(state: State, action: DeclareJoker) -> Steps[State]:
    """Declare the joker that was turned up; it then acts as that card, played by the dealer."""
    state.require_turn(action.seat, state.dealer, "declare")
    yield events.JokerDeclared(state.dealer, action.face)
    return (yield from _open(state, action.face))


def _open(state: State, face: CardFace) -> Steps[State]:
    opened = replace(state, top_face=face)
    if RANK_OF_FACE[face] == "8":
        return replace(opened, phase="name_suit", turn=state.dealer)
    return (yield from apply_effect(opened, state.dealer, face, None))


def name_suit(state: State, action: NameSuit) -> Steps[State]:
    """Name the suit to follow after the 8 that was turned up."""
    state.require_turn(action.seat, state.dealer, "name_suit")
    assert state.top_face is not None
    yield events.SuitNamed(state.dealer, action.suit)
    return (yield from apply_effect(state, state.dealer, state.top_face, action.suit))


# A turn (Rules §3.2).

CARDS_FOR_A_TWO = 2
"""How many cards a 2 makes the next player draw."""


def play_card(state: State, action: PlayCard) -> Steps[State]:
    """Play a card, in turn or into a melee."""
    require_in_game(state, action.seat, *PHASES_OF_A_HAND)
    if state.phase == "melee":
        return (yield from continue_melee(state, action))
    require_turn(action.seat, state.turn)
    face = face_played(action)
    require_may_hold(state, action.seat, action.card)
    _check_fits(state, face, joker=action.card == JOKER)
    _check_suit(state, face, action.suit)
    yield events.CardPlayed(action.seat, action.card, action.face)
    if action.suit is not None:
        yield events.SuitNamed(action.seat, action.suit)
    laid = discard_card(state, action.seat, action.card, face)
    if not laid.seats[action.seat].card_count:
        return (yield from _finish(laid, action.seat, face))
    return (yield from apply_effect(laid, action.seat, face, action.suit))


def playable_faces(state: State, *, joker: bool = False) -> tuple[CardFace, ...]:
    """Return every face that may be played in this turn, or that a `joker` may be declared as."""
    fits_always = joker and state.options.joker_as == "any_card" and state.phase != "two"
    if state.phase == "stack" or fits_always:
        return CARD_FACES
    return TWOS if state.phase == "two" else faces_that_follow(state.suit_to_follow, state.top_rank)


def _check_fits(state: State, face: CardFace, *, joker: bool) -> None:
    if face in playable_faces(state, joker=joker):
        return
    suit, top, owed = state.suit_to_follow, state.top_face, state.cards_owed
    if state.phase == "two":
        said = "Only a 2 answers a 2."
        raise NotAllowed("answer_two", said, card=face, owed=owed, seat=state.turn)
    said = f"{face} neither follows {suit} nor equals {top}."
    raise NotAllowed("does_not_fit", said, card=face, suit=suit, top=top)


def _check_suit(state: State, face: CardFace, suit: Suit | None) -> None:
    if RANK_OF_FACE[face] != "8":
        if suit is not None:
            raise NotAllowed("no_eight", "Only an 8 names a suit.", card=face)
    elif suit is None:
        raise NotAllowed("name_suit", "Name the suit to follow the 8.", card=face)
    elif suit == state.suit_to_follow and state.options.eight_same_suit == "must_change":
        raise NotAllowed("same_suit", f"Name a suit other than {suit}.", suit=suit)


def apply_effect(state: State, seat: int, face: CardFace, named: Suit | None) -> Steps[State]:
    """Apply the effect of `face`, played by `seat`; for an 8, `named` is the suit to follow."""
    state = replace(state, suit_to_follow=named or SUIT_OF_FACE[face])
    after = state.seat_after(seat)
    match RANK_OF_FACE[face]:
        case "2":
            return (yield from _two(state, after))
        case "3":
            return replace(state, phase="stack", turn=seat, cards_owed=0)
        case "4":
            return (yield from begin_melee(state, seat))
        case "J":
            yield events.Skipped(after)
            after = state.seat_after(after)
        case "A":
            state = replace(state, direction=-state.direction)
            yield events.DirectionReversed(state.direction_word)
            after = state.seat_after(seat)
    return replace(state, phase="turn", turn=after)


def _two(state: State, victim: int) -> Steps[State]:
    if state.options.two_stacks:
        owed = state.cards_owed + CARDS_FOR_A_TWO
        return replace(state, phase="two", turn=victim, cards_owed=owed)
    skipped = replace(state, phase="turn", turn=state.seat_after(victim))
    drawn = yield from draw_cards(skipped, victim, CARDS_FOR_A_TWO)
    yield events.Skipped(victim)
    return drawn


def _finish(state: State, seat: int, face: CardFace) -> Steps[State]:
    """End the hand with `face` as its last card; a 2 or a 4 may still make somebody draw."""
    draws = {"2": state.cards_owed + CARDS_FOR_A_TWO, "4": FIRST_MELEE_VALUE}
    count = draws.get(RANK_OF_FACE[face], 0)
    return (yield from end_hand(state, seat, state.seat_after(seat), count))


def draw_cards_in_turn(state: State, action: DrawCards) -> Steps[State]:
    """Draw one card, or those owed for stacked 2s; the turn ends unless they may still play."""
    state.require_turn(action.seat, state.turn, "turn", "two")
    seat = state.mover
    plays_on = state.phase == "turn" and state.options.draw_then_play and state.drawable_count > 0
    passed = replace(
        state,
        phase="drawn" if plays_on else "turn",
        turn=seat if plays_on else state.seat_after(seat),
        cards_owed=0,
        last_card_uncalled_by=None,
    )
    return (yield from draw_cards(passed, seat, state.cards_owed or 1))


def pass_(state: State, action: Pass) -> Steps[State]:
    """Put nothing on the player's own 3, or play nothing after drawing.

    A last card may still be called, since the next player has not acted yet.
    """
    state.require_turn(action.seat, state.turn, "stack", "drawn")
    if state.phase == "stack" and state.options.three == "must":
        raise NotAllowed("must_play", "A card must be added to the 3.", seat=state.turn)
    yield events.Passed(state.mover)
    return replace(state, phase="turn", turn=state.seat_after(state.mover))


# The melee after a 4 (Rules §3.2): 5, 6, 7 … of one suit, by anybody but the attacker. If two
# players want to play at once, the one whose action comes first plays.

FIRST_MELEE_VALUE = 4
"""The value of the card that begins a melee."""


def begin_melee(state: State, seat: int) -> Steps[State]:
    """Let `seat` attack the next player with their 4."""
    assert state.top_face is not None
    suit, defender = SUIT_OF_FACE[state.top_face], state.seat_after(seat)
    melee = Melee(suit, FIRST_MELEE_VALUE, seat, attacker=seat, defender=defender)
    yield _attack(melee)
    return replace(state, phase="melee", turn=None, cards_owed=0, melee=melee)


def _attack(melee: Melee) -> events.MeleeAttack:
    return events.MeleeAttack(melee.defender, melee.attacker, melee.value, next_melee_card(melee))


def next_melee_card(melee: Melee) -> CardFace:
    """Return the only card that may be played next."""
    return melee_face(melee.value + 1, melee.suit)


def seats_that_may_continue(state: State) -> tuple[int, ...]:
    """Return who may play the next card, the defender first."""
    melee = state.running_melee
    seats = state.seats_from(melee.defender)
    may_follow = state.options.attacker_follows_self
    return tuple(seat for seat in seats if may_follow or seat != melee.attacker)


def continue_melee(state: State, action: PlayCard) -> Steps[State]:
    """Play the next card of the melee: the previous attacker must now defend themselves.

    Attackers who follow themselves (`attacker_follows_self`) keep their defender.
    """
    melee = state.running_melee
    if action.seat not in seats_that_may_continue(state):
        raise NotAllowed("own_attack", "The attacker cannot play the next card.", seat=action.seat)
    face, needed = face_played(action), next_melee_card(melee)
    if action.card == JOKER and not state.options.joker_in_melee:
        raise NotAllowed("no_joker_in_melee", "House rule: no joker in a melee.")
    if face != needed or action.suit is not None:
        said = f"Only {needed} goes on in this melee."
        raise NotAllowed("wrong_melee_card", said, card=face, needed=needed)
    require_may_hold(state, action.seat, action.card)
    yield events.CardPlayed(action.seat, action.card, action.face)
    defender = melee.defender if action.seat == melee.attacker else melee.attacker
    melee = replace(melee, value=melee.value + 1, attacker=action.seat, defender=defender)
    joined = replace(discard_card(state, action.seat, action.card, face), melee=melee)
    if not joined.seats[action.seat].card_count:
        return (yield from end_hand(joined, action.seat, defender, melee.value))
    if melee.value == state.options.highest_melee_value:
        return (yield from _finish_melee(joined))
    yield _attack(melee)
    return joined


def end_melee(state: State, action: EndMelee) -> Steps[State]:
    """Let the defender draw as many cards as the value of the last one.

    A last card may still be called, since the next player has not acted yet.
    """
    state.require_phase("melee")
    require_turn(action.seat, state.running_melee.defender)
    yield events.MeleeEnded(state.running_melee.defender, next_melee_card(state.running_melee))
    return (yield from _finish_melee(state))


def _finish_melee(state: State) -> Steps[State]:
    melee = state.running_melee
    by_four = state.options.after_melee == "after_player_of_4"
    after = state.seat_after(melee.starter if by_four else melee.defender)
    ended = replace(state, phase="turn", turn=after, suit_to_follow=melee.suit, melee=None)
    return (yield from draw_cards(ended, melee.defender, melee.value))


# Moving cards between stock, hands and discard pile.


def draw_cards(state: State, seat: int, count: int) -> Steps[State]:
    """Let `seat` draw `count` cards, or as many as there are.

    A scorer only counts them; in full rules, each is then taken (`TakeCard`).
    """
    count = min(count, state.drawable_count)
    yield events.CardsDrawn(seat, count)
    if state.options.knows_all_cards:
        waiting = state.seats_to_take + (seat,) * count
        return (yield from _refill(replace(state, seats_to_take=waiting)))
    if count > state.stock_count:
        state = yield from _reshuffle(state)
    drew = replace(state.seats[seat], card_count=state.seats[seat].card_count + count)
    left = replace(state.with_seat(seat, drew), stock_count=state.stock_count - count)
    if count and not left.stock_count:
        yield events.StockEmpty()
    return left


def take_card(state: State, action: TakeCard) -> Steps[State]:
    """Take a card from the stock (full rules); a hand that was won ends after the last one."""
    if not state.seats_to_take:
        raise NotNow("nothing_to_take", "No one has to draw a card.")
    require_may_be_in_stock(state, action.card)
    number = state.seats_to_take[0]
    yield events.CardTaken(number, action.card)
    seat = state.seats[number]
    hand = (*seat.known_cards, action.card)
    taken = replace(
        state.with_seat(number, replace(seat, card_count=len(hand), known_cards=hand)),
        seats_to_take=state.seats_to_take[1:],
        stock_count=state.stock_count - 1,
        stock_cards=without_card(state.stock_cards, action.card),
    )
    taken = yield from _refill(taken)
    if taken.phase == "score" and not taken.seats_to_take:
        return (yield from settle_hand(taken))
    return taken


def discard_card(state: State, seat: int, card: Card, face: CardFace) -> State:
    """Move `card` from the hand of `seat` onto the discard pile, where it counts as `face`."""
    player = state.seats[seat]
    left = player.card_count - 1
    hand = without_card(player.known_cards, card) if state.options.knows_all_cards else ()
    return replace(
        state.with_seat(seat, replace(player, card_count=left, known_cards=hand)),
        discard_pile=(*state.discard_pile, card),
        top_face=face,
        last_card_uncalled_by=seat if left == 1 else None,
    )


def face_played(action: PlayCard) -> CardFace:
    """Return what the card counts as; refuses with ``declare_joker`` or ``no_joker``."""
    if action.card == JOKER:
        if action.face is None:
            raise NotAllowed("declare_joker", "Say which card the joker is.")
        return action.face
    if action.face is not None:
        raise NotAllowed("no_joker", "Only a joker can stand for another card.", card=action.card)
    return action.card


def _refill(state: State) -> Steps[State]:
    if state.seats_to_take and not state.stock_count:
        return (yield from _reshuffle(state))
    return state


def _reshuffle(state: State) -> Steps[State]:
    """Move the discard pile, except its top card, into the stock (Rules §3.2)."""
    yield events.StockReshuffled()
    under = state.discard_pile[:-1]
    full = state.options.knows_all_cards
    unseen = tuple(sorted(state.stock_cards + under, key=PACK.index)) if full else ()
    return replace(
        state,
        stock_count=state.stock_count + len(under),
        stock_cards=unseen,
        discard_pile=state.discard_pile[-1:],
    )


# Calls and fines (Rules §3.2).


def call_last_card(state: State, action: CallLastCard) -> Steps[State]:
    """Call "last card"."""
    require_in_game(state, action.seat, *PHASES_OF_A_HAND)
    seat = state.seats[action.seat]
    if action.seat != state.last_card_uncalled_by:
        said = f"{seat.name} has no last card to call now."
        raise NotAllowed("nothing_to_call", said, seat=action.seat, cards=seat.card_count)
    yield events.LastCardCalled(action.seat)
    return replace(state, last_card_uncalled_by=None)


def close_call_window(state: State, action: EndCallWindow) -> Steps[State]:
    """End the time in which a forgotten call may be noticed."""
    state.require_phase(*PHASES_OF_A_HAND)
    if state.last_card_uncalled_by is None or state.options.call_window_seconds is None:
        raise NotNow("no_open_call", "No timed call is open.")
    yield events.MissingCallUnnoticed(state.last_card_uncalled_by)
    return replace(state, last_card_uncalled_by=None)


def fine_player(state: State, action: FinePlayer) -> Steps[State]:
    """Make a player draw one card for a forgotten call or another error."""
    require_in_game(state, action.seat, *PHASES_OF_A_HAND)
    seat = state.seats[action.seat]
    if action.fault == "last_card" and action.seat != state.last_card_uncalled_by:
        said = f"{seat.name} did not miss a call."
        raise NotAllowed("no_missed_call", said, seat=action.seat, cards=seat.card_count)
    if not state.drawable_count:
        raise NotAllowed("nothing_to_draw", "There are no cards left to draw.", seat=action.seat)
    yield events.Fined(action.seat, action.fault)
    fined = replace(state, last_card_uncalled_by=state.uncalled_by_other_than(action.seat))
    return (yield from draw_cards(fined, action.seat, 1))


# The end of a hand (Rules §3.2).

PHASES_TO_WIN: tuple[Phase, ...] = ("turn_up", "declare", "name_suit", *PHASES_OF_A_HAND)
"""The phases in which people may say that a hand was won."""


def end_hand(state: State, winner: int, victim: int, cards_to_draw: int) -> Steps[State]:
    """End the hand, in which `winner` has played their last card.

    `victim` still draws `cards_to_draw` if the house rules resolve effects at the end.
    """
    yield events.HandWon(winner)
    ended = replace(
        state,
        phase="score",
        turn=None,
        melee=None,
        cards_owed=0,
        last_card_uncalled_by=None,
        hand_winner=winner,
    )
    if cards_to_draw and state.options.finish_effects == "resolved":
        ended = yield from draw_cards(ended, victim, cards_to_draw)
    if state.options.knows_all_cards and not ended.seats_to_take:
        return (yield from settle_hand(ended))
    return ended


def win_hand(state: State, action: DeclareHandWon) -> Steps[State]:
    """Record who people say won a hand that the table could not follow."""
    if state.options.knows_all_cards:
        raise NotNow("cards_known", "Croupier knows every card and counts the points.")
    require_in_game(state, action.seat, *PHASES_TO_WIN)
    unseen = replace(state, win_was_seen=False)
    return collect_cards((yield from end_hand(unseen, action.seat, action.seat, 0)))


RULES: Rules[State] = {
    TakeCard: take_card,
    DealHands: deal_hands,
    TurnUp: turn_up_first_card,
    DeclareJoker: declare_joker,
    NameSuit: name_suit,
    PlayCard: play_card,
    DrawCards: draw_cards_in_turn,
    Pass: pass_,
    EndMelee: end_melee,
    CallLastCard: call_last_card,
    EndCallWindow: close_call_window,
    FinePlayer: fine_player,
    DeclareHandWon: win_hand,
    ShowCard: show_card,
    ScoreHand: note_hand_points,
}

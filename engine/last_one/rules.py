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
``cards_known``        full rules: nobody needs to say who won or what is left
``not_your_turn``      `seat`, `turn`
``declare_joker``      a joker must be declared
``no_joker``           any other `card` must not
``does_not_fit``       `card`, and the `suit` and the `top` card to follow
``answer_two``         only a 2 may be played now: `card`, `seat`, `owed`
``name_suit``          an 8 names a suit: `card`
``no_eight``           any other `card` does not
``same_suit``          house rule: the 8 must change the `suit`
``must_play``          house rule: something must be put on a 3: `seat`
``own_attack``         `seat` cannot go on in their own attack
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

from engine.core.codec import replace
from engine.core.event import Steps
from engine.core.game_rules import Rules
from engine.core.refusals import NotAllowed, NotNow, require_range, require_turn
from engine.last_one import events
from engine.last_one.cards import (
    FACES,
    JOKER,
    PACK,
    RANK_OF_FACE,
    SPECIAL_CARD_COUNT,
    SPECIAL_CARDS,
    SUIT_OF_FACE,
    TWOS,
    Card,
    Face,
    Suit,
    faces_that_follow,
    melee_face,
    without_card,
)
from engine.last_one.scoring import collect_cards, note_hand_points, settle_hand, show_card
from engine.last_one.state import (
    PHASES_OF_A_HAND,
    CallLastCard,
    CloseCall,
    Deal,
    Declare,
    DrawCards,
    EndMelee,
    Fine,
    HandWon,
    Melee,
    NameSuit,
    Pass,
    Phase,
    Play,
    Score,
    Show,
    State,
    Take,
    TurnUp,
    require_in_game,
    require_may_be_in_stock,
    require_may_hold,
    require_scorer,
)

# A hand begins: the deal, and the first card turned up (Rules §3.1).


def deal_hands(state: State, action: Deal) -> Steps[State]:
    """Give everybody the same number of cards, one at a time from the dealer's left."""
    state.require_phase("deal")
    require_turn(action.seat, state.dealer)
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
    seats = tuple(
        replace(seat, card_count=action.size if seat.is_active else 0) for seat in state.seats
    )
    return replace(
        dealt, seats=seats, stock_count=len(PACK) - action.size * len(state.active_seats)
    )


def _round(state: State) -> tuple[int, ...]:
    """Return the active seats clockwise, the dealer last."""
    seats = [state.seat_after(state.dealer, direction=1)]
    while len(seats) < len(state.active_seats):
        seats.append(state.seat_after(seats[-1], direction=1))
    return tuple(seats)


def turn_up_first_card(state: State, action: TurnUp) -> Steps[State]:
    """Turn up the first card; a special one is the dealer's play, or goes back."""
    state.require_phase("turn_up")
    require_turn(action.seat, state.dealer)
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
    """Return whether a special card is buried again: not where the table knows of no plain one.

    Six players with 8 cards leave 6 for the stock, and every hundredth time all are special. A
    scorer cannot know it: people say so (`TurnUp.all_special`).
    """
    if state.options.opening_special != "rebury":
        return False
    return not state.options.knows_all_cards or any(
        card not in SPECIAL_CARDS for card in state.stock_cards
    )


def may_be_all_special(state: State) -> bool:
    """Return whether people can say to a scorer that no plain card is left to turn up."""
    rebury = state.options.opening_special == "rebury"
    return rebury and not state.options.knows_all_cards and state.stock_count <= SPECIAL_CARD_COUNT


def _check_all_special(state: State, card: Card) -> None:
    if card not in SPECIAL_CARDS or not may_be_all_special(state):
        raise NotAllowed(
            "not_all_special",
            "A special card can start only if no plain card is left.",
            card=card,
            stock=state.stock_count,
        )


def declare_joker(state: State, action: Declare) -> Steps[State]:
    """Say what the joker turned up is; then it is that card, played by the dealer."""
    state.require_phase("declare")
    require_turn(action.seat, state.dealer)
    yield events.JokerDeclared(state.dealer, action.face)
    return (yield from _open(state, action.face))


def _open(state: State, face: Face) -> Steps[State]:
    opened = replace(state, top_face=face)
    if RANK_OF_FACE[face] == "8":
        return replace(opened, phase="name_suit", turn=state.dealer)
    return (yield from apply_effect(opened, state.dealer, face, None))


def name_suit(state: State, action: NameSuit) -> Steps[State]:
    """Name the suit to follow on the 8 turned up."""
    state.require_phase("name_suit")
    require_turn(action.seat, state.dealer)
    assert state.top_face is not None
    yield events.SuitNamed(state.dealer, action.suit)
    return (yield from apply_effect(state, state.dealer, state.top_face, action.suit))


# A turn: playing a card with its effect, drawing, passing (Rules §3.2).

CARDS_FOR_A_TWO = 2
"""How many cards a 2 makes the next player draw."""


def play_card(state: State, action: Play) -> Steps[State]:
    """Play a card, in turn or into a melee."""
    state.require_phase(*PHASES_OF_A_HAND)
    require_in_game(state, action.seat)
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


def playable_faces(state: State, *, joker: bool = False) -> tuple[Face, ...]:
    """Return every face that may be played by whose turn it is, or what a `joker` may be."""
    fits_always = joker and state.options.joker_as == "any_card" and state.phase != "two"
    if state.phase == "stack" or fits_always:
        return FACES
    return TWOS if state.phase == "two" else faces_that_follow(state.suit_to_follow, state.top_rank)


def _check_fits(state: State, face: Face, *, joker: bool) -> None:
    if face in playable_faces(state, joker=joker):
        return
    if state.phase == "two":
        raise NotAllowed(
            "answer_two", "Only a 2 answers a 2.", card=face, owed=state.cards_owed, seat=state.turn
        )
    raise NotAllowed(
        "does_not_fit",
        f"{face} neither follows {state.suit_to_follow} nor equals {state.top_face}.",
        card=face,
        suit=state.suit_to_follow,
        top=state.top_face,
    )


def _check_suit(state: State, face: Face, suit: Suit | None) -> None:
    if RANK_OF_FACE[face] != "8":
        if suit is not None:
            raise NotAllowed("no_eight", "Only an 8 names a suit.", card=face)
    elif suit is None:
        raise NotAllowed("name_suit", "Name the suit to follow the 8.", card=face)
    elif suit == state.suit_to_follow and state.options.eight_same_suit == "must_change":
        raise NotAllowed("same_suit", f"Name a suit other than {suit}.", suit=suit)


def apply_effect(state: State, seat: int, face: Face, named: Suit | None) -> Steps[State]:
    """Let `face`, played by `seat`, do what it does; an 8 makes `named` the suit."""
    suit = named or SUIT_OF_FACE[face]
    rank = RANK_OF_FACE[face]
    after = state.seat_after(seat)
    if rank == "2":
        return (yield from _two(replace(state, suit_to_follow=suit), after))
    if rank == "3":
        return replace(state, suit_to_follow=suit, phase="stack", turn=seat, cards_owed=0)
    if rank == "4":
        return (yield from begin_melee(replace(state, suit_to_follow=suit), seat))
    if rank == "J":
        yield events.Skipped(after)
        after = state.seat_after(after)
    elif rank == "A":
        state = replace(state, direction=-state.direction)
        yield events.DirectionReversed(state.direction_word)
        after = state.seat_after(seat)
    return replace(state, suit_to_follow=suit, phase="turn", turn=after)


def _two(state: State, victim: int) -> Steps[State]:
    if state.options.two_stacks:
        return replace(
            state, phase="two", turn=victim, cards_owed=state.cards_owed + CARDS_FOR_A_TWO
        )
    drawn = yield from draw_cards(
        replace(state, phase="turn", turn=state.seat_after(victim)), victim, CARDS_FOR_A_TWO
    )
    yield events.Skipped(victim)
    return drawn


def _finish(state: State, seat: int, face: Face) -> Steps[State]:
    """End the hand with `face` as its last card, whose draws may still count."""
    count = {"2": state.cards_owed + CARDS_FOR_A_TWO, "4": FIRST_MELEE_VALUE}.get(
        RANK_OF_FACE[face], 0
    )
    return (yield from end_hand(state, seat, state.seat_after(seat), count))


def draw_cards_in_turn(state: State, action: DrawCards) -> Steps[State]:
    """Draw one card, or what stacked 2s make one draw; the turn is over unless they may play."""
    state.require_phase("turn", "two")
    require_turn(action.seat, state.turn)
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
    """Put nothing on one's 3, or nothing after drawing.

    A last card on the 3 that was not called stays uncalled: the next player has not acted yet.
    """
    state.require_phase("stack", "drawn")
    require_turn(action.seat, state.turn)
    if state.phase == "stack" and state.options.three == "must":
        raise NotAllowed("must_play", "A card must be added to the 3.", seat=state.turn)
    yield events.Passed(state.mover)
    return replace(state, phase="turn", turn=state.seat_after(state.mover))


# The melee after a 4 (Rules §3.2): 5, 6, 7 … of the same suit, by anybody but the attacker. If two
# players want to go on at once, the one whose action comes first plays. `legal_choices` names them
# in the order in which they are asked, the defender first.

FIRST_MELEE_VALUE = 4
"""The value of the card that begins a melee."""


def begin_melee(state: State, seat: int) -> Steps[State]:
    """Let `seat` attack the next player with their 4."""
    assert state.top_face is not None
    fight = Melee(
        SUIT_OF_FACE[state.top_face],
        FIRST_MELEE_VALUE,
        seat,
        attacker=seat,
        defender=state.seat_after(seat),
    )
    yield _attack(fight)
    return replace(state, phase="melee", turn=None, cards_owed=0, melee=fight)


def _attack(fight: Melee) -> events.MeleeAttack:
    return events.MeleeAttack(fight.defender, fight.attacker, fight.value, next_melee_card(fight))


def next_melee_card(fight: Melee) -> Face:
    """Return the card that goes on."""
    return melee_face(fight.value + 1, fight.suit)


def melee_sequence(state: State) -> tuple[Face, ...]:
    """Return the cards of the melee that is on, from the 4 to the last one that there can be."""
    suit = state.running_melee.suit
    return tuple(
        melee_face(value, suit)
        for value in range(FIRST_MELEE_VALUE, state.options.highest_melee_value + 1)
    )


def seats_that_may_continue(state: State) -> tuple[int, ...]:
    """Return who may go on, in the order in which they are asked: the defender first."""
    fight = state.running_melee
    seats = [fight.defender]
    other = state.seat_after(fight.defender)
    while other != fight.defender:
        seats.append(other)
        other = state.seat_after(other)
    may_follow = state.options.attacker_follows_self
    return tuple(seat for seat in seats if may_follow or seat != fight.attacker)


def continue_melee(state: State, action: Play) -> Steps[State]:
    """Go on with the next card: the attacker so far must now defend themselves.

    Attackers who go on themselves (`attacker_follows_self`) keep their defender.
    """
    fight = state.running_melee
    if action.seat not in seats_that_may_continue(state):
        raise NotAllowed("own_attack", "The attacker cannot play the next card.", seat=action.seat)
    face = face_played(action)
    if action.card == JOKER and not state.options.joker_in_melee:
        raise NotAllowed("no_joker_in_melee", "House rule: no joker in a melee.")
    if face != next_melee_card(fight) or action.suit is not None:
        raise NotAllowed(
            "wrong_melee_card",
            f"Only {next_melee_card(fight)} goes on in this melee.",
            card=face,
            needed=next_melee_card(fight),
        )
    require_may_hold(state, action.seat, action.card)
    yield events.CardPlayed(action.seat, action.card, action.face)
    defender = fight.defender if action.seat == fight.attacker else fight.attacker
    fight = replace(fight, value=fight.value + 1, attacker=action.seat, defender=defender)
    joined = replace(discard_card(state, action.seat, action.card, face), melee=fight)
    if not joined.seats[action.seat].card_count:
        return (yield from end_hand(joined, action.seat, defender, fight.value))
    if fight.value == state.options.highest_melee_value:
        return (yield from _over(joined))
    yield _attack(fight)
    return joined


def end_melee(state: State, action: EndMelee) -> Steps[State]:
    """Let the defender draw as many cards as the last one says: nobody goes on.

    A last card that the attacker has not called stays uncalled: the next player has not acted yet.
    """
    state.require_phase("melee")
    require_turn(action.seat, state.running_melee.defender)
    yield events.MeleeEnded(state.running_melee.defender, next_melee_card(state.running_melee))
    return (yield from _over(state))


def _over(state: State) -> Steps[State]:
    fight = state.running_melee
    by_four = state.options.after_melee == "after_player_of_4"
    after = state.seat_after(fight.starter if by_four else fight.defender)
    calm = replace(state, phase="turn", turn=after, suit_to_follow=fight.suit, melee=None)
    return (yield from draw_cards(calm, fight.defender, fight.value))


# Cards on their way: from the stock into hands, onto the discard pile, and back again.

_ORDER = {card: i for i, card in enumerate(PACK)}


def draw_cards(state: State, seat: int, count: int) -> Steps[State]:
    """Let `seat` draw `count` cards, or as many as there still are.

    A scorer counts them; full rules wait for each card (`Take`).
    """
    count = min(count, state.drawable_count)
    yield events.CardsDrawn(seat, count)
    if state.options.knows_all_cards:
        waiting = state.seats_to_take + (seat,) * count
        return (yield from _refill(replace(state, seats_to_take=waiting)))
    drawn = state
    if count > state.stock_count:
        drawn = yield from _reshuffle(state)
    drew = replace(state.seats[seat], card_count=state.seats[seat].card_count + count)
    left = replace(drawn.with_seat(seat, drew), stock_count=drawn.stock_count - count)
    if count and not left.stock_count:
        yield events.StockEmpty()
    return left


def take_card_from_stock(state: State, action: Take) -> Steps[State]:
    """Move a card of the stock (full rules) to the player who takes the next one."""
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
    return (yield from _refill(taken))


def discard_card(state: State, number: int, card: Card, face: Face) -> State:
    """Move `card` from the hand of `number` onto the discard pile, where it counts as `face`."""
    seat = state.seats[number]
    left = seat.card_count - 1
    hand = without_card(seat.known_cards, card) if state.options.knows_all_cards else ()
    return replace(
        state.with_seat(number, replace(seat, card_count=left, known_cards=hand)),
        discard_pile=(*state.discard_pile, card),
        top_face=face,
        last_card_uncalled_by=number if left == 1 else None,
    )


def face_played(action: Play) -> Face:
    """Return what the card played counts as; refuses ``declare_joker`` and ``no_joker``."""
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
    """Keep the top card; the rest of the discard pile becomes stock (Rules §3.2)."""
    yield events.StockReshuffled()
    under = state.discard_pile[:-1]
    unseen = state.stock_cards
    if state.options.knows_all_cards:
        unseen = tuple(sorted(unseen + under, key=_ORDER.__getitem__))
    return replace(
        state,
        stock_count=state.stock_count + len(under),
        stock_cards=unseen,
        discard_pile=state.discard_pile[-1:],
    )


def _take(state: State, action: Take) -> Steps[State]:
    """Take a card; a hand that is won ends when all is drawn."""
    taken = yield from take_card_from_stock(state, action)
    if taken.phase == "score" and not taken.seats_to_take:
        return (yield from settle_hand(taken))
    return taken


# The last card and the fines (Rules §3.2).


def call_last_card(state: State, action: CallLastCard) -> Steps[State]:
    """Call one's last card."""
    state.require_phase(*PHASES_OF_A_HAND)
    require_in_game(state, action.seat)
    if action.seat != state.last_card_uncalled_by:
        raise NotAllowed(
            "nothing_to_call",
            f"{state.seats[action.seat].name} has no last card to call now.",
            seat=action.seat,
            cards=state.seats[action.seat].card_count,
        )
    yield events.LastCardCalled(action.seat)
    return replace(state, last_card_uncalled_by=None)


def close_call_window(state: State, action: CloseCall) -> Steps[State]:
    """End the seconds in which a forgotten call could be noticed."""
    state.require_phase(*PHASES_OF_A_HAND)
    if state.last_card_uncalled_by is None or state.options.call_window_seconds is None:
        raise NotNow("no_open_call", "No timed call is open.")
    yield events.CallForgotten(state.last_card_uncalled_by)
    return replace(state, last_card_uncalled_by=None)


def fine_player(state: State, action: Fine) -> Steps[State]:
    """Make a player draw one card for a call they forgot, or for any other error."""
    state.require_phase(*PHASES_OF_A_HAND)
    require_in_game(state, action.seat)
    if action.fault == "last_card" and action.seat != state.last_card_uncalled_by:
        raise NotAllowed(
            "no_missed_call",
            f"{state.seats[action.seat].name} did not miss a call.",
            seat=action.seat,
            cards=state.seats[action.seat].card_count,
        )
    if not state.drawable_count:
        raise NotAllowed("nothing_to_draw", "There are no cards left to draw.", seat=action.seat)
    yield events.Fined(action.seat, action.fault)
    uncalled = None if action.seat == state.last_card_uncalled_by else state.last_card_uncalled_by
    fined = replace(state, last_card_uncalled_by=uncalled)
    return (yield from draw_cards(fined, action.seat, 1))


# A hand ends (Rules §3.2).

_HAND: tuple[Phase, ...] = ("turn_up", "declare", "name_suit", *PHASES_OF_A_HAND)


def end_hand(state: State, winner: int, victim: int, count: int) -> Steps[State]:
    """End the hand: `winner` has played their last card.

    `victim` still draws the `count` cards of it where the house rules say so.
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
    if count and state.options.finish_effects == "resolved":
        ended = yield from draw_cards(ended, victim, count)
    if state.options.knows_all_cards and not ended.seats_to_take:
        return (yield from settle_hand(ended))
    return ended


def win_hand(state: State, action: HandWon) -> Steps[State]:
    """Believe the players about who is out of cards; all cards are put together again."""
    require_scorer(state)
    state.require_phase(*_HAND)
    require_in_game(state, action.seat)
    unseen = replace(state, win_was_seen=False)
    return collect_cards((yield from end_hand(unseen, action.seat, action.seat, 0)))


RULES: Rules[State] = {
    Take: _take,
    Deal: deal_hands,
    TurnUp: turn_up_first_card,
    Declare: declare_joker,
    NameSuit: name_suit,
    Play: play_card,
    DrawCards: draw_cards_in_turn,
    Pass: pass_,
    EndMelee: end_melee,
    CallLastCard: call_last_card,
    CloseCall: close_call_window,
    Fine: fine_player,
    HandWon: win_hand,
    Show: show_card,
    Score: note_hand_points,
}

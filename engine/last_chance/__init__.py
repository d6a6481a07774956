"""Last Chance (Sean and Thomas McGuire, Ravensburger 1994): auction, dice and nerves.

Keys of the view (money in units; null where there is nothing):

``phase``
    ``flip`` turn over a card · ``roll`` roll the first five dice · ``auction`` · ``overbid``
    confirm that the buyer, who cannot pay, is eliminated · ``bets`` the card is sold, bets are open
    until the cracker rolls · ``crack`` bets are closed · ``over``
``seats``
    ``seat name cash cards active last_chances_left token_bet``; a card is ``symbols prize
    attempts``; ``token_bet`` is ``{"amount", "on"}`` (``on`` is null while secret)
``bank``, ``stake``, ``stake_bills``, ``bets`` (``seat amount on bills``)
    bills are a list of ``[denomination, count]``
``total``
    all money
``card``, ``cards_left``
    the open card, or null · how many cards are still to be won, the open one included
``dice``
    ``face kept locked slot``: kept dice were not rolled last, locked ones may not be rolled, and
    the slot is the die's place on the card (or null)
``slots``
    the card's five places: ``symbol`` and the ``face`` laid on it (or null)
``needs``
    the shortest lists of faces that would complete the card
``needs_beside``
    in a crack, those that complete it beside the dice that stay ("1 2 4 4")
``offered``
    the dice (indices) that would usually stay in the next roll
``attempts_left``, ``flipper``, ``opener`` (must open the bidding), ``banker``, ``cracker``,
``last_chance_call`` (this crack is a last chance), ``high_bid`` (``seat amount``), ``count`` (0…2)
``money``
    the edition's money: ``bid_step bills``, ``prizes`` (lowest and highest seen on cards) and
    ``call`` (``last_chance all_in``)
``ranking``
    null until the end, then ``seat place cash cards qualified``, best first; ``place`` is null for
    players who cannot win
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from engine.core.action import Action
from engine.core.awaited_dice import AwaitedDice
from engine.core.codec import to_json
from engine.core.dice import FACES, kept_and_rolled, require_all_rolled
from engine.core.event import Played
from engine.core.feats import Feat
from engine.core.game import Game
from engine.core.game_rules import BankerPrompt, Timer
from engine.core.ledger import seat_account
from engine.core.people import rename_seats
from engine.core.places import shared_places, winners
from engine.core.refusals import Json
from engine.last_chance import events, odds, player, rules
from engine.last_chance.cards import (
    DICE_COUNT,
    Card,
    card_by_name,
    faces_of_laid_dice,
    fitting_dice,
    possible_next_cards,
)
from engine.last_chance.options import GROUPS, PRESETS, Options
from engine.last_chance.state import CountHighBid, Flip, InitialRoll, PlacedBet, State, bet_account


@dataclass(frozen=True, slots=True)
class Standing:
    """A player: `place` from 1 (None: they cannot win), `cash` in units, and `cards` won."""

    seat: int
    place: int | None
    cash: int
    cards: int
    qualified: bool


class LastChance(Game[State]):
    """The game of Last Chance.

    >>> from engine.core.offered_game import Setup
    >>> from engine.last_chance.state import Bid
    >>> state = LAST_CHANCE.start(Setup(("Ana", "Ben", "Cy"))).state
    >>> state = LAST_CHANCE.play(state, Flip(("2", "3", "4", "5", "6"), 160_000, 3)).state
    >>> roll = LAST_CHANCE.action_from_roll(state, "12244", kept=())
    >>> state = LAST_CHANCE.play(state, roll).state
    >>> round(LAST_CHANCE.odds_even_if_hidden(state)["chance"], 6)
    0.228111
    >>> for action in (Bid(1, 40_000), CountHighBid(1), Bid(2, 50_000)):
    ...     state = LAST_CHANCE.play(state, action).state
    >>> [prompt.code for prompt in LAST_CHANCE.banker_prompts(state)]
    ['count']
    >>> LAST_CHANCE.view(state)["high_bid"]
    {'seat': 2, 'amount': 50000}
    """

    id = "last_chance"
    title = "Last Chance"
    unit = "cash"
    min_players = 2
    max_players = 6
    options = Options
    presets = PRESETS
    option_groups = GROUPS

    begin = staticmethod(rules.begin)
    legal_choices = staticmethod(rules.legal_choices)
    may_join = staticmethod(rules.may_join)
    join = staticmethod(rules.join)
    leave = staticmethod(rules.leave)
    rename = staticmethod(rename_seats)
    odds_even_if_hidden = staticmethod(odds.odds_as_json)
    decide = staticmethod(player.decide)
    rules = rules.RULES

    def turn(self, state: State) -> int | None:
        """Return the flipper, opener, high bidder or cracker; None while anybody may bid."""
        match state.phase:
            case "flip" | "roll":
                return state.flipper
            case "auction" | "overbid":
                return state.high_bid.seat if state.high_bid else state.seat_that_must_open
        return state.cracker

    def odds(self, state: State) -> Mapping[str, Json] | None:
        """Return the odds, but none before the phase that the house rule ``odds_from`` names."""
        rule = state.options.odds_from
        last = {"crack": ("crack",), "bets": ("bets", "crack")}.get(rule)
        return super().odds(state) if last is None or state.phase in last else None

    def player_range(self, options: object) -> tuple[int, int]:
        """Return the minimum and maximum number of players; the edition sets the minimum."""
        assert isinstance(options, Options)
        return options.money_of_edition.min_players, self.max_players

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the cash of each player, in units."""
        return tuple(map(state.cash_of, range(len(state.seats))))

    def balances(self, state: State) -> Mapping[str, int]:
        """Return bank, stake, and each player's cash and bet: all money of the box."""
        return state.money.balances

    def possible_draws(self, state: State) -> Sequence[Action]:
        """Return a `Flip` for each card of the invented deck that may be next, equally likely."""
        if state.phase != "flip":
            return ()
        cards = possible_next_cards(state.options, state.cards_turned_over, state.all_cards_won)
        return [Flip(card.symbols, card.prize, card.attempts) for card in cards]  # type: ignore[arg-type]

    def card_from_action(self, action: Action) -> Mapping[str, Json] | None:
        """Return the symbols, in printed order, the prize and the attempts of a flipped card."""
        return _as_json(action.card if isinstance(action, Flip) else None)

    def card_by_name(self, name: str) -> Mapping[str, Json] | None:
        """Return the card that is called `name`, such as ``3 4 L L C 240 4``."""
        return _as_json(card_by_name(name))

    def timer(self, state: State) -> Timer | None:
        """Return the next count of an auction, unless people count."""
        seconds = state.options.seconds_between_counts
        if state.phase != "auction" or state.high_bid is None or seconds is None:
            return None
        return Timer(CountHighBid(state.auction_count + 1), seconds)

    def awaited_dice(self, state: State) -> AwaitedDice | None:
        """Return the five dice, for the first roll or for an attempt."""
        throw = (state.first_roll_count, state.crack_count, state.attempts_left)
        if state.phase == "roll":
            return AwaitedDice(DICE_COUNT, FACES, throw=throw)
        if state.phase in ("bets", "crack"):
            return AwaitedDice(DICE_COUNT, FACES, state.dice, state.locked_faces, throw=throw)
        return None

    def action_from_roll(self, state: State, faces: Sequence[str], kept: Sequence[int]) -> Action:
        """Return the `InitialRoll`, or the `Throw` of an attempt, for five `faces`.

        Raises `NotNow` (``no_dice``), `NotAllowed` (``throw_all``), `BadAction` (``malformed``).
        """
        self.require_dice(state)
        stay, thrown = kept_and_rolled(faces, kept)
        if state.phase == "roll":
            require_all_rolled(kept)
            return self.actions.parse({"type": "roll", "faces": thrown})
        return self.actions.parse({"type": "throw", "kept": stay, "thrown": thrown})

    def faces_from_action(self, state: State, action: Action) -> tuple[str, ...]:
        """Return the five faces of a first roll or an attempt."""
        if isinstance(action, InitialRoll):
            return action.faces
        return super().faces_from_action(state, action)

    # -- what is shown ---------------------------------------------------------------------

    def table_view(self, state: State) -> dict[str, Json]:
        """Return what everybody may see, except the seats; see the module's docstring."""
        card, high, edition = state.card, state.high_bid, state.options.money_of_edition
        slots = zip(card.symbols if card else (), state.laid_faces, strict=False)
        return {
            "bank": state.money["bank"],
            "stake": state.money["stake"],
            "stake_bills": state.bills_of("stake"),
            "bets": [
                {
                    "seat": bet.seat,
                    **self._token(state, bet),
                    "bills": state.bills_of(bet_account(bet.seat)),
                }
                for bet in state.bets
            ],
            "total": state.money.total,
            "card": to_json(card),
            "cards_left": state.options.cards_in_game - state.cards_out_of_deck,
            "dice": self._view_of_dice(state),
            "slots": [{"symbol": symbol, "face": face} for symbol, face in slots],
            "needs": to_json(state.needs) if card else [],
            "needs_beside": self._needs_beside(state),
            "offered": self._offered(state),
            "attempts_left": state.attempts_left,
            "flipper": state.flipper,
            "cracker": state.cracker,
            "last_chance_call": state.last_chance_called,
            "opener": state.seat_that_must_open,
            "banker": state.options.banker,
            "high_bid": {"seat": high.seat, "amount": high.amount} if high else None,
            "count": state.auction_count,
            "money": {
                "bid_step": edition.smallest_bill,
                "bills": edition.denominations,
                "prizes": edition.prize_range,
                "call": edition.last_chance_name,
            },
        }

    def private_view(self, state: State, seat: int) -> dict[str, Json]:
        """Return the ``bet`` of `seat`, ``amount on``, or null."""
        bet = next((bet for bet in state.bets if bet.seat == seat), None)
        return {"bet": {"amount": bet.amount, "on": bet.yes_or_no} if bet else None}

    def public_seat_view(self, state: State, seat: int) -> dict[str, Json]:
        """Return what everybody may see of the player at `seat`; see the module's docstring."""
        player, rules = state.seats[seat], state.options
        bet = next((bet for bet in state.bets if bet.seat == seat), None)
        left = rules.lc_per_player - player.last_chances_called if rules.lc_enabled else 0
        return {
            "cash": state.cash_of(seat),
            "cards": to_json(player.won_cards),
            "last_chances_left": left,
            "token_bet": self._token(state, bet) if bet else None,
        }

    def _token(self, state: State, bet: PlacedBet) -> dict[str, Json]:
        secret = state.options.bet_visibility == "secret_until_closed" and state.phase == "bets"
        return {"amount": bet.amount, "on": None if secret else bet.yes_or_no}

    def _view_of_dice(self, state: State) -> list[Json]:
        """Return the dice; of those with one face, the first ones are those on the card."""
        locked: list[tuple[str, int | None]] = [
            *((face, slot) for slot, face in enumerate(state.laid_faces) if face is not None),
            *((face, None) for face in state.unplaced_faces),
        ]
        dice: list[Json] = []
        for index, face in enumerate(state.dice):
            place = next((place for place in locked if place[0] == face), None)
            if place:
                locked.remove(place)
            slot = place[1] if place else None
            kept = index < state.kept_dice_count
            dice.append({"face": face, "kept": kept, "locked": place is not None, "slot": slot})
        return dice

    def _needs_beside(self, state: State) -> dict[str, Json]:
        missing = state.missing_faces if state.phase == "crack" and state.dice else {}
        return {" ".join(kept): to_json(faces) for kept, faces in missing.items()}

    def _offered(self, state: State) -> list[Json]:
        if state.card is None:
            return []
        if state.options.lock == "free":
            return [*fitting_dice(state.card.symbols, state.dice, state.options)]
        # A die that stays is locked for good: only the player chooses it.
        return [*range(state.kept_dice_count if state.attempts_used else 0)]

    # -- what is asked ---------------------------------------------------------------------

    def banker_prompts(self, state: State) -> tuple[BankerPrompt, ...]:
        """Return what a banker asks now, the most urgent first, then warnings (Rules §5).

        Bills are lists of ``[denomination, count]``.

        ``flip`` turn over a card: `cards_left` · ``deal`` at the start: `cash` and `bills` for each
        player, `bank` · ``first_roll`` · ``open_bidding``: `min` · ``bidding``: `min` ·
        ``nobody_bids``: `rule`, and the `seat` that would try for free · ``count`` the high bid:
        `next`, `amount`, `seconds` (null: by hand) · ``cannot_pay``, ``overbid`` (to be confirmed):
        `bid`, `cash`, `short`, `to_bank`, `bills` · ``stake`` to lay next to the card: `amount`,
        `bills`, `last_chance` · ``bets``: `min`, `max`, `seats` that may bet · ``throw``:
        `attempts_left`, `attempts`, `needs` · ``lay`` dice may be laid: `faces` · ``unusual_card``
        its prize or attempts are outside the known range · ``card_again`` it was open before in
        this game · ``bank_owes``: `amount` of the IOU · ``game_over``: `winners`
        """
        return (*self._needed(state), *self._warnings(state))

    def _ask_flip(self, state: State) -> Iterator[BankerPrompt]:
        left = state.options.cards_in_game - state.cards_out_of_deck
        yield BankerPrompt("flip", state.flipper, {"cards_left": left})
        if not state.cards_turned_over:
            money, bank = state.options.money_of_edition, state.money["bank"]
            dealt: dict[str, Json] = {"cash": money.start_cash, "bills": money.starting_bills}
            yield BankerPrompt("deal", None, {**dealt, "bank": bank})

    def _ask_auction(self, state: State) -> Iterator[BankerPrompt]:
        high, seconds = state.high_bid, state.options.seconds_between_counts
        if high is not None:
            figures = {"next": state.auction_count + 1, "amount": high.amount, "seconds": seconds}
            yield BankerPrompt("count", high.seat, figures)
            if high.amount > state.cash_of(high.seat):
                yield self._short("cannot_pay", state)
        elif (opener := state.seat_that_must_open) is not None:
            yield BankerPrompt("open_bidding", opener, {"min": rules.lowest_bid(state, opener)})
        else:
            yield BankerPrompt("bidding", None, {"min": state.options.lowest_bid})
            if rules.may_agree_on_no_bid(state):
                cracker = rules.cracker_when_nobody_bids(state)
                rule: dict[str, Json] = {"rule": rules.no_bid_rule(state), "seat": cracker}
                yield BankerPrompt("nobody_bids", None, rule)

    def _short(self, code: str, state: State) -> BankerPrompt:
        assert state.high_bid is not None
        seat, bid = state.high_bid.seat, state.high_bid.amount
        cash = state.cash_of(seat)
        figures: dict[str, Json] = {
            "bid": bid,
            "cash": cash,
            "short": bid - cash,
            "to_bank": cash if state.options.elim_cash == "to_bank" else 0,
            "bills": state.bills_of(seat_account(seat)),
        }
        return BankerPrompt(code, seat, figures)

    def _ask_bets(self, state: State) -> Iterator[BankerPrompt]:
        money, stake = state.options.money_of_edition, state.money["stake"]
        figures: dict[str, Json] = {"amount": stake, "bills": state.bills_of("stake")}
        figures["last_chance"] = state.last_chance_called
        yield BankerPrompt("stake", state.cracker, figures)
        bettors = [bet.seat for bet in state.bets]
        seats = [seat for seat in state.active_seats if state.highest_bet(seat)]
        if waiting := [seat for seat in seats if seat not in bettors]:
            limits = {"min": money.smallest_bill, "max": money.max_bet}
            yield BankerPrompt("bets", None, {**limits, "seats": waiting})
        yield from self._ask_crack(state)

    def _ask_crack(self, state: State) -> Iterator[BankerPrompt]:
        left, attempts = state.attempts_left, state.open_card.attempts
        figures: dict[str, Json] = {"attempts_left": left, "attempts": attempts}
        figures["needs"] = state.needs
        yield BankerPrompt("throw", state.cracker, figures)
        if any(choice.type == "lay" for choice in rules.legal_choices(state)):
            loose = Counter(state.dice) - Counter(faces_of_laid_dice(state.laid_faces))
            yield BankerPrompt("lay", state.cracker, {"faces": sorted(loose.elements())})

    def _warnings(self, state: State) -> Iterator[BankerPrompt]:
        money, card, bank = state.options.money_of_edition, state.card, state.money["bank"]
        if card is not None and state.phase in ("roll", "auction"):
            (least, most), (fewest, many) = money.prize_range, money.attempts_range
            if not (least <= card.prize <= most and fewest <= card.attempts <= many):
                yield BankerPrompt("unusual_card")
            puts_back = state.options.no_bid == "discard_card_draw_new"
            if card in state.cards_turned_over[:-1] and not puts_back:
                yield BankerPrompt("card_again")
        if bank < 0:
            yield BankerPrompt("bank_owes", None, {"amount": -bank})

    def _needed(self, state: State) -> Iterator[BankerPrompt]:
        match state.phase:
            case "flip":
                return self._ask_flip(state)
            case "roll":
                return iter((BankerPrompt("first_roll", state.flipper),))
            case "auction":
                return self._ask_auction(state)
            case "overbid":
                return iter((self._short("overbid", state),))
            case "bets":
                return self._ask_bets(state)
            case "crack":
                return self._ask_crack(state)
        return iter((BankerPrompt("game_over", None, {"winners": winners(self.ranking(state))}),))

    # -- the end, and looking back ---------------------------------------------------------

    def ranking(self, state: State) -> tuple[Standing, ...]:
        """Return all players, those who can win first; equal places are shared."""
        can_win = self._qualified(state)
        worth = {seat: self._worth(state, seat) for seat in range(len(state.seats))}
        places = shared_places({seat: worth[seat] for seat in can_win})
        ordered = sorted(worth, key=worth.__getitem__, reverse=True)
        ordered.sort(key=lambda seat: (seat not in can_win, not state.seats[seat].in_game))
        return tuple(
            Standing(
                seat,
                places.get(seat),
                state.cash_of(seat),
                len(state.seats[seat].won_cards),
                seat in can_win,
            )
            for seat in ordered
        )

    def ending(self, state: State) -> str:
        """Return why a game is over: ``cards_won``, ``one_left`` or ``nobody_left``."""
        if state.cards_out_of_deck >= state.options.cards_in_game:
            return "cards_won"
        return "one_left" if state.active_seats else "nobody_left"

    def _qualified(self, state: State) -> tuple[int, ...]:
        active, rules = state.active_seats, state.options
        if len(active) == 1 and rules.one_left == "end_survivor_wins":
            return active
        return tuple(seat for seat in active if state.seats[seat].won_cards)

    def _worth(self, state: State, seat: int) -> tuple[int, int]:
        """Return what ranks `seat`: their cash, then the tie-break (option `tie`)."""
        cards = state.seats[seat].won_cards
        tie_breaks = {
            "shared": 0,
            "most_cards": len(cards),
            "highest_prize_sum": sum(card.prize for card in cards),
        }
        return state.cash_of(seat), tie_breaks[state.options.tie]

    def find_feats(self, plays: Sequence[Played[State]]) -> Iterator[Feat]:
        """Yield the turning points.

        Codes, with their figures (money in units, chances 0 to 1, exact with best play):

        ``best_bid``        a bid bought a card: ``stake prize chance`` and the expected ``gain``
        ``luckiest_crack``  a crack succeeded: ``chance stake prize attempts``
        ``unlucky_crack``   a crack failed although success was likelier: the same figures, with the
                            ``chance`` of failing
        ``lucky_flash``     a first roll cracked the card: ``chance prize``
        """
        chance, figures = 0.0, dict[str, Json]()
        for at, played in enumerate(plays):
            for event in played.events:
                match event:
                    case events.LuckyFlash(seat, _):
                        yield _lucky_flash(seat, plays[at - 1].state, at)
                    case (
                        events.CardSold()
                        | events.LastChanceCalled()
                        | events.NobodyBid(rule="free_try")
                    ):
                        chance = odds.odds_of_open_card(played.state).chance
                        figures = _figures_of_crack(played.state)
                        if isinstance(event, events.CardSold):
                            yield from _good_bid(played.state, chance, at)
                    case events.CardCracked(seat):
                        luck = {"chance": chance, **figures}
                        yield Feat("luckiest_crack", seat, at, 1 - chance, luck)
                    case events.CrackFailed(seat) if chance > 1 / 2:
                        luck = {"chance": 1 - chance, **figures}
                        yield Feat("unlucky_crack", seat, at, chance, luck)


def _figures_of_crack(state: State) -> dict[str, Json]:
    stake, prize = state.money["stake"], odds.prize_to_win(state)
    return {"stake": stake, "prize": prize, "attempts": state.open_card.attempts}


def _good_bid(state: State, chance: float, at: int) -> Iterator[Feat]:
    assert state.cracker is not None
    stake, prize = state.money["stake"], odds.prize_to_win(state)
    gain = chance * prize - (1 - chance) * stake
    if gain > 0:
        figures = {"stake": stake, "prize": prize, "chance": chance, "gain": round(gain)}
        yield Feat("best_bid", state.cracker, at, gain, figures)


def _lucky_flash(seat: int, before: State, at: int) -> Feat:
    chance = odds.lucky_flash_chance(before.open_card.symbols, before.options)
    figures = {"chance": chance, "prize": odds.prize_to_win(before)}
    return Feat("lucky_flash", seat, at, 1 - chance, figures)


def _as_json(card: Card | None) -> Mapping[str, Json] | None:
    return cast("Mapping[str, Json] | None", to_json(card))


LAST_CHANCE = LastChance()

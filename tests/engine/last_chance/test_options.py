"""Every house rule of Rules §1.5, with each value."""

import pytest

from engine.last_chance.cards import cracks_card
from engine.last_chance.options import Options
from tests.engine.last_chance.table import GAME, K1, K2, Table


def test_next_flipper() -> None:
    """The next flipper is the player to the left of the last flipper or of the last cracker."""
    assert Table().card().sell(1, 10_000).crack().state.flipper == 1
    left_of_cracker = Table(next_flipper="left_of_last_cracker").card().sell(1, 10_000).crack()
    assert left_of_cracker.state.flipper == 2


def test_the_banker_flips_every_card() -> None:
    """As in MB's box, this includes the first card and the one after a lucky flash."""
    table = Table(next_flipper="banker", banker=2)
    assert table.state.flipper == 2
    assert table.card().sell(1, 10_000).crack().state.flipper == 2
    assert table.card(K1, "2 3 4 5 6").state.flipper == 2
    assert GAME.presets["mb_1995"].next_flipper == "banker"  # type: ignore[attr-defined]
    table.do("leave", seat=2)
    assert table.card().sell(1, 10_000).crack().state.flipper == 0


def test_after_a_lucky_flash_both_flipper_rules_agree() -> None:
    """The player to the left of the flipper is next."""
    table = Table(next_flipper="left_of_last_cracker").card().sell(1, 10_000).crack()
    assert table.card(K1, "2 3 4 5 6").state.flipper == 0


def test_a_lucky_flash_makes_its_player_the_last_cracker() -> None:
    """The rule text calls them the lucky cracker: they open the next auction, or try for free.

    This holds on the first card, before anybody has cracked, and after another player's crack.
    """
    table = Table(opener="last_cracker").card(K1, "2 3 4 5 6").card()
    assert (table.state.flipper, table.view["opener"]) == (1, 0)
    table = Table(opener="last_cracker").card()
    table.do("bid", seat=0, amount=0).do("last_chance", seat=2).crack().card(K1, "2 3 4 5 6")
    assert table.card().view["opener"] == 1
    free = Table().card().sell(2, 10_000).crack().card(K1, "2 3 4 5 6").card().do("no_bid")
    assert free.state.cracker == 1


def test_opener_none() -> None:
    """Anybody may bid first, and nobody has to."""
    table = Table().card()
    assert table.view["opener"] is None
    table.do("bid", seat=2, amount=10_000)


def test_opener_last_cracker() -> None:
    """The flipper opens the first auction, then the last cracker, successful or not; 0 is a bid."""
    table = Table(opener="last_cracker").card()
    assert table.prompts["open_bidding"] == (0, {"min": 0})
    refusal = table.refused("bid", seat=1, amount=10_000)
    assert (refusal["code"], refusal["seat"]) == ("opener_first", 0)
    assert table.code("no_bid") == "opener_first"
    assert table.code("pass", seat=0) == "must_open"
    table.do("bid", seat=0, amount=0).do("bid", seat=1, amount=10_000)
    for k in (1, 2, 3):
        table.do("count", k=k)
    assert table.miss().view["opener"] == 1
    table.sell(1, 0)
    assert (table.view["stake"], table.state.cracker) == (0, 1)
    assert table.crack().card().view["opener"] == 1


@pytest.mark.parametrize(("rule", "opener"), [("left_of_eliminated", 0), ("flipper", 1)])
def test_opener_after_an_elimination(rule: str, opener: int) -> None:
    """After a player is out, the player to their left or the flipper opens."""
    table = Table(first=1, opener="last_cracker", opener_after_elim=rule).card()
    table.do("bid", seat=1, amount=0).do("last_chance", seat=2)
    assert table.miss().view["opener"] == opener


def test_opener_banker() -> None:
    """The banker opens or passes; after a pass, anybody may bid."""
    table = Table(opener="banker", banker=2).card()
    assert table.code("bid", seat=0, amount=10_000) == "opener_first"
    assert table.code("bid", seat=2, amount=0) == "bid_too_low"
    assert table.code("pass", seat=0) == "no_passing"
    table.do("pass", seat=2).do("bid", seat=0, amount=10_000).do("bid", seat=2, amount=20_000)


def test_no_bid_gives_the_flipper_or_last_cracker_a_free_try() -> None:
    """By default the flipper, later the last cracker, tries to crack the card with a stake of 0."""
    table = Table(first=2).card().do("no_bid")
    assert (table.state.cracker, table.view["stake"], table.phase) == (2, 0, "bets")
    table.miss().sell(1, 10_000).miss().do("no_bid")
    assert table.state.cracker == 1


def test_no_bid_rerolls_all() -> None:
    """With `reroll_all`, the five dice are rolled again and may give a lucky flash."""
    table = Table(no_bid="reroll_all").card().do("no_bid")
    assert (table.phase, table.dice) == ("roll", "")
    table.do("roll", faces=list("65432"))
    assert table.happened["lucky_flash"]["seat"] == 0


def test_an_eliminated_player_does_not_roll_again() -> None:
    """The next player to the left does, and a lucky flash is theirs."""
    table = Table(no_bid="reroll_all").card().sell(0, 810_000).do("eliminate", seat=0)
    table.do("no_bid")
    assert (table.state.flipper, table.prompts["first_roll"][0]) == (1, 1)
    table.do("roll", faces=list("65432"))
    assert (table.cash, table.state.flipper) == ([0, 960_000, 800_000], 2)


def test_no_bid_discards_the_card() -> None:
    """With `discard_card_draw_new`, the card does not count, and the same player flips again."""
    table = Table(no_bid="discard_card_draw_new").card().do("no_bid")
    assert (table.phase, table.state.flipper, table.view["cards_left"]) == ("flip", 0, 7)
    assert table.view["card"] is None


def test_no_bid_discards_no_card_if_nobody_can_ever_buy_one() -> None:
    """Without money, calls or first rolls, new cards would not sell either, so one player tries.

    With a first roll, which may be a lucky flash, cards are discarded as usual.
    """
    for initial_roll, dice in ((True, "1 2 2 4 4"), (False, "")):
        table = Table(no_bid="discard_card_draw_new", initial_roll=initial_roll).card(K1, dice)
        for seat in (0, 1, 2):  # each wins a card with their call, and then spends everything
            table.do("last_chance", seat=seat).crack().card(K1, dice)
            table.sell(seat, table.cash[seat]).miss()
        assert table.cash == [0, 0, 0]
        table.do("no_bid")
        if initial_roll:
            assert (table.phase, table.view["card"]) == ("flip", None)
        else:
            assert (table.phase, table.state.cracker, table.view["stake"]) == ("bets", 2, 0)


def test_no_bid_discards_a_card_that_all_have_passed() -> None:
    """Players who passed may buy the next card."""
    rules = {"no_bid": "discard_card_draw_new", "initial_roll": False, "pass_is_final": True}
    table = Table(lc_enabled=False, **rules).card(dice="")
    for seat in (0, 1, 2):
        table.do("pass", seat=seat)
    assert table.prompts["nobody_bids"][1]["rule"] == "discard_card_draw_new"
    assert table.do("no_bid").phase == "flip"


def test_no_bid_rerolls_only_what_was_rolled() -> None:
    """Without a first roll, there is nothing to roll again and no lucky flash to come."""
    table = Table(no_bid="reroll_all", initial_roll=False).card(dice="")
    free = {"rule": "flipper_or_last_cracker_free", "seat": 0}
    assert table.prompts["nobody_bids"] == (None, free)
    assert table.event("no_bid")["rule"] == "free_try"
    table.do("no_bid")
    assert (table.phase, table.state.cracker, table.view["stake"]) == ("bets", 0, 0)
    table.miss()
    assert table.prompts["nobody_bids"][1]["rule"] == "reroll_all"
    assert table.event("no_bid")["rule"] == "reroll_all"
    assert (table.do("no_bid").phase, table.dice) == ("roll", "")


@pytest.mark.parametrize("calls", [False, True])
def test_no_bid_waits_unless_nobody_can_act(calls: bool) -> None:
    """With `wait`, the game waits for a bid; if nobody can bid, somebody tries with a stake of 0.

    A player who has passed may still call, but nobody has to wait for this.
    """
    table = Table(no_bid="wait", lc_enabled=calls, pass_is_final=True).card()
    assert table.code("no_bid") == "we_wait"
    assert not table.choices("no_bid")
    for seat in (0, 1, 2):
        table.do("pass", seat=seat)
    assert len(table.choices("last_chance")) == (3 if calls else 0)
    assert table.choices("no_bid")
    assert table.prompts["nobody_bids"][1]["rule"] == "flipper_or_last_cracker_free"
    assert table.event("no_bid")["rule"] == "free_try"
    assert table.do("no_bid").phase == "bets"


def test_min_bid() -> None:
    """The lowest bid is the smallest bill, or 0."""
    assert Table().card().refused("bid", seat=0, amount=0)["min"] == 10_000
    table = Table(min_bid="zero").card().sell(0, 0)
    assert (table.view["stake"], table.state.cracker) == (0, 0)


def test_overbid_at_sale() -> None:
    """By default, a bid beyond the bidder's cash costs nothing until the card is sold."""
    table = Table().card().do("bid", seat=0, amount=810_000)
    assert table.prompts["cannot_pay"] == (
        0,
        {
            "bid": 810_000,
            "cash": 800_000,
            "short": 10_000,
            "to_bank": 800_000,
            "bills": [[100_000, 5], [50_000, 5], [10_000, 5]],
        },
    )
    table.do("bid", seat=1, amount=820_000)
    for k in (1, 2, 3):
        table.do("count", k=k)
    assert table.code("eliminate", seat=0) == "not_the_buyer"
    table.do("eliminate", seat=1)
    assert [seat["active"] for seat in table.view["seats"]] == [True, False, True]


def test_overbid_refused() -> None:
    """With `refuse_bid`, nobody can bid more than they have."""
    table = Table(overbid="refuse_bid").card()
    assert table.code("bid", seat=0, amount=810_000) == "not_enough_cash"
    assert table.choices("bid")[0]["fields"]["amount"]["max"] == 800_000


def test_overbid_at_call() -> None:
    """With `eliminate_at_call`, the bid itself eliminates the player."""
    table = Table(overbid="eliminate_at_call").card().do("bid", seat=0, amount=810_000)
    assert (table.phase, table.choices("eliminate")[0]["seat"]) == ("overbid", 0)


@pytest.mark.parametrize(("rule", "cash"), [("to_bank", 0), ("stays_frozen", 800_000)])
def test_elim_cash(rule: str, cash: int) -> None:
    """The overbidder's cash goes to the bank, or stays with them but counts for nothing."""
    table = Table(elim_cash=rule).card().sell(0, 810_000).do("eliminate", seat=0)
    assert table.cash[0] == cash
    assert sum(table.cash) + table.bank == 8_500_000


def test_lock_within_crack_ends_with_the_crack() -> None:
    """Dice set aside are locked only for this crack."""
    table = Table(lock="within_crack").card(K1, "1 2 2 4 4").sell(0, 10_000)
    assert GAME.awaited_dice(table.state).fixed == ()
    table.throw("2 4", "1 1 1")
    assert GAME.awaited_dice(table.state).fixed == ("2", "4")
    assert table.code("throw", kept=["2"], thrown=list("1111")) == "locked"
    assert all(
        "2" in keep and "4" in keep
        for c in table.choices("throw")
        for keep in c["fields"]["kept"]["one_of"]
    )
    table.throw("2 4", "1 1 1").throw("2 4", "1 1 1").sell(1, 10_000)
    table.throw("", "1 1 1 1 1")


def test_lock_until_cracked_survives_failures() -> None:
    """Dice that fit printed numbers are laid at once and stay for the next cracker."""
    table = Table(lock="until_cracked").card(K1, "1 2 2 4 4").sell(0, 10_000)
    assert [slot["face"] for slot in table.view["slots"]] == ["2", None, "4", None, None]
    assert [die["slot"] for die in table.view["dice"]] == [None, 0, None, 2, None]
    table.throw("2 4", "6 1 1").throw("2 4 6", "1 1").throw("2 4 6", "1 3")
    assert table.phase == "auction"
    table.sell(1, 10_000)
    refusal = table.refused("throw", kept=["2", "4", "6"], thrown=["5", "5"])
    assert (refusal["code"], refusal["faces"]) == ("locked", ["3"])
    table.throw("2 4 6 3", "5")
    assert table.cash[1] == 960_000


def test_lay_fixes_a_joker() -> None:
    """The first die on a long drink fixes all of them; a cocktail must differ."""
    table = Table(lock="within_crack").card(("2 L L C C", 130_000, 4), "5 5 6 1 1")
    table.sell(0, 10_000)
    table.do("lay", slot=1, face="5")
    assert table.code("lay", slot=1, face="5") == "does_not_fit"
    assert table.code("lay", slot=2, face="6") == "does_not_fit"
    assert table.code("lay", slot=3, face="5") == "does_not_fit"
    assert table.code("lay", slot=0, face="6") == "does_not_fit"
    assert table.code("lay", slot=5, face="6") == "no_such_slot"
    assert table.code("lay", slot=3, face="3") == "no_such_die"
    table.do("lay", slot=2, face="5").do("lay", slot=3, face="6")
    assert table.code("lay", slot=4, face="6") == "no_such_die"
    assert GAME.awaited_dice(table.state).fixed == ("5", "5", "6")
    assert table.code("throw", kept=["5", "5"], thrown=list("111")) == "locked"


def test_a_die_laid_on_a_joker_fixes_its_number() -> None:
    """Rules §1.5: any 5 lets 1 2 6 6 crack 1 2 L L C, unless it was laid on a long drink."""
    card = ("1 2 L L C", 160_000, 4)
    table = Table(lock="within_crack").card(card, "1 2 5 3 4").sell(0, 10_000)
    for slot, face in ((0, "1"), (1, "2"), (2, "5")):
        table.do("lay", slot=slot, face=face)
    assert table.view["needs"] == [["5"]]
    table.throw("1 2 5", "6 3")
    lays = [choice["fields"]["slot"]["one_of"] for choice in table.choices("lay")]
    assert (table.view["needs"], lays) == ([["5"]], [[4]])
    table.throw("1 2 5", "6 6")
    assert (table.phase, table.view["needs"]) == ("crack", [["5"]])
    assert table.prompts["throw"][1]["needs"] == [["5"]]
    open_ = Table(lock="within_crack").card(card, "1 2 5 3 4").sell(0, 10_000)
    assert open_.throw("1 2 5", "6 6").happened["card_cracked"]["seat"] == 0


def test_dice_that_match_a_resold_card_are_rolled_again() -> None:
    """The dice on the card are unlocked: they may match, but a crack begins with a roll."""
    table = Table(lock="within_crack").card(("1 2 L L C", 160_000, 1), "1 2 5 3 4")
    table.sell(0, 10_000).do("lay", slot=2, face="5").throw("1 2 5", "6 6")
    assert table.happened["crack_failed"]["seat"] == 0
    assert (table.phase, table.view["needs"]) == ("auction", [])
    told = GAME.odds_even_if_hidden(table.state)
    assert told is not None
    assert told["chance"] == pytest.approx(5 / 6)
    assert told["keep"] == (("1", "2", "6", "6"),)
    assert told["fair_bid"] == 800_000
    table.sell(1, 10_000)
    for slot, face in ((0, "1"), (1, "2"), (2, "6"), (3, "6")):
        table.do("lay", slot=slot, face=face)
    assert not table.choices("lay")
    assert table.code("lay", slot=4, face="5") == "last_die"
    assert table.throw("1 2 6 6", "3").happened["card_cracked"]["seat"] == 1


def test_a_printed_number_comes_before_jokers() -> None:
    """The first 3 goes on the printed 3; the second may be a long drink."""
    table = Table(lock="within_crack").card(K2, "3 3 1 1 2").sell(0, 10_000)
    assert table.code("lay", slot=2, face="3") == "does_not_fit"
    table.do("lay", slot=0, face="3").do("lay", slot=2, face="3")
    table.throw("3 3", "1 1 1")
    assert table.view["needs"] == [["3", "3", "4"]]


@pytest.mark.parametrize("rule", ["within_crack", "until_cracked"])
def test_equally_many_long_drinks_and_cocktails_are_laid_either_way(rule: str) -> None:
    """On 2 L L C C, kept pairs go on long drinks or cocktails as they come (LC-3 under a lock)."""
    table = Table(lock=rule).card(("2 L L C C", 130_000, 4), "2 2 2 5 6").sell(0, 10_000)
    table.throw("2 2 2 6", "1")
    assert [slot["face"] for slot in table.view["slots"]] == ["2", "2", "2", "6", None]
    assert table.throw("2 2 2 6", "6").cash[0] == 930_000


def test_a_kept_die_is_laid_only_where_it_must_belong() -> None:
    """A kept 5 could be a long drink or a cocktail, until two 6s decide."""
    table = Table(lock="within_crack").card(("1 1 L L C", 140_000, 3), "5 2 2 3 4")
    table.sell(0, 10_000).throw("5", "6 6 3 4")
    assert GAME.awaited_dice(table.state).fixed == ("5",)
    assert table.prompts["lay"] == (0, {"faces": ["3", "4", "5", "6", "6"]})
    table.throw("5 6 6", "3 4")
    assert [slot["face"] for slot in table.view["slots"]] == [None, None, "6", "6", "5"]
    table.throw("5 6 6", "1 1")
    assert table.cash[0] == 800_000 - 10_000 + 150_000


def test_lock_free_has_no_places() -> None:
    """Without a lock, no dice are laid on the card."""
    table = Table().card().sell(0, 10_000)
    assert table.code("lay", slot=0, face="2") == "no_lock"
    assert not table.choices("lay")


def test_initial_roll() -> None:
    """Without a first roll, the card is sold without dice, and the first attempt rolls all five."""
    table = Table(initial_roll=False).card(K1, "")
    assert (table.phase, table.dice) == ("auction", "")
    table.sell(0, 10_000)
    assert table.code("throw", kept=["2"], thrown=list("3456")) == "not_there"
    assert table.crack().cash[0] == 960_000


def test_bet_visibility() -> None:
    """Secret bets hide their side until the betting is closed; open bets show it at once."""
    shown = []
    for rule in ("open", "secret_until_closed"):
        table = Table(bet_visibility=rule).card().sell(0, 10_000)
        table.do("bet", seat=1, amount=10_000, on="no")
        before = table.view["seats"][1]["token_bet"], table.view["bets"][0]["on"]
        assert GAME.private_view(table.state, 1) == {"bet": {"amount": 10_000, "on": "no"}}
        assert GAME.private_view(table.state, 2) == {"bet": None}
        table.do("close_bets")
        shown.append((*before, table.view["bets"][0]["on"]))
    assert shown == [
        ({"amount": 10_000, "on": "no"}, "no", "no"),
        ({"amount": 10_000, "on": None}, None, "no"),
    ]


@pytest.mark.parametrize(("rule", "cash"), [(False, 960_000), (True, 1_060_000)])
def test_bets_to_cracker(rule: bool, cash: int) -> None:
    """A lost bet on "no" goes to the bank or to the cracker, a lost bet on "yes" to the bank."""
    table = Table(bets_to_cracker=rule).card().sell(0, 100_000)
    table.do("bet", seat=1, amount=100_000, on="no").crack()
    assert table.cash == [cash, 700_000, 800_000]
    table = Table(bets_to_cracker=rule).card().sell(0, 100_000)
    table.do("bet", seat=1, amount=100_000, on="yes").miss()
    assert table.cash == [700_000, 700_000, 800_000]


@pytest.mark.parametrize(("rule", "made"), [("may_equal", True), ("must_differ", False)])
def test_joker_vs_printed(rule: str, made: bool) -> None:
    """A joker may or may not equal a printed number."""
    rules = Options(joker_vs_printed=rule)
    assert cracks_card(["3", "4", "L", "L", "L"], ["3", "3", "3", "3", "4"], rules) is made
    assert cracks_card(["3", "4", "L", "L", "L"], ["3", "4", "5", "5", "5"], rules)


def test_joker_vs_printed_under_a_lock() -> None:
    """If they must differ, no printed number can be laid on a joker."""
    table = Table(lock="within_crack", joker_vs_printed="must_differ").card(K2, "3 3 1 1 2")
    table.sell(0, 10_000)
    assert table.code("lay", slot=2, face="3") == "does_not_fit"


def test_joker_mode() -> None:
    """Independent jokers (J) are any numbers; cards with them have neither L nor C."""
    rules = Options(joker_mode="J_independent")
    assert cracks_card(["1", "2", "J", "J", "J"], ["6", "5", "3", "2", "1"], rules)
    table = Table(joker_mode="J_independent")
    assert table.choices("flip")[0]["fields"]["symbols"]["list_of"] == [*"123456", "J"]
    refusal = table.refused("flip", symbols=["1", "2", "L", "L", "L"], prize=130_000, attempts=3)
    assert refusal["code"] == "bad_symbols"
    assert table.code("flip", symbols=["J"] * 5, prize=130_000, attempts=3) == "only_jokers"
    assert table.choices("flip")[0]["fields"]["symbols"]["not_only"] == "J"
    table.card(("1 2 2 J J", 130_000, 3), "6 6 6 6 6")


def test_jokers_under_a_lock_are_independent() -> None:
    """Each J takes whatever die is laid on it."""
    table = Table(joker_mode="J_independent", lock="until_cracked")
    table.card(("1 2 2 J J", 130_000, 3), "6 5 4 3 3").sell(0, 10_000)
    table.throw("6 5", "1 2 3")
    assert [slot["face"] for slot in table.view["slots"]] == ["1", "2", None, "5", "6"]


def test_pass_is_final() -> None:
    """Players who passed cannot bid again in this auction, but may in the next, and may call."""
    table = Table(pass_is_final=True).card().do("pass", seat=1)
    assert table.code("bid", seat=1, amount=10_000) == "has_passed"
    assert table.code("pass", seat=1) == "has_passed"
    table.do("bid", seat=0, amount=10_000)
    assert table.code("pass", seat=0) == "own_high_bid"
    assert [choice["seat"] for choice in table.choices("pass")] == [2]
    table.do("last_chance", seat=1)
    assert Table().card().code("pass", seat=1) == "no_passing"


def test_pass_of_an_opening_banker_is_final_too() -> None:
    """If passes are final, a banker who does not open is out of this auction."""
    table = Table(opener="banker", pass_is_final=True).card().do("pass", seat=0)
    assert table.code("bid", seat=0, amount=10_000) == "has_passed"


def test_early_stop() -> None:
    """The cracker may give up after a roll if the house rule allows it."""
    table = Table().card().sell(0, 10_000).throw("", "1 1 1 1 1")
    assert table.code("stop") == "no_stopping"
    table = Table(early_stop=True).card().sell(0, 10_000)
    assert table.code("stop") == "throw_first"
    table.throw("", "1 1 1 1 1").do("stop")
    assert (table.phase, table.cash[0]) == ("auction", 790_000)


def test_lc_zero() -> None:
    """A player without money may call the last chance, or it needs the smallest bill."""
    poor = [Table(lc_zero=rule).card().sell(0, 800_000).miss() for rule in ("allow", "need_10000")]
    assert poor[0].do("last_chance", seat=0).view["stake"] == 0
    assert poor[1].code("last_chance", seat=0) == "not_enough_cash"
    assert [choice["seat"] for choice in poor[1].choices("last_chance")] == [1, 2]
    last_bill = Table(lc_zero="need_10000").card().sell(0, 790_000).miss()
    assert last_bill.do("last_chance", seat=0).view["stake"] == 10_000


def test_lc_enabled_and_lc_per_player() -> None:
    """The last chance can be off, or be called more than once."""
    table = Table(lc_enabled=False).card()
    assert table.code("last_chance", seat=0) == "last_chance_off"
    assert table.view["seats"][0]["last_chances_left"] == 0
    table = Table(lc_per_player=2).card().do("last_chance", seat=0).crack()
    assert table.view["seats"][0]["last_chances_left"] == 1
    table.card().do("last_chance", seat=0).crack().card()
    assert table.code("last_chance", seat=0) == "last_chance_spent"


def _one_left(**options: object) -> Table:
    table = Table(**options).card()
    for seat in (0, 1):
        table.sell(seat, 810_000).do("eliminate", seat=seat)
    return table


def test_one_left() -> None:
    """The last remaining player wins at once or plays on."""
    table = _one_left()
    assert table.phase == "over"
    assert table.prompts["game_over"] == (None, {"winners": [2]})
    assert GAME.result(table.state).ending == "one_left"
    assert not GAME.legal_choices(table.state)
    assert table.code("no_bid") == "game_over"
    table = _one_left(one_left="play_on")
    assert table.phase == "auction"
    table.sell(2, 10_000).crack()
    assert (table.phase, table.state.flipper) == ("flip", 2)


def test_nobody_left() -> None:
    """When the last player is out too, the game is over and nobody wins."""
    table = _one_left(one_left="play_on").sell(2, 810_000).do("eliminate", seat=2)
    assert (table.phase, table.prompts["game_over"]) == ("over", (None, {"winners": []}))
    assert GAME.result(table.state).ending == "nobody_left"


def _tied(rule: str) -> list[tuple[int, int | None]]:
    """Play three cards: Ana wins two small ones, Ben a big one, and they end with equal cash."""
    table = Table(cards_in_game=3, tie=rule)
    table.card(("2 3 4 5 6", 100_000, 3)).sell(0, 10_000).crack()
    table.card(("2 3 4 5 6", 100_000, 3)).sell(0, 10_000).crack()
    table.card(("2 3 4 5 6", 200_000, 3)).sell(1, 10_000).crack()
    return [(s["seat"], s["place"]) for s in table.view["ranking"]]


def test_tie() -> None:
    """With equal cash the win is shared, or decided by the cards or by their prizes."""
    assert _tied("shared") == [(0, 1), (1, 1), (2, None)]
    assert _tied("most_cards") == [(0, 1), (1, 2), (2, None)]
    assert _tied("highest_prize_sum") == [(0, 1), (1, 1), (2, None)]


def test_cards_in_game() -> None:
    """The game ends after the agreed number of cards."""
    table = Table(cards_in_game=2).card(K1, "2 3 4 5 6")
    assert table.view["cards_left"] == 1
    assert table.card(K1, "2 3 4 5 6").phase == "over"


def test_bank_limit() -> None:
    """A bank without bills writes an IOU or pays what it has."""
    banks, cash = [], []
    for rule in ("unlimited", "physical"):
        table = Table(bank_limit=rule, cards_in_game=36)
        while table.bank >= 1_000_000:
            table.card(("2 3 4 5 6", 1_000_000, 3), "2 3 4 5 6")
        assert table.bank == 100_000
        table.card(("2 3 4 5 6", 1_000_000, 3), "2 3 4 5 6")
        banks.append((table.bank, "bank_owes" in table.prompts))
        cash.append(sum(table.cash))
    assert banks == [(-900_000, True), (0, False)]
    assert cash == [9_400_000, 8_500_000]


def test_auction_clock() -> None:
    """After a bid, a running clock counts every 2, 3 or 5 seconds; by hand it never does."""
    seconds = []
    for rule in ("every_2s", "every_3s", "every_5s", "manual"):
        table = Table(auction_clock=rule).card()
        assert GAME.timer(table.state) is None
        timer = GAME.timer(table.do("bid", seat=0, amount=10_000).state)
        seconds.append(timer and (timer.seconds, timer.action.to_json()))
    one = {"type": "count", "k": 1}
    assert seconds == [(2.0, one), (3.0, one), (5.0, one), None]


@pytest.mark.parametrize(
    ("preset", "fewest", "start", "bank"),
    [
        ("ravensburger_1994", 3, 800_000, 8_500_000),
        ("ravensburger_ewjimmy", 3, 800_000, 8_500_000),
        ("mb_1995", 2, 5_000, 85_000),
        ("yahtzee_deluxe_poker_2005", 2, 6_500, 110_500),
    ],
)
def test_presets_have_their_own_money(preset: str, fewest: int, start: int, bank: int) -> None:
    """Each edition has its own bills and its own numbers of players."""
    names = ("Ana", "Ben", "Cy")[:fewest]
    table = Table(*names, preset=preset)
    assert table.cash == [start] * fewest
    assert table.bank == bank - fewest * start
    assert sum(bill * count for bill, count in table.state.bills_of("bank")) == table.bank


def test_presets_differ_as_the_editions_do() -> None:
    """The page lists only how an edition differs from the first one."""
    described = GAME.description_for_page()
    assert described["presets"] == {
        "ravensburger_1994": {},
        "ravensburger_ewjimmy": {
            "next_flipper": "left_of_last_cracker",
            "opener": "last_cracker",
            "lock": "within_crack",
        },
        "mb_1995": {
            "money": "mb",
            "next_flipper": "banker",
            "initial_roll": False,
            "opener": "banker",
            "lock": "until_cracked",
        },
        "yahtzee_deluxe_poker_2005": {
            "money": "deluxe",
            "next_flipper": "banker",
            "initial_roll": False,
            "opener": "banker",
            "bets_to_cracker": True,
            "lock": "until_cracked",
            "joker_mode": "J_independent",
        },
    }
    assert described["players"]["mb_1995"] == (2, 6)
    assert described["players"]["ravensburger_1994"] == (3, 6)


def test_mb_bets_and_bids_are_in_hundreds() -> None:
    """In the MB box, bids go in steps of 100, bets from 100 to 1 000, and the banker opens."""
    table = Table("Ana", "Ben", preset="mb_1995").card(("2 3 4 5 6", 1_600, 3), "")
    table.do("bid", seat=0, amount=300)
    assert table.code("bid", seat=1, amount=350) == "bid_step"
    for k in (1, 2, 3):
        table.do("count", k=k)
    assert table.code("bet", seat=1, amount=1_100, on="no") == "bet_limits"
    table.do("bet", seat=1, amount=1_000, on="no")


def test_all_in_is_the_last_chance_of_the_deluxe_box() -> None:
    """The deluxe box has another name for the call."""
    table = Table(preset="yahtzee_deluxe_poker_2005").card(("2 3 4 5 J", 2_000, 3), "")
    assert table.view["money"]["call"] == table.event("last_chance", seat=0)["call"] == "all_in"


@pytest.mark.parametrize(
    ("odds_from", "told"),
    [
        ("crack", {"crack"}),
        ("bets", {"bets", "crack"}),
        ("auction", {"roll", "auction", "bets", "crack"}),
    ],
)
def test_odds_from(odds_from: str, told: set[str]) -> None:
    """Bidders and bettors do not see what a bid or bet is worth, unless a house rule allows it."""
    table = Table(odds_from=odds_from).card(K1, "")
    states = [table.state, table.do("roll", faces=list("12244")).state]
    states += [table.sell(0, 10_000).state, table.do("close_bets").state]
    assert {state.phase for state in states if GAME.odds(state) is not None} == told
    assert all(GAME.odds_even_if_hidden(state) for state in states)

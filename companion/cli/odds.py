"""Print the exact chance of cracking a Last Chance card with best play.

It also prints the best dice to keep, the cost of other choices, the chance of a lucky flash, the
value of a bet on each side and, with --prize, the highest bid that does not lose money in the long
run.
"""

import argparse
import json
from typing import Any

from companion.cli.arguments import parse_number_from
from engine.core.options import options_with_changes
from engine.core.refusals import Refusal
from engine.last_chance.odds import (
    Odds,
    expected_bet_gain,
    fair_bid,
    lucky_flash_chance,
    odds_of_card,
)
from engine.last_chance.options import PRESETS, Options

WORST_MISTAKES = 5
"""How many other choices of dice are printed for people, cheapest first."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "--card", required=True, type=_faces, help='"2 3 4 L C": L a long drink, C a cocktail'
    )
    amount = parse_number_from(0)
    parser.add_argument("--attempts", required=True, type=amount, help="attempts left")
    parser.add_argument(
        "--dice", default=[], type=_faces, help='dice rolled, such as "1 2 2 4 4" (default: none)'
    )
    parser.add_argument("--prize", type=amount, help="prize of the card, for the fair bid")
    parser.add_argument("--preset", default="", help="edition to play")
    parser.add_argument(
        "--lock",
        default="",
        help="free, within_crack or until_cracked: when dice set aside may be rolled again",
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.set_defaults(command=_odds)


def _faces(text: str) -> list[str]:
    """Return the faces or symbols in `text`, separated or not: "2 3 4 L C", "234LC"."""
    return list("".join(text.split()))


def _odds(args: argparse.Namespace) -> int:
    preset = args.preset or next(iter(PRESETS))
    if preset not in PRESETS:
        args.error(f"unknown edition {preset!r}; choose from {', '.join(PRESETS)}")
    rules = {"lock": args.lock} if args.lock else {}
    try:
        options = options_with_changes(Options, PRESETS[preset], rules)
        found = odds_of_card(args.card, args.dice, args.attempts, options)
    except Refusal as refusal:
        args.error(refusal.message)
    answer = {
        "chance": found.chance,
        "keep": [list(pile) for pile in found.best_keeps],
        "others": [{"keep": list(pile), "cost": cost} for pile, cost in found.costs.items()],
        "lucky_flash": lucky_flash_chance(args.card, options) if options.initial_roll else None,
        "fair_bid": None if args.prize is None else fair_bid(found.chance, args.prize),
        "bet": {side: expected_bet_gain(found.chance, 1, side) for side in ("yes", "no")},
    }
    if args.json:
        print(json.dumps(answer))
    else:
        print("\n".join(_lines(answer, found)))
    return 0


def _lines(answer: dict[str, Any], found: Odds) -> list[str]:
    """Return `answer` as lines for people."""
    lines = [f"chance {answer['chance']:.4%}"]
    lines += ["keep " + _pile(pile) for pile in answer["keep"]]
    others = [f"or keep {_pile(pile)}: {-cost:.4%}" for pile, cost in found.costs.items()]
    lines += others[:WORST_MISTAKES]
    if len(others) > WORST_MISTAKES:
        lines.append(f"{len(others) - WORST_MISTAKES} others cost more")
    if answer["lucky_flash"] is not None:
        lines.append(f"lucky flash {answer['lucky_flash']:.4%}")
    if answer["fair_bid"] is not None:
        lines.append(f"fair bid {answer['fair_bid']:,.0f}")
    gains = (f"on {side} {gain:+.4%}" for side, gain in answer["bet"].items())
    return [*lines, "a bet gains " + ", ".join(gains)]


def _pile(faces: tuple[str, ...] | list[str]) -> str:
    return " ".join(faces) or "nothing"

"""`croupier odds`: the exact chance to crack a card of Last Chance, and the best dice to keep."""

import argparse
import json
from typing import Any


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "odds",
        help="the chance to crack a card",
        description="The exact chance to crack a card of Last Chance with best play, and the best"
        " dice to keep.",
    )
    parser.add_argument(
        "--card", required=True, type=str.split, help='"2 3 4 L C": L a long drink, C a cocktail'
    )
    parser.add_argument("--attempts", required=True, type=int, help="throws that are left")
    parser.add_argument(
        "--dice", default=[], type=str.split, help='"1 2 2 4 4" as they lie (default: none yet)'
    )
    parser.add_argument("--preset", default="", help="the edition whose house rules are played")
    parser.add_argument(
        "--lock",
        default="",
        help="free, within_crack or until_cracked: may set aside dice be thrown again?",
    )
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    parser.set_defaults(command=_odds, error=parser.error)


def _odds(args: argparse.Namespace) -> int:
    from engine.core.options import resolve
    from engine.core.refusals import Refusal
    from engine.last_chance.odds import odds
    from engine.last_chance.options import PRESETS, Options

    preset = args.preset or next(iter(PRESETS))
    if preset not in PRESETS:
        args.error(f"there is no edition {preset!r}, only {', '.join(PRESETS)}")
    rules = {"lock": args.lock} if args.lock else {}
    try:
        options = resolve(Options, PRESETS[preset], rules)
        found = odds(args.card, args.dice, args.attempts, options)
    except Refusal as refusal:
        args.error(refusal.message)
    if args.json:
        print(json.dumps({"chance": found.chance, "keep": [list(pile) for pile in found.keep]}))
        return 0
    print(f"chance {found.chance:.4%}")
    for pile in found.keep:
        print("keep " + (" ".join(pile) or "nothing"))
    return 0

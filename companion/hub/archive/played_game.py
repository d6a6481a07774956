"""Whether what a table tells of a game can be true: pages of the whole café show it."""

import json
from collections.abc import Sequence

from companion.mqtt.messages import MOST_SEATS, PlayedGame

_MOST_LETTERS, _MOST_FEATS, _MOST_BODIES = 200, 65536, 16


def fault_of_game(told: PlayedGame) -> str:
    """Return why no table has played such a game; nothing if one may have."""
    summary, line = told.summary, told.summary["line"]
    names, places, seats = line["names"], line["places"], len(line["names"])
    texts = [*names, line["game"], line["title"], line["unit"], told.dice_set, *summary["dice"]]
    if not 1 <= seats <= MOST_SEATS:
        return "nobody or too many played"
    if any("\0" in text or len(text) > _MOST_LETTERS for text in texts):
        return "a text is too long or none"
    if len(line["scores"]) != seats or any(abs(score) >= 2**63 for score in line["scores"]):
        return "the scores are not those of its players"
    if places is not None and (len(places) != seats or not _are_places(places)):
        return "the places are not those of its players"
    if len(summary["dice"]) > _MOST_BODIES or not all(map(_are_counts, summary["dice"].values())):
        return "the dice are none"
    return "too many feats" if len(json.dumps(summary["feats"])) > _MOST_FEATS else ""


def _are_places(places: Sequence[int | None]) -> bool:
    return all(place is None or 1 <= place <= len(places) for place in places)


def _are_counts(counts: Sequence[int]) -> bool:
    return len(counts) == 6 and all(0 <= count < 2**31 for count in counts)

"""The sentences of the events of a game.

The sentence of an event is ``event_GAME_SENTENCE`` or, if games share it, ``event_SENTENCE``. Its
placeholders are filled with the event's own fields: ``{name}`` is the player at ``seat``,
``{other}`` the one at ``other_seat``, ``{names}`` those at ``seats``. Of
``[{name} rolls|You roll]``, the page shows the second form on the device of that player. A word is
looked up as ``FIELD_WORD`` or ``face_WORD``. The page does the same in
companion/static/js/sentences.js.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.words import catalogue, format_number
from engine.core.event import Played
from engine.core.game import Game
from engine.core.game_file import Replay

_PLAYING_CARD = re.compile(r"(10|[2-9JQKA])([CDHS])")
# "[{name} rolls|You roll]": for others, and for that player.
_FORMS = re.compile(r"\[([^|\]]*)\|[^\]]*\]")
_SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def replay_lines(replay: Replay) -> list[str]:
    """Return what happened in a replayed game, in English, with one line for each act."""
    return ["; ".join(act_sentences("en", replay.game, played)) for played in replay.plays]


def act_sentences(language: str, game: Game[Any], played: Played[Any]) -> list[str]:
    """Return the sentences, in `language`, of what everybody may know of an act."""
    names, title = played.state.names, game.display_title(played.state)
    public = (event.public().to_json() for event in played.events)
    said = (event_sentence(language, game.id, event, names, title) for event in public)
    return [sentence for sentence in said if sentence]


def event_sentence(
    language: str, game: str, event: Mapping[str, Any], names: Sequence[str], title: str = ""
) -> str:
    """Return the sentence of `event` (JSON) of `game` in `language`; "" if it has none.

    `names` are the players by seat, `title` is the title of the game. Raises `KeyError` if the
    catalogue lacks the sentence.
    """
    sentence = event.get("sentence", event["type"])
    if not sentence:
        return ""
    words = catalogue(language)
    key = f"event_{game}_{sentence}"
    entry = words[key if key in words else f"event_{sentence}"]
    if isinstance(entry, dict):
        entry = entry["one" if event.get("count") == 1 else "other"]
    return _FORMS.sub(r"\1", entry).format_map(_figures(language, event, names, title))


def _figures(
    language: str, event: Mapping[str, Any], names: Sequence[str], title: str
) -> dict[str, str]:
    figures = {"title": title, "names": ", ".join(names)}
    for field, value in event.items():
        if field == "seats":
            figures["names"] = ", ".join(names[seat] for seat in value)
        elif field == "seat":
            figures.setdefault("name", "" if value is None else names[value])
        elif field.endswith("_seat"):
            figures[field.removesuffix("_seat")] = "" if value is None else names[value]
        elif field == "name":
            figures["name"] = value
        else:
            figures[field] = _figure(language, field, value)
    return figures


def _figure(language: str, field: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool):
        return format_number(language, value)
    if isinstance(value, list | tuple):
        return " ".join(_figure(language, field, one) for one in value)
    words = catalogue(language)
    if card := _PLAYING_CARD.fullmatch(str(value)):
        rank, suit = card.groups()
        return str(words.get(f"index_{rank}", rank)) + _SUIT_SIGNS[suit]
    return str(words.get(f"{field}_{value}", words.get(f"face_{value}", value)))

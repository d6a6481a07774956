"""What `companion.web.looking_back` and `companion.web.backups` serve, as OpenAPI."""

from typing import Any, get_args

from companion.table.backup import MIMETYPE
from companion.upkeep.health import Level
from companion.web.openapi_parts import (
    ANY,
    FLAG,
    NUMBER,
    WHOLE,
    WORD,
    json_answer,
    listing,
    on_table,
    operation,
    post,
    query,
    record,
    ref,
)

_TIME = {**WORD, "format": "date-time", "description": "UTC"}
_MAYBE_WORD = {"type": ["string", "null"]}
_PLACE = {"type": ["integer", "null"], "description": "from 1; null: not over, or could not win"}
_VERSION = {**WHOLE, "description": "the row of the log that brought it"}
_SCORES = listing(WHOLE) | {"description": "by seat, in `unit`"}
_FEAT = {
    "code": {**WORD, "description": "listed in engine/GAME/feats.py; and `took_lead` {share}"},
    "version": _VERSION,
    "at": _TIME,
    "figures": {
        "type": "object",
        "description": "money in units; `chance` (0 to 1): how likely it was to come so",
    },
}

LOOKING_BACK_SCHEMAS: dict[str, Any] = {
    "Feat": {
        **record({"seat": WHOLE, **_FEAT}, "code", "seat", "version", "at", "figures"),
        "description": "a turning point, at most one of each code in a game that is over",
    },
    "Story": record(
        {
            "game": WORD,
            "title": WORD,
            "over": FLAG,
            "ending": {**_MAYBE_WORD, "description": "stable word for how it ended"},
            "unit": {**WORD, "description": "what scores count: cash, bones, points"},
            "fewest_wins": FLAG,
            "began": _TIME,
            "last": {**_TIME, "description": "UTC, of the newest act"},
            "seconds": {**WHOLE, "description": "from the first to the newest act"},
            "acts": WHOLE,
            "seats": listing(
                record(
                    {"seat": WHOLE, "name": WORD, "score": WHOLE, "place": _PLACE, "winner": FLAG},
                    *("seat", "name", "score", "place", "winner"),
                )
            ),
            "series": {
                **listing(
                    record(
                        {"version": _VERSION, "at": _TIME, "scores": _SCORES},
                        *("version", "at", "scores"),
                    )
                ),
                "description": "the start, each act that changed a score, and the newest act",
            },
            "feats": listing(ref("Feat")),
            "bg_stats": {
                **_MAYBE_WORD,
                "description": "the address that hands the game to the app BG Stats; null before"
                " the end",
            },
        },
        *("game", "title", "over", "ending", "unit", "fewest_wins", "began", "last", "seconds"),
        *("acts", "seats", "series", "feats", "bg_stats"),
    ),
    "Statistics": record(
        {
            "games": {
                **listing(
                    record(
                        {
                            "game": WORD,
                            "title": WORD,
                            "unit": WORD,
                            "version": {**WHOLE, "description": "its first row: `?game=` of Story"},
                            "began": _TIME,
                            "last": _TIME,
                            "over": FLAG,
                            "names": listing(WORD),
                            "scores": _SCORES,
                            "places": {"type": ["array", "null"], "items": _PLACE},
                        },
                        *("game", "version", "began", "over", "names", "scores", "places"),
                    )
                ),
                "description": "newest first; games that were undone are left out, and older ones"
                " that today's rules refuse",
            },
            "players": {
                **listing(
                    record(
                        {
                            "name": WORD,
                            "games": WHOLE,
                            "finished": WHOLE,
                            "won": WHOLE,
                            "by_game": listing(
                                record(
                                    {
                                        "game": WORD,
                                        "title": WORD,
                                        "unit": WORD,
                                        "finished": WHOLE,
                                        "won": WHOLE,
                                        "best": WHOLE,
                                        "mean": NUMBER,
                                    },
                                    *("game", "title", "unit", "finished", "won", "best", "mean"),
                                )
                            ),
                            "feats": listing(
                                record({"game": WORD, "seat": WHOLE, **_FEAT}, "game", "code")
                            ),
                        },
                        *("name", "games", "finished", "won", "by_game", "feats"),
                    )
                ),
                "description": "most games won first; `feats` are a player's own best ones",
            },
            "left_out": {**WHOLE, "description": "older games that today's rules refuse"},
        },
        *("games", "players", "left_out"),
    ),
}

_LEVEL = {"enum": list(get_args(Level))}
_FINDING = record(
    {
        "code": {**WORD, "description": "listed in companion/upkeep/health.py"},
        "level": _LEVEL,
        "figures": ANY,
    },
    *("code", "level", "figures"),
)
_BACKUP = {
    "name": WORD,
    "why": {"enum": ["auto", "replaced", "upload"]},
    "at": _TIME,
    "bytes": WHOLE,
}
_UPLOADED = record(
    {
        **_BACKUP,
        "rows": WHOLE,
        "games": WHOLE,
        "last": {**_MAYBE_WORD, "description": "when something was last done"},
        "names": {**listing(WORD), "description": "the players of its newest game"},
        "strange": {
            **listing(WHOLE),
            "description": "rows of old games that today's rules see otherwise",
        },
    },
    *("name", "rows", "games", "last", "names"),
)
_RESTORE = record(
    {"name": WORD, "run": WORD, "version": {**WHOLE, "description": "that the page saw"}},
    *("name", "run", "version"),
)
_NOT_RESTORED = {
    "409": "stale: `snapshot` holds the newest",
    "422": "no_such_backup",
    "503": "log_unwritable, log_damaged, log_foreign, log_newer; nothing was changed",
}
LOOKING_BACK_SCHEMAS["Backup"] = record(_BACKUP, *_BACKUP)

_GAME = query("game", "the first row of an older game; without it the newest", required=False)


def _file(mimetype: str, about: str) -> dict[str, Any]:
    return {"description": about, "content": {mimetype: {}}}


def _get(about: str, answer: dict[str, Any], *parameters: dict[str, Any]) -> dict[str, Any]:
    refused = {"422": "no_game, not_over"} if parameters else {}
    return {"get": on_table(operation(about, answer, refused), *parameters)}


def _copied(about: str, answer: dict[str, Any], *parameters: dict[str, Any]) -> dict[str, Any]:
    """Return the path item of what is made of a copy of the log, for which there must be room."""
    refused = {"503": "log_unwritable, log_damaged"}
    return {"get": on_table(operation(about, answer, refused), *parameters)}


def looking_back_paths(one: str) -> dict[str, Any]:
    """Return the paths below `one`, that of a table."""
    listed = json_answer(record({"backups": listing(ref("Backup"))}, "backups"), "newest first")
    well = json_answer(
        record({"level": _LEVEL, "findings": listing(_FINDING)}, "level", "findings"),
        "what was looked at",
    )
    unsound = {"422": "log_damaged, log_foreign, log_newer"}
    upload = post("Check a backup and keep it", {}, json_answer(_UPLOADED, "sound"), unsound)
    upload["post"]["requestBody"]["content"] = {MIMETYPE: {}}
    restored = json_answer(ref("Snapshot"), "restored")
    return {
        f"{one}/story": _get("A game told", json_answer(ref("Story"), "so far"), _GAME),
        f"{one}/statistics": _get("All games", json_answer(ref("Statistics"), "so far")),
        f"{one}/export.csv": _get(
            "A game, act by act", _file("text/csv", "one line an act"), _GAME
        ),
        f"{one}/export.json": _get("A game file", json_answer(ANY, "can be played again"), _GAME),
        f"{one}/games.csv": _get("All games", _file("text/csv", "one line a player and game")),
        f"{one}/bundle": _copied(
            "A bug report",
            _file("application/zip", "plays again elsewhere"),
            query("names", "1: with the names of the players", required=False),
        ),
        f"{one}/health": {"get": on_table(operation("Is all well?", well))},
        f"{one}/backup": _copied("All games and pictures", _file(MIMETYPE, "a backup")),
        f"{one}/backups": {"get": on_table(operation("Kept backups", listed)), **upload},
        f"{one}/restore": post("Put a kept backup back", _RESTORE, restored, _NOT_RESTORED),
        f"{one}/bg_stats.svg": _get(
            "A QR code that hands a game to BG Stats", _file("image/svg+xml", "the code"), _GAME
        ),
    }

"""Prints snapshots of games played at random as TypeScript: each must fit the view of its game.

`make check` writes it into `types/played.ts`, so that tsc checks the views in `types/` too.
"""

import json
import re
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from companion.log.log import Log
from companion.table.table import ActionRequest, Table
from engine.games import GAMES
from tests.conftest import ROOT

ACTS = 120
DISPLAY = re.compile(r"@type \{Display<(.+)>\}")


def _view_type(game_id: str) -> str:
    """Return the type of the snapshots that the display of a game draws."""
    script = f"companion/static/js/games/{game_id}.js"
    found = DISPLAY.search((ROOT / script).read_text())
    assert found, f"{script} has no line `/** @type {{Display<…>}} */`"
    has_types = (ROOT / f"types/{game_id}.d.ts").exists()
    return found[1] if has_types else f'import("../{script}").{found[1]}'


def _literal(value: object) -> str:
    """Return `value` as TypeScript; a spread object may have more fields than a type names."""
    if isinstance(value, dict):
        fields = (f"{json.dumps(key)}: {_literal(one)}" for key, one in value.items())
        return "{...{" + ", ".join(fields) + "}}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_literal, value)) + "]"
    return json.dumps(value)


def _snapshots(game_id: str) -> Iterator[dict[str, Any]]:
    """Play at random; yield one snapshot of each kind: its phase, choices and events."""
    game, rng, seen = GAMES[game_id], Random(5), set()
    with tempfile.TemporaryDirectory() as folder, closing(Table(Log(Path(folder)), GAMES)) as table:
        action: dict[str, Any] = {"type": "start", "game": game_id, "names": ["Ana", "Ben", "Cleo"]}
        for number in range(ACTS):
            version = table.state.history.version
            shown: Any = table.submit(ActionRequest(str(number), version, action))
            events = shown["last_row"]["events"]
            scene = shown["scene"] or {"version": shown["version"], "events": events}
            legal = sorted({one["type"] for one in shown["legal"]})
            kind = str((shown["phase"], legal, [event["type"] for event in events]))
            if kind not in seen:
                yield {**shown, "scene": scene}
            seen.add(kind)
            head = table.state.head
            choices = () if head is None else game.legal_choices(head.state)
            if not choices:
                return
            action = rng.choice(choices).random_action(rng.randrange)


def main() -> None:
    """Write calls that tsc refuses if a snapshot does not fit the view of its game."""
    print("declare function fits<View>(): <T extends View>(given: T) => void;")
    print("export {};")
    for game_id in GAMES:
        print(f"const {game_id} = fits<{_view_type(game_id)}>();")
        for shown in _snapshots(game_id):
            print(f"{game_id}({_literal(shown)});")


if __name__ == "__main__":
    main()

"""Whole games played act by act at a table that pages show."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from playwright.sync_api import Page

from companion.table.acts import Start
from companion.table.table import ActionRequest, Table
from engine.core.game import Game
from engine.core.offered_game import Setup
from engine.core.player import next_action
from engine.core.refusals import Json, NotNow
from tests.engine.playing import random_action

NAMES = ("Ana", "Ben", "Cleo")
# Odds are shown as early as possible, so that there is most to see.
SHORT: dict[str, dict[str, Json]] = {
    "last_chance": {"cards_in_game": 3, "odds_from": "auction"},
    "ten_thousand": {"target": 2000},
}
MOST = 800  # actions
SHOWS = "v => Number(document.getElementById('page').dataset.version) >= v"


def act(table: Table, action: dict[str, Any]) -> dict[str, Any]:
    """Do `action` at the table, and return what it shows then."""
    version = int(table.snapshot()["version"])  # type: ignore[arg-type]
    return table.submit(ActionRequest(f"test-{version}", version, action))


def play(
    game: Game[Any], table: Table, names: Sequence[str], options: dict[str, Json] | None = None
) -> Iterator[dict[str, Any]]:
    """Play a whole game of `names`, a short one by default; yield the table's view of each act."""
    rng = Random(game.id)
    start = Start(game.id, tuple(names), first_seat=0, options=options or SHORT.get(game.id, {}))
    state = game.start(Setup(start.names, options=start.options)).state
    view = act(table, start.to_json())
    for _ in range(MOST):
        yield view
        if view["over"]:
            return
        action = _next_act(game, state, len(names), rng)
        state = game.play(state, game.actions.parse(action)).state
        view = act(table, action)
    raise AssertionError(f"no end after {MOST} actions")


def _next_act(game: Game[Any], state: Any, players: int, rng: Random) -> dict[str, Any]:
    """Return an automatic player's action or, without such a player, any legal one.

    Each type of action is equally likely, even if all players may do it: anyone may have won a hand
    at any time, but first it should be played.
    """
    try:
        return next_action(game, state, players, rng.randrange).to_json()
    except NotNow:
        choices = game.legal_choices(state)
        type_ = rng.choice(sorted({choice.type for choice in choices}))
        return random_action(tuple(one for one in choices if one.type == type_), rng)


def asked(view: dict[str, Any]) -> str:
    """Return a text for what `view` asks of people, equal for similar states."""
    codes = "+".join(sorted(prompt["code"] for prompt in view["prompts"]))
    return f"{view['phase']} {codes}"


def in_scene(view: dict[str, Any]) -> set[str]:
    """Return the types of the events whose outcome the page still shows."""
    scene = view["scene"] or view["last_row"]
    return {event["type"] for event in scene["events"]}


def wait_for(page: Page, view: dict[str, Any]) -> None:
    """Wait until `page` shows `view` or a later one."""
    page.wait_for_function(SHOWS, arg=view["version"])

"""The program in docs/checking-the-rules.md does what the page says."""

from random import Random
from re import DOTALL, search
from typing import Any

from engine.core.offered_game import Setup
from engine.games import GAMES
from tests.conftest import ROOT
from tests.engine.playing import random_action

PAGE = (ROOT / "docs" / "checking-the-rules.md").read_text("utf-8")


def run_page() -> dict[str, Any]:
    """Run the page's program, which finds no difference, and return what it defines."""
    found = search("```python\n(.*?)```", PAGE, DOTALL)
    assert found
    defined: dict[str, Any] = {}
    exec(found[1], defined)
    return defined


def test_a_right_model_agrees_and_a_wrong_one_is_found() -> None:
    """A model that forgets that a pair clears the row differs at the first pair."""
    defined = run_page()

    class Wrong(defined["Banked"]):  # type: ignore[misc, valid-type, name-defined]
        """Keeps the row of a pair."""

        def act(self, act: dict[str, Any]) -> None:
            row = [*self.rows[act.get("seat", 0)]]
            super().act(act)
            if act["type"] == "draw_card" and act["card"] in row:
                self.rows[act["seat"]] = row

    play = defined["first_difference"]
    found = [acts for seed in range(20) if (acts := play("jour_de_chance", Wrong(), seed, {}))]
    assert found
    assert {acts[-1]["type"] for acts in found} == {"draw_card"}


def test_the_form_of_legal_choices() -> None:
    """Each value is a range, one of several, or a list of several, as the page says."""
    specs = [{"min", "max", "step"}, {"one_of"}, {"list_of", "min", "max", "not_only"}]
    for game in GAMES.values():
        state, rng = game.start(Setup(("Ana", "Ben", "Cy"))).state, Random(1)
        for _ in range(50):
            choices = game.legal_choices(state)
            for choice in choices:
                fields: Any = choice.to_json()["fields"]
                assert all(set(field) - {"clock"} in specs for field in fields.values())
            if choices:
                state = game.play(state, game.actions.parse(random_action(choices, rng))).state

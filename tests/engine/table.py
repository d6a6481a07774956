"""A table for tests, which plays actions from JSON and checks every refusal."""

import json
from typing import Any, Self

from engine.core.codec import to_json
from engine.core.event import Paid
from engine.core.game import Game
from engine.core.offered_game import Setup
from engine.core.refusals import Refusal


class GameTable:
    """A game with its current `state`, and the `log` of actions as JSON."""

    def __init__(self, game: Game[Any], setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.plays = [game.start(setup)]
        self.state = self.plays[0].state
        self.log: list[dict[str, Any]] = []

    def do(self, kind: str, **fields: Any) -> Self:
        """Play an action from JSON; nothing may be created or lost."""
        data = json.loads(json.dumps({"type": kind, **fields}))
        after = self.game.play(self.state, self.game.actions.parse(data))
        assert self._all_there_is(after.state) == self._all_there_is(self.state)
        self.state = after.state
        self.plays.append(after)
        self.log.append(data)
        return self

    def _all_there_is(self, state: Any) -> int:
        return sum(self.game.balances(state).values())

    def refused(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Play an action that must be refused and change nothing; return the refusal as JSON."""
        before = to_json(self.state)
        try:
            self.game.play(self.state, self.game.actions.parse({"type": kind, **fields}))
        except Refusal as refusal:
            assert to_json(self.state) == before
            return dict(json.loads(json.dumps(refusal.to_json())))
        raise AssertionError(f"{kind} {fields} was accepted")

    def code(self, kind: str, **fields: Any) -> str:
        """Return the code of the refusal of this action."""
        return str(self.refused(kind, **fields)["code"])

    def choices(self, kind: str) -> list[dict[str, Any]]:
        """Return the legal choices of `kind` as JSON."""
        found = [
            choice.to_json()
            for choice in self.game.legal_choices(self.state)
            if choice.type == kind
        ]
        return list(json.loads(json.dumps(found)))

    def event(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Return the first event that an action would have, without playing it."""
        action = self.game.actions.parse({"type": kind, **fields})
        return dict(self.game.play(self.state, action).events[0].public().to_json())

    def feats(self) -> dict[str, tuple[int, int, dict[str, Any]]]:
        """Return the turning points so far, by code: (seat, at, figures)."""
        plays = [self.game.start(self.setup)]
        for action in self.log:
            plays.append(self.game.play(plays[-1].state, self.game.actions.parse(action)))
        found = self.game.feats_to_tell(plays)
        return {feat.code: (feat.seat, feat.state_index, dict(feat.figures)) for feat in found}

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events of the last action, as everybody may see them, through JSON."""
        seen = [event.public().to_json() for event in self.plays[-1].events]
        return list(json.loads(json.dumps(seen)))

    @property
    def happened(self) -> dict[str, dict[str, Any]]:
        """The events of the last action by type; if several share a type, the last one."""
        return {str(event["type"]): event for event in self.events}

    @property
    def payments(self) -> list[tuple[str, str, int, str]]:
        """The transfers of the last action: payer, payee, amount, reason."""
        return [
            (paid.transfer.payer, paid.transfer.payee, paid.transfer.amount, paid.transfer.reason)
            for paid in self.plays[-1].events
            if isinstance(paid, Paid)
        ]

    @property
    def turn(self) -> int | None:
        """The seat that the game waits for."""
        return self.game.turn(self.state)

    @property
    def phase(self) -> str:
        """The current phase."""
        return self.game.phase(self.state)

    @property
    def view(self) -> dict[str, Any]:
        """The table's view, through JSON."""
        return dict(json.loads(json.dumps(self.game.view(self.state))))

    @property
    def said(self) -> list[tuple[str, int | None, dict[str, Any]]]:
        """The prompts, each with its code, seat and figures, through JSON."""
        return [
            (prompt.code, prompt.seat, json.loads(json.dumps(dict(prompt.figures))))
            for prompt in self.game.banker_prompts(self.state)
        ]

    @property
    def prompts(self) -> dict[str, tuple[int | None, dict[str, Any]]]:
        """The prompts by code: (seat, figures)."""
        return {code: (seat, figures) for code, seat, figures in self.said}

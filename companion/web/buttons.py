"""Big buttons on the pins of a Raspberry Pi, for people who would rather hit something than tap.

pins = watch_buttons(table, [GpioButton.parse("17=bid:1"), GpioButton.parse("27=undo")])
"""

import logging
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from companion.files import FileError
from companion.table.table import ActionRequest, StaleVersion, Table
from companion.table.views import ClockView, LegalActionView
from engine.core.refusals import Json, Refusal

log = logging.getLogger(__name__)

ALLOWED_PINS = range(2, 28)  # of a Raspberry Pi, in BCM numbering; 0 and 1 are for add-on boards
BOUNCE_SECONDS = 0.05  # while the contact of a button bounces

UNDO, NO = "undo", "no"


@dataclass(frozen=True, slots=True)
class GpioButton:
    """The button at a `pin` (BCM numbering) and what it does.

    `undo` undoes the last act. `no` stops a likely roll, or dismisses the reading that is asked
    about. Anything else is a type of action of the present game, for the player at `seat` or
    anybody, with the least value of each field, such as the lowest bid, and the seconds on the
    clock.
    """

    pin: int
    does: str
    seat: int | None = None

    @classmethod
    def parse(cls, text: str) -> "GpioButton":
        """Parse `PIN=ACTION` or `PIN=ACTION:PLAYER`, players counted from 1; raises ValueError."""
        match = re.fullmatch(r"([0-9]+)=([^\W\d]\w*)(?::([1-9][0-9]*))?", text)
        if match is None:
            raise ValueError(f"write a button as 27=undo or 17=bid:1, not {text}")
        pin, does, player = match.groups()
        if int(pin) not in ALLOWED_PINS:
            raise ValueError(f"a Raspberry Pi has no pin {pin} for a button")
        return cls(int(pin), does, int(player) - 1 if player else None)

    def action(self, table: Table) -> dict[str, Json] | None:
        """Return the action of the button now; None if it has none."""
        if self.does == UNDO:
            return {"type": "undo"}
        snapshot = table.snapshot()
        if self.does == NO:
            question = snapshot["eye"]["question"]
            if question is None:
                return None
            kind = "dismiss" if question["delay"] is None else "ask"
            return {"type": kind, "number": question["number"]}
        for choice in snapshot["legal"]:
            if choice["type"] == self.does and self.seat in (None, choice["seat"]):
                return _least(choice, snapshot["clock"])
        return None


def _least(choice: LegalActionView, clock: ClockView | None) -> dict[str, Json] | None:
    """Return the action with the least value of each field; None if a field wants a list."""
    seat: dict[str, Json] = {} if choice["seat"] is None else {"seat": choice["seat"]}
    action: dict[str, Json] = {"type": choice["type"], **seat}
    for name, spec in choice["fields"].items():
        if "list_of" in spec:
            return None
        if clock and spec.get("clock"):
            action[name] = min(spec["max"], ceil(clock["seconds"]))
        else:
            action[name] = spec["one_of"][0] if "one_of" in spec else spec["min"]
    return action


def submit_button(table: Table, button: GpioButton) -> None:
    """Submit the action of `button`; it is only logged if the table refuses."""
    version, action = table.state.history.version, button.action(table)
    if action is None:
        return
    try:
        table.submit(ActionRequest(secrets.token_hex(8), version, action, "buttons"))
    except (Refusal, StaleVersion, FileError) as refused:
        log.info("Button %d does nothing: %s", button.pin, refused)


def watch_buttons(table: Table, buttons: Sequence[GpioButton]) -> list[Any]:
    """Watch the `buttons`; return their pins, which work as long as they are referenced.

    Raises ImportError without gpiozero, and gpiozero's own errors if there are no pins.
    """
    import gpiozero  # an extra, and slow to load

    def watched(button: GpioButton) -> Any:
        pin = gpiozero.Button(button.pin, bounce_time=BOUNCE_SECONDS)
        pin.when_pressed = lambda: submit_button(table, button)
        return pin

    return [watched(button) for button in buttons]

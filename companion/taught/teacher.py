"""Teaches a table from its page: takes stills with the eye, lists and forgets them.

It loads OpenCV and the networks, so it is imported when somebody first teaches something.
"""

import cv2

from companion.table.table import Table
from companion.taught import lessons
from companion.taught.card_teacher import CardTeacher
from companion.taught.reading_success import count_dice_read_right
from companion.taught.store import TaughtStore, still_id
from companion.taught.views import LessonView, SetView, StillView, TaughtView
from engine.core.refusals import NotNow
from vision.body_colour import body_colour_around_symbol
from vision.frame import Image, decode_jpeg
from vision.taught_set import TaughtKind, TaughtSet


class DiceTeacher:
    """Teaches `table`. Every method may raise `TaughtSetRefusal`, and has then changed nothing."""

    def __init__(self, table: Table) -> None:
        self.store = TaughtStore(table.folder)
        self.cards = CardTeacher(table, self.store)
        self._table = table

    def view(self) -> TaughtView:
        """Return all sets."""
        sets = [self._set_view(name, taught) for name, taught in self.store.all_sets()]
        return {"sets": [one for one in sets if one["parts"] or one["kind"] != "confirmed"]}

    def capture_face(self, name: str, face: str) -> LessonView:
        """Take stills of all dice in the tray, as `face` of the set `name`.

        Dice that clearly show other pips are skipped; where they are most of the dice, so are the
        others, which probably show pips that are hard to read: a lesson begins before its dice
        are in the tray. If a part of the set was forgotten meanwhile, all are skipped. Raises
        `NotNow` ``no_still``.
        """
        before = self.store.load_or_new(name, "dice")
        picture = self._table.lesson.wait_for_still()
        if picture is None:
            raise NotNow("no_still", "No dice are lying still in view of the camera.")
        reader = lessons.untaught_reader()
        crops = [crop for _, crop in reader.find_die_crops(decode_jpeg(picture))]
        pips = reader.confident_pip_counts(crops)
        fits = [pip in (None, face) for pip in pips]
        laid = 2 * sum(fits) >= len(fits)
        mine = [crop for crop, fit in zip(crops, fits, strict=True) if fit and laid]
        with self.store.locked_for_change():
            known = self.store.load_or_new(name, "dice")
            gone = before.stills.keys() - known.stills.keys()
            new = [] if gone else lessons.new_stills(known, face, mine)
            if new:
                self.store.save(name, lessons.set_with_face(known, face, new))
        others = [str(pip) for pip, fit in zip(pips, fits, strict=True) if not fit]
        return {**self.view(), "seen": len(crops), "new": len(new), "others": others}

    def forget(self, name: str, part: str, still: str) -> TaughtView:
        """Forget a set, or a part or a still of it; see `TaughtStore.forget`."""
        self.store.forget(name, part, still)
        return self.view()

    def picture(self, name: str, part: str, still: str) -> bytes | None:
        """Return a still as PNG; None if there is none."""
        stills = self.store.load(name).stills.get(part, ())
        found = next((one for one in stills if still_id(one) == still), None)
        return None if found is None else cv2.imencode(".png", found)[1].tobytes()

    def _set_view(self, name: str, taught: TaughtSet) -> SetView:
        state, counted = self._table.state, None if taught.kind == "confirmed" else name
        right, read = count_dice_read_right(state.history.rows, counted)
        return {
            "name": name,
            "kind": taught.kind,
            "parts": [
                {"name": part, "stills": [_still_view(one, taught.kind) for one in stills]}
                for part, stills in taught.stills.items()
            ],
            "in_use": name == state.dice_set,
            "right": right,
            "read": read,
        }


def _still_view(still: Image, kind: TaughtKind) -> StillView:
    body = "" if kind == "cards" else body_colour_around_symbol(still)
    return {"still": still_id(still), "body": body}

"""The JSON that an eye sends to a table."""

import base64
import json
from collections.abc import Sequence
from itertools import accumulate

from companion.log.readings import MAX_REPORTED_DICE
from engine.core.refusals import Json
from vision.events import Roll
from vision.picture_quality import Inspection

FACES_BYTES = 12 * 1024  # of JSON; a body has room for this and the largest picture


def reading_message(eye: str, roll: Roll, confirms: int | None = None) -> dict[str, Json]:
    """Return the message about `roll` from the run `eye` of an eye, without its age.

    `confirms` is the number of the earlier reading that it confirms, if any. If there are more dice
    than a table accepts, the message has the first ones, and a doubt.
    """
    reading = roll.reading
    too_many = len(reading.dice) > MAX_REPORTED_DICE
    return {
        "eye": eye,
        "number": roll.number,
        "t": round(roll.t, 3),
        "dice": [
            {
                "face": die.face,
                "confidence": _short(die.confidence),
                "box": [round(float(side), 1) for side in die.box],
                "body": die.body,
                "alternatives": [[face, _short(chance)] for face, chance in die.alternatives],
                "doubts": list(die.doubts),
                "slight": die.slight,
            }
            for die in reading.dice[:MAX_REPORTED_DICE]
        ],
        "moved": list(roll.moved[:MAX_REPORTED_DICE]),
        "thrown": roll.rolled,
        "sure": reading.sure and not too_many,
        "likely": reading.likely and not too_many,
        **({"confirms": confirms} if confirms is not None else {}),
        "doubts": list(dict.fromkeys([*reading.tray_doubts, *["too many"] * too_many])),
        "size": list(roll.size),
        **({"evidence": in_base64(roll.evidence)} if roll.evidence else {}),
    }


def _short(chance: float) -> float:
    """Return `chance` with six digits, since every roll is stored with it."""
    return round(float(chance), 6)


def inspection_message(found: Inspection) -> dict[str, Json]:
    """Return the message about the quality of a camera's picture."""
    return {
        "jpeg": in_base64(found.jpeg),
        "sharpness": found.sharpness,
        "light": found.light,
        "dice": [{"face": face, "box": list(box)} for face, box in found.dice[:MAX_REPORTED_DICE]],
        "tray": None if found.tray is None else list(found.tray),
    }


def faces_message(faces: Sequence[str]) -> list[Json]:
    """Return as many of the taught `faces` as fit into a message."""
    sizes = accumulate(len(json.dumps(face)) + len(", ") for face in faces)
    return [face for face, size in zip(faces, sizes, strict=True) if size <= FACES_BYTES]


def in_base64(jpeg: bytes) -> str:
    """Encode a picture in base64."""
    return base64.b64encode(jpeg).decode()

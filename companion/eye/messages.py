"""What an eye tells a table, as JSON."""

import base64

from engine.core.refusals import Json
from vision.events import Roll
from vision.inspection import Inspection


def reading_message(eye: str, roll: Roll, confirms: int | None = None) -> dict[str, Json]:
    """Return what is told of `roll` by the run `eye` of an eye, but for its age.

    It `confirms` an earlier one where it shows the same dice, surely.
    """
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
            for die in roll.dice
        ],
        "moved": list(roll.moved),
        "thrown": roll.thrown,
        "sure": roll.sure,
        "likely": roll.likely,
        **({"confirms": confirms} if confirms is not None else {}),
        "doubts": list(roll.tray_doubts),
        "size": list(roll.size),
        **({"evidence": in_base64(roll.evidence)} if roll.evidence else {}),
    }


def _short(chance: float) -> float:
    """Return a chance with as many digits as mean something: each is kept with every throw."""
    return round(float(chance), 6)


def inspection_message(found: Inspection) -> dict[str, Json]:
    """Return what is told of how well a camera sees."""
    return {
        "jpeg": in_base64(found.jpeg),
        "sharpness": found.sharpness,
        "light": found.light,
        "dice": [{"face": face, "box": list(box)} for face, box in found.dice],
        "tray": None if found.tray is None else list(found.tray),
    }


def in_base64(jpeg: bytes) -> str:
    """Return a picture as text."""
    return base64.b64encode(jpeg).decode()

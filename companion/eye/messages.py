"""What an eye tells a table, as JSON."""

import base64

from engine.core.refusals import Json
from vision.events import Roll
from vision.inspection import Inspection


def reading(eye: str, roll: Roll, confirms: int | None = None) -> dict[str, Json]:
    """Return what is told of `roll` by the run `eye` of an eye, but for its age.

    It `confirms` an earlier one where it shows the same dice, surely.
    """
    return {
        "eye": eye,
        "number": roll.number,
        "t": roll.t,
        "dice": [
            {
                "face": die.face,
                "confidence": float(die.confidence),
                "box": [float(side) for side in die.box],
                "body": die.body,
                "alternatives": [[face, float(chance)] for face, chance in die.alternatives],
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


def inspection(found: Inspection) -> dict[str, Json]:
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

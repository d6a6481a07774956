"""JSON from outside to checked values, strictly; whatever is wrong is `BadAction` ``malformed``."""

import base64
import binascii
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from companion.table.acts import Correct
from companion.table.eyes import Report
from companion.table.table import Request
from companion.throws.reading import Reading
from engine.core.codec import from_json
from engine.core.refusals import BadAction, Json
from vision.box import Box
from vision.protocol import MAX_JPEG_BYTES

MOST_BYTES = 256 * 1024  # of a body; the largest honest one is a picture in base64
MOST_DICE = 40
MOST_WORD = 64
ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")


def bad(field: str, expected: str) -> NoReturn:
    """Raise the `BadAction` that names `field` and what was `expected` there."""
    raise BadAction("malformed", f"{field} should be {expected}.", field=field, expected=expected)


def load(body: bytes) -> dict[str, Any]:
    """Return the JSON object in `body`; NaN and numbers beyond a double are no JSON."""
    try:
        data = json.loads(body, parse_constant=_no_number, parse_float=_finite)
    except (ValueError, RecursionError):
        bad("body", "JSON")
    if not isinstance(data, dict):
        bad("body", "a JSON object")
    return data


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


@dataclass(frozen=True, slots=True)
class _Post:
    id: str
    version: int


def request(data: Mapping[str, Any], who: str) -> Request:
    """Return what a POST of an action asks: `{"id", "version", "action": {"type", …}}`."""
    action = data.get("action")
    post = from_json(_Post, {key: data[key] for key in data if key != "action"}, "request")
    if not ID.fullmatch(post.id):
        bad("request.id", "1 to 64 letters, digits or . _ : -")
    if not isinstance(action, dict) or not isinstance(action.get("type"), str):
        bad("action", "an object with a type")
    return Request(post.id, post.version, action, who)


def reading(data: Mapping[str, Any]) -> tuple[Reading, bytes | None]:
    """Return a reading of the eye and its picture: the fields of `Reading` and `evidence`."""
    seen = from_json(Reading, {key: data[key] for key in data if key != "evidence"}, "reading")
    _check_eye(seen.eye, seen.number)
    if len(seen.dice) > MOST_DICE or len(seen.moved) != len(seen.dice):
        bad("reading.moved", f"one for each die, {MOST_DICE} at most")
    if seen.after_rest_ms < 0:
        bad("reading.after_rest_ms", "0 or more")
    words = [*seen.doubts, *(word for die in seen.dice for word in (die.face, die.body))]
    words += [face for die in seen.dice for face, _ in die.alternatives]
    if len(words) > 20 * MOST_DICE or any(len(word) > MOST_WORD for word in words):
        bad("reading", f"made of words of at most {MOST_WORD} letters")
    return seen, picture(data.get("evidence"), "evidence")


def report(data: Mapping[str, Any]) -> Report:
    """Return a heartbeat of the eye: the fields of `Report`, `preview` in base64."""
    found = from_json(Report, {key: data[key] for key in data if key != "preview"}, "eye")
    _check_eye(found.eye, found.done)
    if len(found.camera) > 200:
        bad("eye.camera", "at most 200 letters")
    return replace(found, preview=picture(data.get("preview"), "preview"))


def _check_eye(eye: str, number: int) -> None:
    if not ID.fullmatch(eye):
        bad("eye", "1 to 64 letters, digits or . _ : -")
    if not 0 <= number < 2**53:
        bad("number", "a whole number from 0")


def picture(data: object, field: str) -> bytes | None:
    """Return the JPEG that `data` (base64 or None) holds, of at most `MAX_JPEG_BYTES` bytes."""
    if data is None:
        return None
    try:
        jpeg = base64.b64decode(data, validate=True) if isinstance(data, str) else b""
    except (binascii.Error, ValueError):
        jpeg = b""
    if not jpeg.startswith(b"\xff\xd8\xff") or len(jpeg) > MAX_JPEG_BYTES:
        bad(field, f"a JPEG of at most {MAX_JPEG_BYTES} bytes in base64")
    return jpeg


@dataclass(frozen=True, slots=True)
class _Tray:
    keep: tuple[Box, ...] = ()
    id: str = ""


def tray(data: Mapping[str, Any]) -> tuple[tuple[Box, ...], str]:
    """Return the boxes of the dice that a throw of the demo tray leaves, and the id of the tap."""
    asked = from_json(_Tray, data, "tray")
    if len(asked.keep) > MOST_DICE:
        bad("tray.keep", f"at most {MOST_DICE} boxes")
    if asked.id and not ID.fullmatch(asked.id):
        bad("tray.id", "1 to 64 letters, digits or . _ : -")
    return asked.keep, asked.id


def correction(query: Mapping[str, str]) -> Correct:
    """Return the correction that a query `row=12&faces=1,2,3[&kept=0,2]` speaks of."""
    data: dict[str, Json] = {"row": whole(query.get("row", ""), "row")}
    data["faces"] = query.get("faces", "").split(",")
    if "kept" in query:
        data["kept"] = [whole(part, "kept") for part in query["kept"].split(",") if part]
    return from_json(Correct, data, "correct")


def whole(text: str, field: str) -> int:
    """Return the whole number from 0 that `text`, out of a query, says."""
    if not re.fullmatch(r"[0-9]{1,9}", text, re.ASCII):
        bad(field, "a whole number")
    return int(text)

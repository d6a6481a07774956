"""Dice taught on the page: what is learned, refused and exported."""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.taught import teacher
from companion.taught.store import TaughtStore
from companion.web import taught_routes
from companion.web.app import create_app
from tests.companion.conftest import Played
from tests.vision.dog_dice import dog_dice, rolled
from vision.taught_set import TaughtSet

TAUGHT = "/api/tables/main/taught"
DOGS = range(1, 7)  # on all sides


def jpeg(design: int, sides: Any, seed: int) -> bytes:
    """Return a still of four dice with a dog, turned to these sides."""
    return cv2.imencode(".jpg", rolled(dog_dice(design, sides), seed)[1])[1].tobytes()


class Lesson:
    """Shows the eye stills one by one, and returns the result."""

    def __init__(self, played: Played) -> None:
        self.client: FlaskClient = create_app(played.table).test_client()
        self.still: bytes | None = None
        played.table.lesson.wait_for_still = lambda: self.still  # type: ignore[method-assign]

    def show(self, still: bytes | None, face: str, name: str = "klee") -> TestResponse:
        """Show a still as `face`."""
        self.still = still
        return self.client.post(f"{TAUGHT}/dice", json={"set": name, "face": face})

    def sets(self) -> Any:
        """Return the number of stills by set and face."""
        told = self.client.get(TAUGHT).json["sets"]
        return {s["name"]: {p["name"]: len(p["stills"]) for p in s["parts"]} for s in told}


def begin(lesson: Lesson, played: Played, **dice: Any) -> TestResponse:
    """Start a game, with those `dice` if any are given."""
    start = {"type": "start", "game": "tiny", "names": ["Ana", "Ben"], **dice}
    version = played.shown["version"]
    body = {"id": f"begin{version}", "version": version, "action": start}
    return lesson.client.post("/api/tables/main/actions", json=body)


@pytest.fixture
def lesson(played: Played) -> Lesson:
    """Return a lesson with one still of four dogs."""
    lesson = Lesson(played)
    caught = lesson.show(jpeg(0, DOGS, 60), "dog").json
    assert (caught["seen"], caught["new"], caught["others"]) == (4, 4, [])
    return lesson


def test_dice_in_new_places_are_learned_and_unmoved_ones_are_not(lesson: Lesson) -> None:
    """The same still teaches nothing new, another does, and pips are skipped."""
    assert lesson.show(jpeg(0, DOGS, 60), "dog").json["new"] == 0
    assert lesson.show(jpeg(0, DOGS, 61), "dog").json["new"] == 4
    mixed = lesson.show(jpeg(0, (4, 5, 6), 64), "dog").json
    truth = rolled(dog_dice(0, (4, 5, 6)), 64)[0].lying_faces
    assert sorted(mixed["others"]) == sorted(str(face) for face in truth if face < 4)
    assert lesson.sets()["klee"]["dog"] == 8 + sum(face > 3 for face in truth)
    lone = lesson.show(jpeg(0, (4, 5, 6), 65), "dog").json  # hardly read pips, perhaps
    assert (len(lone["others"]), lone["new"]) == (3, 0)


def test_failing_lessons_are_reported(lesson: Lesson) -> None:
    """There is no still, no die, no name, or one face under two names; nothing is lost."""
    assert lesson.show(None, "dog").json["code"] == "no_still"
    empty = cv2.imencode(".jpg", np.full((480, 640, 3), 90, np.uint8))[1].tobytes()
    assert lesson.show(empty, "cat").json["seen"] == 0
    refused = lesson.show(jpeg(0, DOGS, 62), "cat").json
    assert (refused["code"], refused["other"]) == ("looks_alike", "dog")
    assert lesson.show(jpeg(0, DOGS, 62), " ").json["code"] == "bad_name"
    assert lesson.sets() == {"klee": {"dog": 4}}


def test_a_still_a_face_and_a_set_can_be_removed(lesson: Lesson) -> None:
    """Each still has a picture and a colour; nothing of them remains."""
    part = lesson.client.get(TAUGHT).json["sets"][0]["parts"][0]
    assert sorted(one["body"] for one in part["stills"]) == ["black", "black", "white", "white"]
    bad = {"set": "klee", "part": "dog", "still": part["stills"][0]["still"]}
    picture = lesson.client.get(f"{TAUGHT}/still.png", query_string=bad)
    assert picture.data.startswith(b"\x89PNG")
    lesson.client.post(f"{TAUGHT}/forget", json=bad)
    assert lesson.sets() == {"klee": {"dog": 3}}
    assert lesson.client.get(f"{TAUGHT}/still.png", query_string=bad).status_code == 404
    lesson.client.post(f"{TAUGHT}/forget", json={"set": "klee", "part": "dog"})
    assert lesson.sets() == {"klee": {}}
    lesson.client.post(f"{TAUGHT}/forget", json={"set": "klee"})
    assert lesson.sets() == {}
    gone = lesson.client.post(f"{TAUGHT}/forget", json={"set": "klee"})
    assert gone.json["code"] == "no_such_set"


def test_a_set_is_exported_and_imported(lesson: Lesson) -> None:
    """It may get another name, but never replaces an existing set; a truncated file is refused."""
    file = lesson.client.get(f"{TAUGHT}/file?set=klee").data
    bring = {"data": file, "content_type": "application/zip"}
    assert lesson.client.post(f"{TAUGHT}/file?set=klee", **bring).json["code"] == "set_exists"
    assert lesson.client.post(f"{TAUGHT}/file?set=1994", **bring).status_code == 200
    assert lesson.sets() == {"1994": {"dog": 4}, "klee": {"dog": 4}}
    bring["data"] = file[:3000]
    assert lesson.client.post(f"{TAUGHT}/file?set=new", **bring).json["code"] == "set_damaged"
    long = {"set": "\u00fc" * 60}  # a name that is too long for any disk
    assert lesson.client.post(f"{TAUGHT}/file", query_string=long, **bring).json["code"] == (
        "bad_name"
    )
    for_eye = lesson.client.post("/api/tables/main/eye/dice", json={"name": "klee"})
    assert for_eye.json["file"]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("never taught", "no_such_set"),
        ("cards", "set_of_others"),
        ("\n", "bad_name"),
        (5, "malformed"),
    ],
)
def test_no_game_begins_with_an_unknown_set_of_dice(
    lesson: Lesson, played: Played, name: Any, code: str
) -> None:
    """Otherwise the eye would look for pips, and nobody would know why."""
    TaughtStore(played.folder).save("cards", TaughtSet("cards", {}))
    assert begin(lesson, played, dice=name).json["code"] == code
    assert played.shown["version"] == 0
    assert begin(lesson, played, dice="klee").status_code == 200
    assert played.table.state.dice_set == "klee"
    listed = {one["name"]: one["in_use"] for one in lesson.client.get(TAUGHT).json["sets"]}
    assert listed == {"cards": False, "klee": True}


def test_no_rematch_begins_with_forgotten_dice(lesson: Lesson, played: Played) -> None:
    """By default, a rematch has the last game's dice; it can begin without them."""
    begin(lesson, played, dice="klee")
    assert begin(lesson, played).status_code == 200
    lesson.client.post(f"{TAUGHT}/forget", json={"set": "klee"})
    refused = begin(lesson, played).json
    assert (refused["code"], refused["name"]) == ("no_such_set", "klee")
    assert played.shown["version"] == 2
    assert begin(lesson, played, dice="").status_code == 200


@pytest.mark.parametrize("name", ["\n", "..", "gone", "\u00fc" * 60, "x" * 1000])
def test_an_invalid_set_does_not_stop_the_eye(played: Played, name: str) -> None:
    """This holds however the game was started."""
    played.start(dice=name)
    heard = (
        create_app(played.table)
        .test_client()
        .post(
            "/api/tables/main/eye", json={"eye": "run1", "camera": "", "state": "empty", "fps": 1.0}
        )
    )
    assert (heard.status_code, "dice" in heard.json) == (200, False)


def test_simultaneous_first_requests_share_a_teacher(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The teacher must know the last card that was seen."""

    class Slow:
        def __init__(self, _: object) -> None:
            time.sleep(0.1)

    monkeypatch.setattr(teacher, "DiceTeacher", Slow)
    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(taught_routes._teacher, [played.table] * 2)
    assert one is other

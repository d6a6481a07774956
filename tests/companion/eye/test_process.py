"""An eye sends each roll once and in order, however bad the network is."""

import io
import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import replace
from email.message import Message
from http.client import IncompleteRead
from itertools import pairwise
from statistics import median
from types import SimpleNamespace
from typing import Any

import pytest

from companion.budget import BUDGETS, MAX_BODY_BYTES
from companion.eye import process as eye_process
from companion.eye.process import EyeEventSender
from companion.eye.table_client import EyeCodeNeeded, Rejected, poster_to_table
from companion.eye.taught import ReplaceableReader, TaughtDiceLearner
from companion.log.readings import MAX_REPORTED_DICE
from companion.table.eyes import EyeReport
from companion.web.eye_routes import ReadingRequestBody
from companion.web.routes import read_body
from tests.companion.conftest import JPEG
from tests.waiting import until
from vision.cameras.demo import DemoCamera
from vision.events import Confirmation, Preview, Roll, StateChange
from vision.picture_quality import Inspection
from vision.protocol import MAX_STILL_BYTES, MAX_TAUGHT_NAME_LENGTH, MAX_TAUGHT_STILLS
from vision.reading import Die, Reading


class Camera(DemoCamera):
    """A demo tray that only records the requested rolls."""

    def __init__(self) -> None:
        super().__init__()
        self.rolled: list[Any] = []

    def roll(self, keep: Any = (), face: str = "", count: int = 0, card: str = "") -> None:
        """Record it."""
        self.rolled.append((keep, count))


class Eye:
    """An eye whose events the test provides."""

    fps = 29.97
    border = None
    faults = ("flicker",)
    trouble = "cam.lan stopped giving pictures"

    def __init__(self, camera: Any, *events: Any) -> None:
        self.camera = camera
        self.last_activity = time.monotonic()
        self.seen = events
        self.go = threading.Event()

    def events(self) -> Iterator[Any]:
        """Yield the events, and wait until the test has seen enough."""
        yield from self.seen
        self.go.wait(120)

    def still_jpeg(self) -> bytes:
        """Return the camera's picture at full size."""
        return JPEG

    def box_in_picture(self, box: Any) -> Any:
        """Return the box unchanged: no border is set."""
        return tuple(box)

    def inspect(self) -> Inspection:
        """Return an inspection of the camera's picture."""
        return Inspection(JPEG, 0.01, "good", (("5", (0.1, 0.2, 0.3, 0.4)),), None)

    def close(self) -> None:
        """Do nothing."""
        self.go.set()


class Table:
    """Answers like a table, or fails on request, and records every post."""

    fails = "readings"

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.posts: list[tuple[str, Any]] = []
        self.throws: list[Any] = []
        self.run = "1"
        self.answer: dict[str, Any] = {}

    def __call__(self, path: str, body: Any) -> dict[str, Any]:
        """Take a post."""
        if path == self.fails and self.failures:
            raise self.failures.pop(0)
        self.posts.append((path, body))
        return (
            {"throws": self.throws, "run": self.run, **self.answer}
            if path == "eye"
            else {"outcome": "played", "why": []}
        )

    def readings(self) -> list[Any]:
        """Return the readings that arrived."""
        return [body for path, body in list(self.posts) if path == "readings"]

    def reports(self) -> list[Any]:
        """Return the heartbeats that arrived."""
        return [body for path, body in list(self.posts) if path == "eye"]


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten all times: an eye gives up after a fifth of a second."""
    monkeypatch.setattr(eye_process, "HEARTBEAT_SECONDS", 0.05)
    monkeypatch.setattr(eye_process, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(eye_process, "GIVE_UP_AFTER_SECONDS", 0.2)


def roll(number: int) -> Roll:
    """Return a sure roll of one die."""
    die = Die("5", 0.98, (1.0, 2.0, 3.0, 4.0), "red", (("5", 0.98), ("6", 0.02)))
    reading = Reading((die,), (), 20.0)
    return Roll(number, 90, 3.0, reading, (True,), True, 150.0, (640, 480), JPEG)


def watch(
    eye: Eye, table: Table, enough: Callable[[], Any], taught: TaughtDiceLearner | None = None
) -> EyeEventSender:
    """Run the poster until `enough` is true."""
    runner = EyeEventSender(eye, table, taught)  # type: ignore[arg-type]
    thread = threading.Thread(target=runner.run)
    thread.start()
    until(enough)
    eye.go.set()
    thread.join(60)
    assert not thread.is_alive()
    return runner


def test_the_table_accepts_rolls_states_and_pictures() -> None:
    """They pass the table's own validation."""
    table = Table()
    eye = Eye(Camera(), StateChange("sure", 3.0), Preview(3.0, JPEG), roll(1), roll(2))
    runner = watch(eye, table, lambda: len(table.readings()) == 2 and table.reports())
    seen = [read_body(json.dumps(body).encode(), ReadingRequestBody) for body in table.readings()]
    assert [one.number for one in seen] == [1, 2]
    assert [die.face for die in seen[0].dice] == ["5"]
    assert seen[0].after_rest_ms >= 150
    assert seen[0].evidence == JPEG
    told = [read_body(json.dumps(body).encode(), EyeReport) for body in table.reports()]
    assert told[0].faults == ("flicker",)
    assert {one.eye for one in told} == {runner.run_id}
    assert (told[-1].state, told[-1].demo, told[-1].fps) == ("sure", True, 30.0)
    assert [one.preview for one in told if one.preview] == [JPEG]


def test_report_says_why_there_is_no_picture_or_only_a_demo() -> None:
    """A demo that nobody chose stands for a camera that doesn't work."""
    demo, camera = Camera(), SimpleNamespace(name="cam.lan", live=True)
    demo.why = "Camera 0 is in use"
    for one, trouble in (demo, demo.why), (camera, Eye.trouble):
        table = Table()
        watch(Eye(one), table, table.reports)
        assert table.reports()[0]["trouble"] == trouble


def test_a_confirmation_is_sent_as_a_reading() -> None:
    """It has its own number, and says what it confirms."""
    table = Table()
    again = replace(roll(2), moved=(False,))
    watch(Eye(Camera(), roll(1), Confirmation(again, 1, 3.5)), table, lambda: table.readings()[1:])
    seen = [read_body(json.dumps(body).encode(), ReadingRequestBody) for body in table.readings()]
    assert [(one.number, one.confirms) for one in seen] == [(1, None), (2, 1)]
    assert (seen[1].moved, seen[1].likely) == ((False,), True)


def test_a_still_is_sent_when_the_table_asks_for_one() -> None:
    """It is sent once, with the next heartbeat."""
    table = Table()
    table.answer["still"] = True
    watch(Eye(Camera()), table, lambda: [one for one in table.reports() if "still" in one])
    told = [read_body(json.dumps(body).encode(), EyeReport) for body in table.reports()]
    assert {one.still for one in told} == {None, JPEG}


@pytest.mark.parametrize("wish", ["still", "inspection"])
def test_an_eye_without_a_picture_does_not_hurry_to_send_one(
    monkeypatch: pytest.MonkeyPatch, wish: str
) -> None:
    """Its camera may be away for hours; the picture is sent once there is one."""
    monkeypatch.setattr(eye_process, "HEARTBEAT_SECONDS", 0.1)
    seen: list[int] = []
    table = Table()
    table.answer[wish] = True

    class Blind(Eye):
        def still_jpeg(self) -> bytes:
            return JPEG if seen else b""

        def inspect(self) -> Inspection | None:
            return super().inspect() if seen else None

    camera = type("Usb", (), {"name": "usb 0", "live": True})()
    began = time.monotonic()

    def enough() -> bool:
        if time.monotonic() - began > 1 and not seen:
            seen.append(len(table.reports()))
        return any(wish in one for one in table.reports())

    watch(Blind(camera), table, enough)
    assert seen[0] < 100  # about ten heartbeats, not as many as the table can answer


def test_the_camera_is_inspected_and_the_border_followed() -> None:
    """The table says where the tray lies before any die is read."""
    table = Table()
    table.answer.update(inspection=True, border=[0.1, 0.2, 0.8, 0.9])
    eye = Eye(Camera())
    watch(eye, table, lambda: [one for one in table.reports() if "inspection" in one])
    told = [read_body(json.dumps(body).encode(), EyeReport) for body in table.reports()]
    found = next(one.inspection for one in told if one.inspection)
    assert (found.jpeg, found.light, found.dice[0].face) == (JPEG, "good", "5")
    assert eye.border == (0.1, 0.2, 0.8, 0.9)


def test_a_roll_without_a_picture_is_sent_anyway() -> None:
    """If the picture cannot be encoded, the roll is sent without it."""
    table = Table()
    watch(Eye(Camera(), replace(roll(1), evidence=b"")), table, lambda: table.readings())
    seen = read_body(json.dumps(table.readings()[0]).encode(), ReadingRequestBody)
    assert ([die.face for die in seen.dice], seen.evidence) == (["5"], None)


def test_a_roll_without_an_answer_is_sent_again_with_its_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If the table already has it, it recognises the number."""
    monkeypatch.setattr(eye_process, "RETRY_SECONDS", 0.01)
    table = Table(ConnectionRefusedError("down"), TimeoutError("slow"))
    watch(Eye(Camera(), roll(1), roll(2)), table, lambda: len(table.readings()) == 2)
    assert [body["number"] for body in table.readings()] == [1, 2]


def test_a_refused_roll_does_not_block_the_next() -> None:
    """Sending it again would only get the same answer."""
    table = Table(Rejected("400: malformed"))
    watch(Eye(Camera(), roll(1), roll(2)), table, lambda: table.readings())
    assert [body["number"] for body in table.readings()] == [2]


@pytest.mark.usefixtures("hurried")
def test_a_roll_given_up_is_sent_when_the_disk_has_room_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The table answered all the time, but could not store anything."""
    monkeypatch.setattr(eye_process, "HASTY_HEARTBEAT_SECONDS", 0.05)
    table = Table(*[refusal(503)] * 25)  # more attempts than it makes before it gives up
    watch(Eye(Camera(), roll(1)), table, lambda: table.readings())
    assert [body["number"] for body in table.readings()] == [1]
    assert table.readings()[0]["after_rest_ms"] > 150 + 200


@pytest.mark.usefixtures("hurried")
def test_a_roll_given_up_does_not_delay_newer_ones() -> None:
    """It is tried once with each heartbeat, not for its full time."""
    table = Table()
    tried: list[float] = []

    def post(path: str, body: Any) -> dict[str, Any]:
        if path == "readings":
            tried.append(time.monotonic())
            raise refusal(503)
        return table(path, body)

    runner = EyeEventSender(eye := Eye(Camera(), roll(1)), post)  # type: ignore[arg-type]
    thread = threading.Thread(target=runner.run)
    thread.start()
    until(lambda: sum(t > tried[0] + 0.35 for t in tried) > 4)
    eye.go.set()
    thread.join(60)
    gaps = [b - a for a, b in pairwise(t for t in tried if t > tried[0] + 0.35)]
    assert median(gaps) > 0.1  # a heartbeat apart, not RETRY


@pytest.mark.usefixtures("hurried")
def test_a_roll_given_up_is_sent_when_the_table_answers_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """If the game has gone on, the table asks about the roll: losing it would be worse."""
    table, down = Table(), threading.Event()
    down.set()

    def post(path: str, body: Any) -> dict[str, Any]:
        if down.is_set():
            raise ConnectionRefusedError("down")
        return table(path, body)

    runner = EyeEventSender(eye := Eye(Camera(), roll(1), roll(2)), post)  # type: ignore[arg-type]
    thread = threading.Thread(target=runner.run)
    thread.start()
    until(lambda: caplog.text.count("could not be sent") == 2)
    down.clear()
    until(lambda: table.readings() and len(table.reports()) >= 4)
    eye.go.set()
    thread.join(60)
    # Only the newest: its number shows the table that one is missing.
    assert [body["number"] for body in table.readings()] == [2]
    assert table.readings()[0]["after_rest_ms"] > 150 + 200


def test_a_restarted_table_gets_the_last_roll_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It may have been an open question; it is sent with its true age."""
    monkeypatch.setattr(eye_process, "HEARTBEAT_SECONDS", 0.05)
    monkeypatch.setattr(eye_process, "GIVE_UP_AFTER_SECONDS", 0.2)
    table = Table()

    def enough() -> bool:
        if table.reports() and len(table.readings()) == 2 and table.run == "1":
            time.sleep(0.3)  # older than any roll that is still sent
            table.run = "2"
        return len(table.readings()) >= 3 and len(table.reports()) >= 6

    watch(Eye(Camera(), roll(1), roll(2)), table, enough)
    assert [body["number"] for body in table.readings()] == [1, 2, 2]
    assert table.readings()[2]["after_rest_ms"] > table.readings()[1]["after_rest_ms"] + 250


def test_the_demo_tray_rolls_once_per_request() -> None:
    """The request comes with each heartbeat until it is done."""
    camera, table = Camera(), Table()
    table.throws = [{"n": 1, "keep": [[1, 2, 3, 4]], "count": 6}]
    watch(Eye(camera, roll(1)), table, lambda: camera.rolled and len(table.reports()) >= 6)
    assert camera.rolled == [([(1, 2, 3, 4)], 6)]
    assert [body["done"] for body in table.reports()][-1] == 1


def test_the_demo_tray_rolls_only_after_the_first_reading() -> None:
    """The first reading never counts as a roll, so one before it would be lost."""
    camera, table = Camera(), Table()
    table.throws = [{"n": 1, "keep": []}]
    watch(Eye(camera), table, lambda: len(table.reports()) >= 3)
    assert camera.rolled == []


@pytest.mark.parametrize("path", ["eye", "readings"])
def test_an_eye_that_is_refused_ends_and_says_why(path: str) -> None:
    """Otherwise it would watch all evening for nobody."""
    table = Table(EyeCodeNeeded("403 wrong_code: That is not the code."))
    table.fails = path
    runner = EyeEventSender(Eye(Camera(), roll(1)), table)  # type: ignore[arg-type]
    with pytest.raises(EyeCodeNeeded, match="That is not the code"):
        runner.run()


@pytest.mark.parametrize("path", ["eye", "readings"])
def test_an_eye_ends_its_process_if_one_of_its_threads_fails(
    path: str, hurried: None, caplog: pytest.LogCaptureFixture
) -> None:
    """The other threads would look alive but send no rolls or notice no hang."""
    eye, failing, ends = Eye(Camera(), roll(1)), threading.Event(), []

    def post(where: str, body: Any) -> dict[str, Any]:
        if where == path and failing.is_set():
            raise KeyError("n")
        failing.set()  # the first report is from the main thread
        return {"throws": []}

    def end(status: int) -> None:
        ends.append(status)
        eye.close()

    EyeEventSender(eye, post, end=end).run()  # type: ignore[arg-type]
    assert (ends, "KeyError: 'n'" in caplog.text) == ([1], True)


def test_a_removed_eye_learns_of_it_even_with_many_taught_faces() -> None:
    """A table refuses strangers' large bodies, but answers a small one with the reason."""

    class StrictTable(Table):
        def __call__(self, path: str, body: Any) -> dict[str, Any]:
            if len(self.reports()) < 2:
                return super().__call__(path, body)
            if len(json.dumps(body)) > BUDGETS[None].body:
                raise Rejected("413 too_large: exceeds max_body of 4097.")
            raise EyeCodeNeeded("401 code_needed: The code lets you in.")

    eye = Eye(Camera())
    faces = [f"a face with number {i}" for i in range(400)]
    runner = EyeEventSender(eye, StrictTable(), taught(eye, faces))  # type: ignore[arg-type]
    gives_up = threading.Timer(20, eye.close)
    gives_up.start()
    with pytest.raises(EyeCodeNeeded):
        runner.run()
    gives_up.cancel()


def test_the_heartbeat_goes_on_after_a_broken_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that restarts during an answer is asked again."""
    monkeypatch.setattr(urllib.request, "urlopen", Opener(IncompleteRead(b"")))
    with pytest.raises(OSError, match="IncompleteRead"):
        poster_to_table("http://table:8080")("eye", {})


def test_the_code_is_kept_while_the_table_limits_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others guessed wrong; our code may still work later."""
    asked: list[str] = []
    answers = [refusal(401), refusal(429), refusal(401), b'{"key": "k"}', b'{"throws": []}']

    def answer(request: urllib.request.Request, timeout: float) -> Any:
        asked.append(request.full_url.rpartition("/")[2])
        found = answers.pop(0)
        if isinstance(found, Exception):
            raise found
        return io.BytesIO(found)

    monkeypatch.setattr(urllib.request, "urlopen", answer)
    post = poster_to_table("http://table:8080", code="12345678")
    with pytest.raises(OSError, match="429"):
        post("eye", {})
    assert post("eye", {}) == {"throws": []}
    assert asked == ["eye", "join", "eye", "join", "eye"]


def test_the_eye_says_once_that_a_banker_must_approve_it(caplog: pytest.LogCaptureFixture) -> None:
    """It also says once that it is approved."""
    runner = EyeEventSender(Eye(Camera()), Table())  # type: ignore[arg-type]
    with caplog.at_level("WARNING"):
        for approved in (True, False, False, True, True):
            runner._log_approval(approved)
    assert ["Players" in record.message for record in caplog.records] == [True, False]


def test_a_real_camera_gets_no_requests_to_roll() -> None:
    """Only hands roll dice in a real tray."""
    table = Table()
    table.throws = [{"n": 1, "keep": []}]
    camera = type("Usb", (), {"name": "usb 0", "live": True})()
    watch(Eye(camera, StateChange("empty", 0.0)), table, lambda: table.reports())
    assert table.reports()[0]["demo"] is False


class Opener:
    """A fake for the network."""

    def __init__(self, answer: bytes | Exception) -> None:
        self.answer = answer

    def __call__(self, request: urllib.request.Request, timeout: float) -> Any:
        """Answer as the test wants."""
        assert request.full_url == "http://table:8080/api/tables/main/eye"
        if isinstance(self.answer, Exception):
            raise self.answer
        return io.BytesIO(self.answer)


def refusal(status: int) -> urllib.error.HTTPError:
    """Return an answer with an error status."""
    body = io.BytesIO(b'{"code": "x"}')
    return urllib.error.HTTPError("http://table:8080", status, "no", Message(), body)


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (refusal(400), Rejected),
        (b"<html>", Rejected),
        (refusal(503), OSError),
        (urllib.error.URLError("down"), OSError),
    ],
)
def test_which_errors_are_worth_another_attempt(
    monkeypatch: pytest.MonkeyPatch, answer: Any, error: type[Exception]
) -> None:
    """A full disk or a restart will pass; a refusal will not."""
    monkeypatch.setattr(urllib.request, "urlopen", Opener(answer))
    with pytest.raises(error):
        poster_to_table("http://table:8080/")("eye", {})
    if isinstance(answer, urllib.error.HTTPError):
        answer.close()


def test_the_tables_answer_is_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    """The JSON, unchanged."""
    monkeypatch.setattr(urllib.request, "urlopen", Opener(b'{"throws": []}'))
    assert poster_to_table("http://table:8080")("eye", {}) == {"throws": []}


def test_an_eye_that_hangs_has_no_heartbeat(hurried: None) -> None:
    """Its last state would look current; the heartbeat returns when the eye does."""
    table, looks = Table(), []

    class Hanging(Eye):
        @property
        def last_activity(self) -> float:
            looks.append(len(table.reports()))
            return time.monotonic() - (30 if len(looks) <= 5 else 0)

        @last_activity.setter
        def last_activity(self, _: float) -> None:
            """Do nothing."""

    watch(Hanging(Camera()), table, lambda: len(table.reports()) > 1)
    assert looks[:6] == [1] * 6  # except for the first, which asks for the border


def test_an_eye_that_hangs_for_long_ends_its_process(hurried: None) -> None:
    """Nothing else would end it; its supervisor then starts another eye."""
    table, ends = Table(), []
    eye = Eye(Camera())
    eye.last_activity = time.monotonic() - 61

    def end(status: int) -> None:
        ends.append(status)
        eye.close()

    EyeEventSender(eye, table, end=end).run()  # type: ignore[arg-type]
    assert (ends, len(table.reports())) == ([1], 1)


def test_an_eye_that_hangs_for_a_while_may_come_back(hurried: None) -> None:
    """A driver may need that long."""
    table, ends = Table(), []
    eye = Eye(Camera())
    eye.last_activity = time.monotonic() - 30
    runner = EyeEventSender(eye, table, end=ends.append)  # type: ignore[arg-type]
    thread = threading.Thread(target=runner.run)
    thread.start()
    time.sleep(0.3)
    eye.last_activity = time.monotonic()
    until(lambda: len(table.reports()) > 1)
    eye.close()
    thread.join(60)
    assert ends == []


def taught(eye: Eye, faces: list[str]) -> TaughtDiceLearner:
    """Return a set of taught dice with these `faces`."""
    return TaughtDiceLearner(eye, ReplaceableReader(None), faces)  # type: ignore[arg-type]


def test_the_table_accepts_all_faces_of_twelve_story_cubes() -> None:
    """The list of known faces is long enough."""
    table, faces = Table(), [f"story cube {i}" for i in range(72)]
    eye = Eye(Camera())
    watch(eye, table, lambda: len(table.reports()) > 1, taught(eye, faces))
    told = [read_body(json.dumps(body).encode(), EyeReport) for body in table.reports()]
    assert told[-1].faces == tuple(faces)


@pytest.mark.parametrize("wish", ["still", "inspection"])
@pytest.mark.parametrize("letter", ["x", "ß"])
def test_the_largest_taught_set_fits_next_to_a_picture(wish: str, letter: str) -> None:
    """A body that is too large would always be refused, so the last faces are left out."""
    jpeg = JPEG.ljust(MAX_STILL_BYTES, b"0")
    found = tuple((letter * 6, (1 / 3, 1 / 3, 2 / 3, 2 / 3)) for _ in range(MAX_REPORTED_DICE + 1))

    class Rich(Eye):
        def still_jpeg(self) -> bytes:
            return jpeg

        def inspect(self) -> Inspection:
            return Inspection(jpeg, 1 / 3, "good", found, (1 / 3, 1 / 3, 2 / 3, 2 / 3))

    table, camera = Table(), Camera()
    camera.name = "ß" * 1000
    table.answer[wish] = True
    eye = Rich(camera)
    faces = [f"{i}".ljust(MAX_TAUGHT_NAME_LENGTH, letter) for i in range(MAX_TAUGHT_STILLS)]
    watch(eye, table, lambda: any(wish in b for b in table.reports()), taught(eye, faces))
    bodies = [json.dumps(body).encode() for body in table.reports()]
    told = [read_body(body, EyeReport) for body in bodies]
    assert max(map(len, bodies)) <= MAX_BODY_BYTES
    assert len(bodies[0]) <= BUDGETS[None].body  # a table reads no more from an unknown eye
    assert list(told[-1].faces) == faces[: len(told[-1].faces)]
    assert len(told[-1].faces) > 30


def test_the_table_takes_as_many_faces_as_a_taught_set_can_have() -> None:
    """Each has at least one still."""
    body = {"eye": "1", "state": "empty", "faces": [f"{i}" for i in range(MAX_TAUGHT_STILLS)]}
    assert len(read_body(json.dumps(body).encode(), EyeReport).faces) == MAX_TAUGHT_STILLS


def test_a_long_name_of_a_camera_is_cut() -> None:
    """An address may have any length."""
    table, camera = Table(), Camera()
    camera.name = "rtsp://camera.lan/" + "x" * 500
    watch(Eye(camera), table, lambda: table.reports())
    told = read_body(json.dumps(table.reports()[0]).encode(), EyeReport)
    assert told.camera == camera.name[:200]


@pytest.mark.parametrize(
    ("count", "sure"), [(MAX_REPORTED_DICE, True), (MAX_REPORTED_DICE + 1, False)]
)
def test_of_too_many_dice_some_are_sent_as_unsure(count: int, sure: bool) -> None:
    """The table accepts no more, and must not play an incomplete roll without asking."""
    table = Table()
    reading = roll(1).reading
    many = replace(
        roll(1), reading=replace(reading, dice=reading.dice * count), moved=(True,) * count
    )
    watch(Eye(Camera(), many), table, lambda: table.readings())
    told = read_body(json.dumps(table.readings()[0]).encode(), ReadingRequestBody)
    assert (len(told.dice), len(told.moved)) == (MAX_REPORTED_DICE, MAX_REPORTED_DICE)
    assert (told.sure, told.likely) == (sure, sure)
    assert told.doubts == (() if sure else ("too many",))


def test_the_end_of_a_recording_is_reported() -> None:
    """Otherwise people would look for a loose cable."""
    camera = type("Recording", (), {"name": "evening.mp4", "live": False})()
    eye, table = Eye(camera, StateChange("empty", 0.0)), Table()
    eye.close()
    EyeEventSender(eye, table).run()  # type: ignore[arg-type]
    assert table.reports()[-1]["state"] == "ended"

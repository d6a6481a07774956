"""A phone as the table's camera: who may photograph the dice, and what counts as a picture."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.access.control import AccessControl
from companion.budget import BUDGETS, JPEG
from companion.table.eyes import PHOTOGRAPH_SECONDS, EyeReport
from tests.companion.access.conftest import TABLE, Guest, Joiner, refused
from tests.companion.conftest import Played, seen

LARGEST = BUDGETS["player"].files[JPEG]
HEADER = b"\xff\xd8\xff\xe0\x00\x04\x00\x00"


def picture(width: int = 1600, height: int = 1200, size: int = 0) -> bytes:
    """Return the beginning of a JPEG of this size, with at least `size` bytes."""
    frame = b"\xff\xc0\x00\x11\x08" + height.to_bytes(2) + width.to_bytes(2) + b"\x03"
    return (HEADER + frame).ljust(size, b"\0")


def photograph(guest: Guest, data: bytes, kind: str = "photograph") -> tuple[int, str]:
    """Send a picture of this `kind`; return status and code."""
    answer = guest.client.post(
        f"{TABLE}/{kind}", data=data, content_type="image/jpeg", environ_overrides=guest.at
    )
    return answer.status_code, answer.get_json().get("code", "")


def use_phone(played: Played) -> None:
    """Let the table's camera be a phone."""
    played.table.take_report(
        EyeReport("run1", "empty", camera="phone", phone=True, photographs=True)
    )


@pytest.fixture
def ana(played: Played, join: Joiner) -> Guest:
    """Return the phone of Ana, whose turn it is; a banker has joined before."""
    join()
    played.start()
    use_phone(played)
    ana = join()
    ana.sit(0)
    return ana


def test_the_player_whose_turn_it_is_photographs(
    ana: Guest, join: Joiner, stranger: Guest, played: Played
) -> None:
    """The banker may, too; nobody else can send the eye a picture."""
    ben, spectator = join(), join()
    ben.sit(1)
    assert photograph(stranger, picture()) == (401, "code_needed")
    assert photograph(spectator, picture()) == (403, "only_watching")
    assert photograph(ben, picture()) == (403, "not_your_seat")
    assert played.table.eyes.take_pictures() == {}
    assert photograph(ana, picture()) == (200, "")
    assert played.table.eyes.take_pictures() == {"photograph": picture()}
    assert played.table.eyes.take_pictures() == {}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x89PNG\r\n",
        HEADER,
        picture(20_000, 20_000),
        picture(1600, 0),
        HEADER + b"\xff\xfe\x00\x12" + picture(10, 10)[8:] + picture(20_000, 20_000)[8:],
    ],
)
def test_only_a_jpeg_of_a_sensible_size_is_accepted(
    ana: Guest, played: Played, data: bytes
) -> None:
    """A few bytes that claim gigabytes are refused before anything decodes them."""
    assert photograph(ana, data) == (400, "malformed")
    assert played.table.eyes.take_pictures() == {}


def test_a_photograph_has_a_size_limit(ana: Guest) -> None:
    """Pages send much smaller ones."""
    assert photograph(ana, picture(size=LARGEST + 1))[0] == 413
    assert photograph(ana, picture(size=LARGEST)) == (200, "")


def test_a_table_with_another_camera_refuses_photographs(ana: Guest, played: Played) -> None:
    """The same dice would be read twice."""
    played.table.take_report(EyeReport("run1", "empty", camera="USB"))
    assert photograph(ana, picture()) == (422, "no_photographs")


def test_the_eye_gets_each_photograph_once(
    ana: Guest, app: Flask, access: AccessControl, played: Played
) -> None:
    """It comes with the answer to the eye's heartbeat."""
    eye: FlaskClient = app.test_client()
    headers = {"Authorization": f"Bearer {access.callers.eye_key}", "Host": "127.0.0.1"}

    def beat() -> dict[str, object]:
        report = {"eye": "run1", "state": "empty", "camera": "phone", "phone": True}
        report |= {"photographs": True}
        answer = eye.post(f"{TABLE}/eye", json=report, headers=headers).get_json()
        assert isinstance(answer, dict)
        return answer

    assert "photograph" not in beat()
    photograph(ana, picture())
    assert str(beat()["photograph"]).startswith("/9j/4")
    assert "photograph" not in beat()


def test_a_lesson_gets_the_photographs_taken_for_it(played: Played, join: Joiner) -> None:
    """They come from bankers and, while it waits, the camera; players still photograph rolls."""
    banker, camera, ana = join(), join(), join()
    played.start()
    use_phone(played)
    ana.sit(0)
    banker.post("approve", device=banker.me["door"]["devices"][1]["device"])
    lesson, eyes = played.table.lesson, played.table.eyes
    assert photograph(ana, picture(), "taught/photograph") == (403, "banker_only")
    assert photograph(banker, picture(), "taught/photograph") == (200, "")
    assert lesson.wait_for_still() == picture()
    assert lesson.is_going_on
    assert photograph(camera, picture(640, 480)) == (200, "")
    assert eyes.take_pictures() == {}
    assert photograph(ana, picture()) == (200, "")
    assert eyes.take_pictures() == {"photograph": picture()}
    assert lesson.wait_for_still() == picture(640, 480)


def test_a_lesson_waits_for_a_photograph_after_one_that_is_too_old(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A photograph that came too late for the previous lesson must not end this one."""
    use_phone(played)
    lesson = played.table.lesson
    lesson.put_photograph(b"old")
    played.clock.t += PHOTOGRAPH_SECONDS + 1

    def wait(_: float) -> bool:
        if not lesson._photographed.is_set():
            lesson.put_photograph(b"new")
        return True

    monkeypatch.setattr(lesson._photographed, "wait", wait)
    assert lesson.wait_for_still() == b"new"


def test_kept_dice_count_as_unmoved_in_a_photograph(played: Played) -> None:
    """The photograph can't show it, as nobody knows where they lay in the one before."""
    use_phone(played)
    played.start()
    played.do("throw", seat=0, faces=["1", "2", "6"])
    played.table.keep_dice([2], played.shown["turn"], played.shown["version"])
    played.read(seen(2, "3 6 6"))
    assert played.log[-1]["events"][0]["kept"] == [1]


def test_the_camera_that_the_banker_chose_photographs_for_everyone(
    played: Played, join: Joiner
) -> None:
    """Every banker sees whose phone it is and can revoke the choice; there is one at a time."""
    banker, dora, emil = join(), join(), join()
    played.start()
    use_phone(played)
    devices = [one["device"] for one in banker.me["door"]["devices"]]

    def chosen() -> list[bool]:
        return [one["approved"] for one in banker.me["door"]["devices"]]

    assert photograph(dora, picture()) == (403, "only_watching")
    assert dora.post("approve", device=devices[1]).status_code == 403
    banker.post("approve", device=devices[1])
    assert played.table.settings.camera == "phone"
    assert (chosen(), dora.me["camera"]) == ([False, True, False], True)
    assert photograph(dora, picture(size=LARGEST)) == (200, "")
    banker.post("approve", device=devices[2])
    assert chosen() == [False, False, True]
    assert photograph(dora, picture()) == (403, "only_watching")
    banker.post("approve", device=devices[2], approved=False)
    assert not any(chosen())
    assert photograph(emil, picture()) == (403, "only_watching")


def test_only_the_camera_shows_a_live_picture(played: Played, join: Joiner) -> None:
    """Neither bankers nor the player who rolls may; only the newest picture is kept."""
    banker, phone = join(), join()
    played.start()
    use_phone(played)
    assert photograph(banker, picture(), "frame") == (403, "not_the_camera")
    assert refused(banker.get(f"{TABLE}/aim")) == (403, "not_the_camera")
    banker.post("approve", device=banker.me["door"]["devices"][1]["device"])
    assert photograph(phone, picture(20_000, 20_000), "frame") == (400, "malformed")
    assert photograph(phone, picture(size=LARGEST + 1), "frame")[0] == 413
    assert played.table.eyes.take_pictures() == {}
    for data in (picture(640, 480), picture(), b""):  # the last one: nothing has changed
        assert photograph(phone, data, "frame") == (200, "")
    assert played.table.eyes.take_pictures() == {"frame": picture()}
    assert photograph(phone, b"", "frame") == (200, "")
    assert played.table.eyes.take_pictures() == {"frame": b""}
    played.table.take_report(EyeReport("run1", "empty", camera="phone on a stand", phone=True))
    assert photograph(phone, picture()) == (422, "no_photographs")
    assert photograph(phone, b"", "frame") == (200, "")
    played.table.take_report(EyeReport("run1", "empty", camera="USB"))
    assert photograph(phone, b"", "frame") == (422, "no_photographs")

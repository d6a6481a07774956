"""Shows films of real rolls to a table through a phone's page, and compares it with `watch`.

`python -m tests.companion.pages.live_films [NAME...]` prints for each film what a hand really
rolled, what `watch` read, and what the table played or asked about. Ten films take ten minutes.
Four show a hand that rolls dice; six are made of photographs of one tray each, with an arm between
them.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from tests.companion.pages.conftest import BROWSERS, CAMERA, FLAGS, ROOT, SIZES
from tests.companion.pages.test_phone_camera import become_camera
from tests.companion.serving import Served
from tests.vision.stage import arm, leaving
from tests.waiting import until

PHOTOGRAPHS = Path(os.environ.get("CROUPIER_SHARED", ROOT.parent / "shared")) / "dice-photos"
FPS = 30  # Chromium shows every film of JPEGs at this rate
BEGINS, RESTS, ENDS = 4.0, 2.0, 14.0  # seconds of rest: before the first roll, between, at the end
IDLE = 8.0  # seconds of the rest at the end in which bytes are counted
NOISE = 1.5  # levels, of a picture that is shown again and again
ARM_FRAMES = 9  # in which an arm comes in, and goes away
TRAYS = {
    "tray_1": ("1208_112415", "1208_112419", "1208_112426", "1208_112431"),
    "tray_2": ("1208_112434", "1208_112438", "1208_112447"),
    "tray_3": ("1208_112451", "1208_112455", "1208_112458", "1208_112501"),
    "tray_4": ("1209_095604", "1209_095609", "1209_095613", "1209_095617"),
    "tray_5": ("1209_100112", "1209_100116", "1209_100121", "1209_100127"),
    "tray_6": ("1209_100719", "1209_100728", "1209_100733"),
}
CLIPS = ("tirada_1", "tirada_2", "tirada_3", "tirada_4")
COUNTED = """
    window.sent = []; // when, and how many bytes
    const send = window.fetch;
    window.fetch = (path, request) => {
        if (String(path).endsWith('/frame')) sent.push([performance.now(), request.body.size]);
        return send(path, request);
    };
"""
Picture = np.ndarray[Any, np.dtype[np.uint8]]


@dataclass
class Film:
    """A film, and the faces of each roll in it; `lying` dice are no roll."""

    pictures: list[Picture]
    truth: list[list[str]]
    lying: bool


@dataclass
class Outcome:
    """The faces of each roll that was read in a film, and of those that were asked about."""

    rolls: list[list[str]] = field(default_factory=list)
    asked: list[list[str]] = field(default_factory=list)
    idle: float = 0.0  # megabits in a second while nothing moves
    rate: int = 0  # the most pictures in a second


def resting(picture: Picture, seconds: float, rng: np.random.Generator) -> Iterator[Picture]:
    """Yield the frames of a camera before which nothing moves."""
    noisy = [
        np.clip(picture + rng.normal(0, NOISE, picture.shape), 0, 255).astype(np.uint8)
        for _ in range(5)
    ]
    for at in range(round(seconds * FPS)):
        yield noisy[at % len(noisy)]


def tray(names: tuple[str, ...]) -> Film:
    """Return a film of photographs from one place, with an arm between them."""
    folder, rng = PHOTOGRAPHS / "train/byler_d6", np.random.default_rng(5)
    rows = map(json.loads, (folder / "annotations.jsonl").read_text().splitlines())
    values = {row["image"]: sorted(str(die["value"]) for die in row["dice"]) for row in rows}
    files = [f"images/IMG_2019{name}.jpg" for name in names]
    photographs = [cv2.imread(str(folder / file)) for file in files]
    pictures = list(resting(photographs[0], BEGINS, rng))
    for before, now in pairwise(photographs):
        pictures += [arm(420, 200, 180)(before, k) for k in range(ARM_FRAMES)]
        pictures += [leaving(420, 200, 180)(now, k) for k in range(ARM_FRAMES)]
        pictures += resting(now, RESTS, rng)
    pictures += resting(photographs[-1], ENDS, rng)
    return Film(pictures, [values[file] for file in files[1:]], lying=True)


def clip(name: str) -> Film:
    """Return a film of a hand that rolls dice and takes them again.

    It takes them after 0.2 to 0.4 s, so that the rest is made as long as people look at dice.
    """
    folder, rng = PHOTOGRAPHS / "check/tuia_tirada_video", np.random.default_rng(5)
    (row,) = (r for r in json.loads((folder / "videos.json").read_text()) if name in r["video"])
    (still,) = (folder / "images").glob(f"{name}_f*.jpg")
    video, pictures = cv2.VideoCapture(str(folder / row["video"])), []
    while (read := video.read())[0]:
        pictures.append(cv2.resize(read[1], (622, 1280), interpolation=cv2.INTER_AREA))
    at = int(still.stem.partition("_f")[2])
    pictures = [
        *resting(pictures[0], BEGINS, rng),
        *pictures[:at],
        *resting(pictures[at], RESTS, rng),
        *pictures[at:],
        *resting(pictures[-1], ENDS, rng),
    ]
    return Film(pictures, [sorted(map(str, row["values"]))], lying=False)


def write(film: Film, path: Path) -> None:
    """Write the film twice with the same frames: for Chromium, and as .avi for `watch`."""
    height, width = film.pictures[0].shape[:2]
    code = cv2.VideoWriter.fourcc(*"MJPG")
    video = cv2.VideoWriter(str(path.with_suffix(".avi")), code, FPS, (width, height))
    with path.open("wb") as file:
        for picture in film.pictures:
            file.write(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())
            video.write(picture)
    video.release()


def watch(path: Path, film: Film) -> Outcome:
    """Return what `croupier watch` reads in it."""
    command = [sys.executable, "-m", "companion", "watch", "--json"]
    output = subprocess.run([*command, path.with_suffix(".avi")], capture_output=True, check=True)
    outcome = Outcome()
    for roll in map(json.loads, output.stdout.splitlines()[film.lying :]):
        outcome.rolls.append(sorted(roll["faces"]))
        if not roll["likely"]:
            outcome.asked.append([*outcome.rolls[-1], *roll["doubts"]])
    return outcome


@contextmanager
def phone(film: Path) -> Iterator[Page]:
    """Yield a page of another device whose camera shows `film`."""
    with sync_playwright() as playwright:
        installed = next(path for path in BROWSERS if path.exists())
        args = [*FLAGS, *CAMERA, f"--use-file-for-fake-video-capture={film}"]
        browser: Browser = playwright.chromium.launch(executable_path=installed, args=args)
        width, height = SIZES["phone"]
        page = browser.new_page(viewport={"width": width, "height": height}, has_touch=True)
        page.set_extra_http_headers({"X-Forwarded-For": "192.0.2.5"})
        yield page
        browser.close()


def show(path: Path, film: Film, data: Path) -> Outcome:
    """Return the outcome of the film that a phone's page sends to a table."""
    outcome, served = Outcome(), Served(data, camera="none").wait()
    try:
        with phone(path) as page:
            page.add_init_script(COUNTED)
            become_camera(page, served)
            page.get_by_role("button", name="Show the live picture").tap()
            until(lambda: page.locator("video").count())
            began, answered = time.monotonic(), set[int]()
            while time.monotonic() < began + len(film.pictures) / FPS - 1:
                page.wait_for_timeout(100)
                answer(served, film, outcome, answered)
            sent = page.evaluate("() => sent.map(([at, size]) => [performance.now() - at, size])")
            outcome.idle = 8e-6 / IDLE * sum(size for ago, size in sent if ago < 1000 * IDLE)
            outcome.rate = fastest(sent)
        events = [e for row in served.get("/api/tables/main/log")["rows"] for e in row["events"]]
        outcome.rolls = [sorted(e["rolled"]) for e in events if e["type"] == "rolled"]
    finally:
        served.kill()
    return outcome


def fastest(sent: list[tuple[float, int]]) -> int:
    """Return in how many pictures the busiest second was `sent`."""
    times = [ago for ago, size in sent if size]
    return max(sum(ago - 1000 < t <= ago for t in times) for ago in times)


def answer(served: Served, film: Film, outcome: Outcome, answered: set[int]) -> None:
    """Answer the question that is open, if it is not `answered` yet."""
    now = served.get("/api/tables/main")
    asked = now["eye"]["question"]
    if asked is None or asked["delay"] is not None or asked["number"] in answered:
        return
    answered.add(number := asked["number"])
    if film.lying and len(answered) == 1:
        action = {"type": "dismiss", "number": number}
    else:
        outcome.asked.append([*sorted(asked["faces"]), *asked["why"]])
        action = {"type": "dice", **{key: asked[key] for key in ("faces", "kept", "number")}}
    served.post("actions", {"id": f"a{number}", "version": now["version"], "action": action})


def main(names: list[str]) -> None:
    """Show the films, and print the outcome of each."""
    films = {name: lambda name=name: tray(TRAYS[name]) for name in TRAYS}
    films |= {name: lambda name=name: clip(name) for name in CLIPS}
    for name in names or films:
        with tempfile.TemporaryDirectory() as folder:
            film, path = films[name](), Path(folder) / "film.mjpeg"
            write(film, path)
            seen, outcome = watch(path, film), show(path, film, Path(folder) / "data")
            verdict = "each roll once" if outcome.rolls == film.truth else "OTHERWISE"
            print(
                name, verdict, f"idle {outcome.idle:.2f} Mbit/s, {outcome.rate} a second", sep=", "
            )
            for who, rolls in (
                ("rolled", film.truth),
                ("watch", seen.rolls),
                ("watch asks", seen.asked),
                ("table", outcome.rolls),
                ("table asks", outcome.asked),
            ):
                print(f"    {who:12}", *map(" ".join, rolls), sep=" | ", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Tries the faults of real evenings on a phone: `python -m tests.companion.pages.live_faults`.

The phone is on a stand. While dice lie in its picture, one thing after another goes wrong for some
seconds. For each, a line says after how many seconds the table named it, and how many seconds after
its end (or after it was named, if it is over at once) the table went on by itself. A fault that
hinders nothing stays unnamed. None may cause a roll, and a question only if dice seem to lie
elsewhere. Give names to try only those; all take nine minutes.
"""

import base64
import json
import os
import signal
import socket
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import BrowserContext, CDPSession, sync_playwright

from companion.web.certificate import FILE
from tests.companion.pages.conftest import BROWSERS, FLAGS, SIZES
from tests.companion.pages.test_phone_camera import (
    answered_rolls,
    become_camera,
    eye_of,
    rolls_of,
)
from tests.companion.serving import Served
from tests.waiting import until
from vision.virtual.tray import VirtualTray

NAMED, BACK = 3.0, 5.0  # seconds
LASTS = 4.0  # so long a fault goes on once it is named
SEEN = {"sure", "unsure"}  # while dice lie there
BEGINS = {"lost", "moving", "reading"}  # a camera program that has just begun
LOST, MOVED = {"lost"}, {"moved camera", "moving", "hand", "covered"}

# A camera that shows `scene`: a picture of dice, with different noise each time.
CAMERA = """
    window.scene = { x: 0, y: 0, angle: 0, size: [1280, 960], filter: 'none', over: '', fps: 10 };
    const canvas = document.createElement('canvas');
    const pen = canvas.getContext('2d');
    const bytes = Uint8Array.from(atob('DICE'), letter => letter.charCodeAt(0));
    let picture;
    createImageBitmap(new Blob([bytes], { type: 'image/jpeg' })).then(made => { picture = made; });
    const noise = new ImageData(1400, 1000);
    for (let at = 0; at < noise.data.length; at += 4) {
        noise.data.fill(Math.random() * 255, at, at + 3);
        noise.data[at + 3] = 8;
    }
    let grain;
    createImageBitmap(noise).then(made => { grain = made; });
    function draw() {
        const { x, y, angle, size, filter, over, fps, held } = scene;
        setTimeout(draw, 1000 / fps);
        if (!grain || !picture) return;
        [canvas.width, canvas.height] = size;
        pen.filter = filter;
        const sway = held ? 90 * Math.sin(performance.now() / 300) : 0;
        pen.translate(size[0] / 2 + x + sway, size[1] / 2 + y - sway);
        pen.rotate(angle * Math.PI / 180);
        pen.drawImage(picture, -size[0] / 2, -size[1] / 2, size[0], size[1]);
        pen.resetTransform();
        pen.filter = 'none';
        if (over) {
            pen.fillStyle = over;
            pen.fillRect(0, size[1] / 4, size[0] * (scene.width ?? 1), size[1] / 2);
        }
        pen.drawImage(grain, -Math.random() * 100, -Math.random() * 30);
    }
    draw();
    navigator.mediaDevices.getUserMedia = async () => {
        if (scene.refuses) throw new DOMException('', scene.refuses);
        return canvas.captureStream(30);
    };
    for (const name of ['hidden', 'visibilityState']) {
        const own = Object.getOwnPropertyDescriptor(Document.prototype, name);
        Object.defineProperty(document, name, {
            get: () => window.away ? (name === 'hidden' ? true : 'hidden') : own.get.call(document),
        });
    }
    window.go = away => {
        window.away = away;
        document.dispatchEvent(new Event('visibilitychange'));
    };
"""


class Stand:
    """A phone on a stand, its table, and the faults of both."""

    def __init__(self, context: BrowserContext, folder: Path) -> None:
        self.context, self.folder = context, folder
        self.served = Served(folder, "--tls").wait()
        self.silent = socket.create_server(("127.0.0.1", 0))  # a stream that does not answer
        self.page = context.new_page()
        self.session: CDPSession = context.new_cdp_session(self.page)
        become_camera(self.page, self.served, "https")
        self.page.get_by_role("button", name="Show the live picture").tap()
        until(lambda: answered_rolls(self.served))  # the dice that lie there are a roll

    def restart(self) -> None:
        """Start the table again where it was."""
        self.served = Served(self.folder, "--tls", port=self.served.port).wait()

    def scene(self, **changes: Any) -> None:
        """Change what lies before the camera, or the camera itself."""
        self.page.evaluate("changes => Object.assign(scene, changes)", changes)

    def away(self, *, away: bool) -> None:
        """Put the page into the background, or back."""
        self.page.evaluate("away => go(away)", away)

    def network(self, kilobits: float, latency: float = 0.0) -> None:
        """Limit the Wi-Fi to this many kilobits per second; -1: no limit."""
        how = {"offline": False, "latency": latency}
        rate = kilobits * 1000 / 8 if kilobits > 0 else -1
        how |= {"downloadThroughput": rate, "uploadThroughput": rate}
        self.session.send("Network.emulateNetworkConditions", how)

    def sleep(self) -> None:
        """Stop all scripts of the page."""
        self.session.send("Debugger.enable")
        self.session.send("Debugger.pause")

    def end_tracks(self) -> None:
        """Take the camera away, as a call does."""
        self.page.evaluate("document.querySelector('video')?.srcObject.getTracks()[0].stop()")

    def pause(self) -> None:
        """Let the browser save power: it stops the video."""
        self.page.evaluate("document.querySelector('video')?.pause()")

    def eye_process(self, how: signal.Signals) -> None:
        """Send a signal to the camera program."""
        for child in self.served.children():
            os.kill(child, how)

    def approve(self, *, approved: bool) -> None:
        """Make the phone the camera, or end that."""
        (phone,) = self.served.get("/api/me")["door"]["devices"]
        body = json.dumps({"device": phone["device"], "approved": approved}).encode()
        url = f"http://127.0.0.1:{self.served.port}/api/access/approve"
        kind = {"Content-Type": "application/json"}
        urllib.request.urlopen(urllib.request.Request(url, body, kind), timeout=60).close()

    def choose(self, camera: str) -> None:
        """Choose a camera, as on the banker's page."""
        assert self.served.post("camera", {"camera": camera})[0] == 200

    def lose_certificate(self) -> None:
        """End the table, and let it make a new certificate when it starts again."""
        self.served.kill()
        (self.folder / FILE).unlink()


Act = Callable[[Stand], object]


@dataclass(frozen=True)
class Fault:
    """A fault, how it ends, and the states that name it (none: it hinders nothing)."""

    begin: Act
    end: Act
    states: set[str]


def content(states: set[str], **changes: Any) -> Fault:
    """Return a fault of the picture."""
    usual = {
        "x": 0, "y": 0, "angle": 0, "size": [1280, 960], "filter": "none", "over": "", "fps": 10,
        "refuses": "", "width": 1, "held": False,
    }  # fmt: skip
    before = {name: usual[name] for name in changes}
    return Fault(lambda s: s.scene(**changes), lambda s: s.scene(**before), states)


def chosen(other: Callable[[Stand], str]) -> Fault:
    """Return the fault that the `other` camera is chosen, and then the phone again."""
    return Fault(lambda s: s.choose(other(s)), lambda s: s.choose("phone"), LOST)


def nothing(_: Stand) -> None:
    """Do nothing."""


FAULTS = {
    "page in the background": Fault(
        lambda s: s.away(away=True), lambda s: s.away(away=False), LOST
    ),
    "phone asleep": Fault(Stand.sleep, lambda s: s.session.send("Debugger.resume"), LOST),
    "Wi-Fi gone": Fault(
        lambda s: s.context.set_offline(True), lambda s: s.context.set_offline(False), LOST
    ),
    "Wi-Fi of 60 kbit/s": Fault(lambda s: s.network(60), lambda s: s.network(-1), LOST),
    "Wi-Fi of 2 Mbit/s": Fault(lambda s: s.network(2000), lambda s: s.network(-1), set()),
    "Wi-Fi late by 4 s": Fault(lambda s: s.network(-1, 4000), lambda s: s.network(-1), LOST),
    "Wi-Fi late by 0.3 s": Fault(lambda s: s.network(-1, 300), lambda s: s.network(-1), set()),
    "page loaded again": Fault(lambda s: s.page.reload(), nothing, set()),
    "page left": Fault(lambda s: s.page.goto("about:blank"), lambda s: s.page.go_back(), LOST),
    "phone rings": Fault(Stand.end_tracks, nothing, set()),
    "phone rings for long": Fault(
        lambda s: (s.scene(refuses="NotReadableError"), s.end_tracks()),
        lambda s: s.scene(refuses=""),
        LOST,
    ),
    "camera not allowed any more": Fault(
        lambda s: (s.scene(refuses="NotAllowedError"), s.end_tracks()),
        lambda s: s.scene(refuses=""),
        LOST,
    ),
    "camera unplugged": Fault(
        lambda s: (s.scene(refuses="NotFoundError"), s.end_tracks()),
        lambda s: s.scene(refuses=""),
        LOST,
    ),
    "video paused by the browser": Fault(Stand.pause, nothing, set()),
    "battery saver: a frame a second": content(set(), fps=1),
    "lifted": content({"moved camera"}, held=True),
    "put down elsewhere": content(MOVED, x=200, y=100, angle=15),
    "knocked": content(MOVED, x=60, y=40),
    "turned by a right angle": content(MOVED, angle=90, size=[960, 1280]),
    "another resolution": content(set(), size=[640, 480]),
    "lamp out": content({"dark"}, filter="brightness(0.02)"),
    "something before the lens": content({"covered", "hand", "dark", "moved camera"}, over="#543"),
    "a hand stays over the dice": content({"hand", "covered"}, over="#d7aa8c", width=0.7),
    "out of focus": content(MOVED | {"unsure"}, filter="blur(14px)"),
    "glare": content(MOVED | {"unsure"}, filter="brightness(4)"),
    "clock of the phone an hour off": Fault(
        lambda s: s.page.evaluate("Date.now = (now => () => now() + 3600000)(Date.now)"),
        lambda s: s.page.evaluate("Date.now = () => new Date().getTime()"),
        set(),
    ),
    "table restarted": Fault(lambda s: s.served.kill(), Stand.restart, set()),
    "certificate renewed": Fault(Stand.lose_certificate, Stand.restart, set()),
    "camera program killed": Fault(lambda s: s.eye_process(signal.SIGKILL), nothing, BEGINS),
    "camera program hangs": Fault(
        lambda s: s.eye_process(signal.SIGSTOP), lambda s: s.eye_process(signal.SIGCONT), LOST
    ),
    "another phone is the camera": Fault(
        lambda s: s.approve(approved=False), lambda s: s.approve(approved=True), LOST
    ),
    "no camera chosen": chosen(lambda s: "none"),
    "virtual dice chosen": chosen(lambda s: "demo"),
    "a USB camera chosen that is missing": chosen(lambda s: "99"),
    "a silent stream chosen": chosen(
        lambda s: f"http://me:secret@127.0.0.1:{s.silent.getsockname()[1]}/live"
    ),
    "the phone chosen once more": Fault(lambda s: s.choose("phone"), nothing, BEGINS),
}


def try_fault(stand: Stand, fault: Fault) -> str:
    """Let a fault come and go; return a line about its effect."""
    until(lambda: eye_of(stand.served)["state"] in SEEN)
    dismiss(stand)
    before, words = rolls_of(stand.served), ""
    fault.begin(stand)
    named = (
        wait(stand, lambda eye: eye["state"] in fault.states, NAMED + 5) if fault.states else None
    )
    lasts = 0.0 if fault.end is nothing and fault.states else LASTS
    stand.page.wait_for_timeout(lasts / 2 * 1000)
    if stand.page.url.startswith("http") and fault.begin is not Stand.sleep:
        shown = stand.page.locator(".eye-state, [role=alert], .banner").all_inner_texts()
        words = " / ".join(filter(None, shown))
    stand.page.wait_for_timeout(lasts / 2 * 1000)
    fault.end(stand)
    back = wait(stand, lambda eye: eye["state"] in SEEN and not eye["demo"], 30)
    stand.page.wait_for_timeout(1000)
    asked = eye_of(stand.served)["question"]
    invented = rolls_of(stand.served) != before
    late = (named is not None and named > NAMED) or back is None or back > BACK
    missed = bool(fault.states) and named is None
    verdict = "INVENTED" if invented else "ASKED" if asked else "LATE" if late or missed else "ok"
    took = [f"{seconds:.1f} s" if seconds is not None else "never" for seconds in (named, back)]
    return f"{verdict:8} named {took[0] if fault.states else '-'}, back {took[1]}, phone: {words!r}"


def dismiss(stand: Stand) -> None:
    """If asked, answer that the dice lay there before."""
    now = stand.served.get("/api/tables/main")
    if (asked := now["eye"]["question"]) is not None:
        action = {"type": "dismiss", "number": asked["number"]}
        request = {"id": f"d{time.time()}", "version": now["version"], "action": action}
        stand.served.post("actions", request)


def wait(stand: Stand, found: Callable[[dict[str, Any]], bool], longest: float) -> float | None:
    """Return after how many seconds the status of the table's eye was `found`."""
    began = time.monotonic()
    while (took := time.monotonic() - began) < longest:
        try:
            if found(eye_of(stand.served)):
                return took
        except OSError:  # the table is restarted
            pass
        stand.page.wait_for_timeout(50)
    return None


@contextmanager
def a_phone() -> Iterator[BrowserContext]:
    """Yield the browser of a phone that sees dice."""
    picture = cv2.resize(VirtualTray(np.random.default_rng(3)).frame(0.0), (1280, 960))
    dice = base64.b64encode(cv2.imencode(".jpg", picture)[1].tobytes()).decode()
    with sync_playwright() as playwright:
        installed = next(path for path in BROWSERS if path.exists())
        browser = playwright.chromium.launch(executable_path=installed, args=FLAGS)
        width, height = SIZES["phone"]
        shape = {"width": width, "height": height}
        context = browser.new_context(
            viewport=shape,  # type: ignore[arg-type]
            has_touch=True,
            ignore_https_errors=True,
            extra_http_headers={"X-Forwarded-For": "192.0.2.5"},
        )
        context.add_init_script(CAMERA.replace("DICE", dice))
        yield context
        browser.close()


def main(names: list[str]) -> None:
    """Try the faults, and print the effect of each."""
    with tempfile.TemporaryDirectory() as folder, a_phone() as context:
        stand = Stand(context, Path(folder) / "data")
        try:
            for name in names or FAULTS:
                print(f"{name:36}", try_fault(stand, FAULTS[name]), flush=True)
        finally:
            stand.served.kill()


if __name__ == "__main__":
    main(sys.argv[1:])

"""What a camera's pictures are like, while no table runs that could tell."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.upkeep.finding import Finding
from companion.upkeep.health import picture_findings

if TYPE_CHECKING:
    from vision.frame import Image

DIE_MM = 16.0  # of an ordinary die
MIN_DIE_PIXELS = 24  # smaller ones are asked about more often
LOOKS_FOR = 15.0  # seconds at most: a camera finds its light first, and somebody may be in the way


def check_camera(spec: str) -> Iterator[Finding]:
    """Yield what the camera `spec` shows; nothing of the demo, which shows no real dice."""
    # Not above: the server shows findings too, and needs no OpenCV for them.
    from vision.cameras import open_camera
    from vision.cameras.demo import DemoCamera
    from vision.errors import CameraError
    from vision.picture_quality import PictureQualityMeter
    from vision.stillness import StillnessDetector

    try:
        camera = open_camera(spec, paced=True)
    except CameraError as error:
        yield Finding("camera_fails", "problem", {"why": str(error)})
        return
    meter, stillness, image = PictureQualityMeter(), StillnessDetector(), None
    try:
        for frame in () if isinstance(camera, DemoCamera) else camera.frames():
            quiet = stillness.observe(frame).quiet_frames
            image = frame.image
            meter.observe(image, frame.t, resting=quiet > 0)
            if meter.has_seen_enough or frame.t > LOOKS_FOR:
                break
    except CameraError as error:
        yield Finding("camera_fails", "problem", {"why": str(error)})
    finally:
        camera.close()
    yield from picture_findings(meter.faults if meter.has_seen_enough else None)
    if image is not None:
        yield from _sheet(image)


def _sheet(image: "Image") -> Iterator[Finding]:
    """Yield how a printed sheet is seen, if there is one, and how large dice are on it."""
    from vision.tray_sheet import find_markers, find_sheet

    markers = find_markers(image)
    view = find_sheet(markers, image.shape)
    if view is None:
        count = len(markers)
        yield (
            Finding("sheet_covered", "warning", {"count": count})
            if count
            else Finding("sheet_none", "info")
        )
        return
    pixels = round(DIE_MM * view.pixels_per_mm)
    told = {"paper": view.sheet.paper.upper(), "pixels": pixels}
    yield Finding("sheet_ok", "ok", told)
    if pixels < MIN_DIE_PIXELS:
        yield Finding("sheet_far", "warning", told)

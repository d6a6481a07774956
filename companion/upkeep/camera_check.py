"""What a camera's pictures are like, while no table runs that could tell."""

from collections.abc import Iterator

from companion.upkeep.finding import Finding
from companion.upkeep.health import picture_findings

LOOKS_FOR = 15.0  # seconds at most: a camera finds its light first, and somebody may be in the way


def camera_findings(spec: str) -> Iterator[Finding]:
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
    meter, stillness = PictureQualityMeter(), StillnessDetector()
    try:
        for frame in () if isinstance(camera, DemoCamera) else camera.frames():
            quiet = stillness.observe(frame).quiet_frames
            meter.observe(frame.image, frame.t, resting=quiet > 0)
            if meter.judged or frame.t > LOOKS_FOR:
                break
    except CameraError as error:
        yield Finding("camera_fails", "problem", {"why": str(error)})
    finally:
        camera.close()
    yield from picture_findings(meter.faults if meter.judged else None)

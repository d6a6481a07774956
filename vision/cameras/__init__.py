"""Where frames come from: a Pi camera, a USB camera, a recording, stills, an address, the demo.

camera = open_camera("auto")
for frame in camera.frames():
    ...
camera.close()
"""

from vision.cameras.base import Camera
from vision.cameras.choose import open_camera
from vision.errors import CameraAbsent, CameraError, CameraLost, CameraUnreadable

__all__ = [
    "Camera",
    "CameraAbsent",
    "CameraError",
    "CameraLost",
    "CameraUnreadable",
    "open_camera",
]

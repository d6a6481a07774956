"""Cameras: Pi camera, USB camera, recording, still pictures, network stream, demo.

camera = open_camera("auto")
for frame in camera.frames():
    ...
camera.close()
"""

from vision.cameras.choose import open_camera as open_camera

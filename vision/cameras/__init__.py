"""Where frames come from: a Pi camera, a USB camera, a recording, stills, an address, the demo.

camera = open_camera("auto")
for frame in camera.frames():
    ...
camera.close()
"""

from vision.cameras.choose import open_camera as open_camera

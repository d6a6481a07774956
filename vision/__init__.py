"""From pixels to rolls: cameras, stillness, the reader and the roll finder. Knows no game."""

import os

# A picture of a few bytes may claim gigabytes. OpenCV reads its limit when it is loaded; the
# largest phones take 50 megapixels, which need 350 MB to be read.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(8192 * 6144))
# What cannot be read is reported in our own words.
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")

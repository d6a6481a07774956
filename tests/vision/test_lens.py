"""Lens distortion is estimated and corrected."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.lens import Lens, fit_lens_and_homography

ORDINARY = Lens.typical((960, 1280, 3))
PLANE = np.array([(x, y) for x in (0.0, 24.0, 273.0, 297.0) for y in (0.0, 24.0, 186.0, 210.0)])
SEEN = np.array(((3.2, 0.3, 160.0), (-0.3, 3.1, 190.0), (0.0002, 0.0001, 1.0)))  # at a slant


@pytest.mark.parametrize("distortion", [-0.8, -0.1, 0.0, 0.2])
def test_a_distortion_is_found_and_undone(distortion: float) -> None:
    """Both barrel and pincushion distortion are found."""
    true = replace(ORDINARY, distortion=distortion)
    straight = cv2.perspectiveTransform(PLANE[:, None], SEEN).reshape(-1, 2)
    assert np.allclose(true.undistort(true.distort(straight)), straight)
    lens, matrix = fit_lens_and_homography(ORDINARY, PLANE, true.distort(straight))
    assert lens.distortion == pytest.approx(distortion, abs=0.01)
    found = cv2.perspectiveTransform(PLANE[:, None], matrix).reshape(-1, 2)
    assert np.abs(lens.distort(found) - true.distort(straight)).max() < 0.5

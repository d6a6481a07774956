"""Endless crops for the pose network: dice that lie on the table, are tilted, or lie on others."""

from models.training.augment import add_noise, compress, recolour
from models.training.face_samples import FaceSamples
from models.training.rng import one_of
from vision.frame import Image
from vision.pose_classifier import COCKED, CROP_MARGIN, CROP_SIDE, FLAT, STACKED

# Real dice all lie on the table; of drawn ones four in ten do, or drawn would mean tilted.
KINDS = {"real": 0.3, "rendered": 0.24, "other face": 0.04, "cocked": 0.18, "stacked": 0.24}


class PoseSamples(FaceSamples):
    """Draws crops (80, 80, 3), CROP_MARGIN wide, and their places in CLASSES.

    They are the dice of the face network, whatever they show, seen from further off.
    """

    margin = CROP_MARGIN
    crop_side = CROP_SIDE
    kinds = KINDS

    def draw(self) -> tuple[Image, int]:
        """One crop and the index of its class in CLASSES."""
        kind = self._draw_kind()
        if kind == "stacked" and self._stacks:
            crop, label = self._stacked(), STACKED
        elif kind == "cocked" and self._cocked:
            crop, label = self._laid(*one_of(self._rng, self._cocked)), COCKED
        elif kind == "other face":
            crop, label = self._other_face(), FLAT
        else:
            crop, label = (self._real() if kind == "real" else self._rendered())[0], FLAT
        return self._finished(crop), label

    def _around(
        self, image: Image, centre: tuple[float, float], size: float, upright: bool = False
    ) -> Image:
        """Cut as the reader would; what is seen aslant, from any side: a camera may hang beside."""
        return super()._around(image, centre, size, upright and self._rng.random() < 0.5)

    def _photographed(self, crop: Image) -> Image:
        """Return `crop` as some camera takes it, half of them a good one: what is seen is small."""
        if self._rng.random() < 0.5:
            return super()._photographed(crop)
        crop = add_noise(recolour(crop, self._rng), self._rng)
        return compress(crop, int(self._rng.integers(70, 96)))

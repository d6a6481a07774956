"""The networks, all with plain 3x3 convolutions.

Depthwise layers would save arithmetic, but train four times slower on a CPU and run no faster there
once exported. Batch norm is folded into the convolutions on export.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision import card_verifier
from vision.card_finder import CROP_CORNERS, DIRECTIONS
from vision.classifiers import CLUTTER_CLASSES, FACE_CLASSES, POSE_OUTPUTS


def _block(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions whose result is added to their input; (B, C, H, W) in and out."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _block(channels, channels)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )
        nn.init.zeros_(self.second[1].weight)  # starts as the identity, so depth does not hurt

    def forward(self, x: Tensor) -> Tensor:
        """Apply the block."""
        return functional.relu(x + self.second(self.first(x)))


class DetectorNet(nn.Module):
    """Locates dice: a heat map of centres with offsets and sizes, one cell per 8x8 pixels.

    In: (B, 3, H, W), BGR / 255, with H and W multiples of 16. Out: (B, 5, H/8, W/8): logit of "the
    centre of a die", offset of the centre from the cell's centre (x, y, in cells), logarithm of
    width and height over 32 px. After "Objects as Points" (Zhou et al., 2019). With cells of 4x4
    pixels, it found no more dice and took three times as long.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_block(3, 16, 2), _block(16, 24, 2))
        self.eighth = nn.Sequential(_block(24, 40, 2), Residual(40))
        self.sixteenth = nn.Sequential(_block(40, 64, 2), Residual(64), Residual(64))
        self.from_sixteenth = nn.Conv2d(64, 40, 1)
        self.at_eighth = _block(40, 40)
        self.head = nn.Sequential(_block(40, 32), nn.Conv2d(32, 5, 1))
        nn.init.constant_(self.head[1].bias[:1], -4.0)  # dice are rare: start low

    def forward(self, x: Tensor) -> Tensor:
        """Return the map of the picture `x`."""
        eighth = self.eighth(self.stem(x))
        deep = self.from_sixteenth(self.sixteenth(eighth))
        return self.head(self.at_eighth(eighth + functional.interpolate(deep, scale_factor=2.0)))


class CardFinderNet(nn.Module):
    """Locates cards: a heat map of centres with the outline of each, one cell per 8x8 pixels.

    In: (B, 3, H, W), BGR / 255, with H and W multiples of 32. Out: (B, 1 + N, H/8, W/8): logit of
    "the centre of a card", and for each of N `card_finder.DIRECTIONS` the logarithm of the distance
    from the cell's centre to the card's outline, over RADIUS_UNIT pixels. Distances have no first
    corner, so no rotation is a special case. After "StarDist" (Schmidt et al., 2018).
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_block(3, 16, 2), _block(16, 24, 2))
        self.eighth = nn.Sequential(_block(24, 32, 2), Residual(32))
        self.from_eighth = nn.Conv2d(32, 40, 1)
        self.sixteenth = nn.Sequential(_block(32, 48, 2), Residual(48))
        self.thirtysecond = nn.Sequential(_block(48, 56, 2), Residual(56), Residual(56))
        self.from_thirtysecond = nn.Conv2d(56, 48, 1)
        self.at_sixteenth = _block(48, 48)
        self.from_sixteenth = nn.Conv2d(48, 40, 1)
        self.head = nn.Sequential(_block(40, 48), nn.Conv2d(48, 1 + len(DIRECTIONS), 1))
        nn.init.constant_(self.head[1].bias[:1], -4.0)  # cards are rare: start low

    def forward(self, x: Tensor) -> Tensor:
        """Return the map of the picture `x`."""
        eighth = self.eighth(self.stem(x))
        near = self.from_eighth(eighth)
        sixteenth = self.sixteenth(eighth)
        wide = self.from_thirtysecond(self.thirtysecond(sixteenth))
        deep = self.at_sixteenth(sixteenth + functional.interpolate(wide, scale_factor=2.0))
        whole = functional.interpolate(self.from_sixteenth(deep), scale_factor=2.0)
        return self.head(functional.relu(near + whole))


class _CropNet(nn.Module):
    """Classifies a crop. In: (B, 3, S, S), BGR / 255. Out: (B, `answers`) logits.

    `features` is the number of features of a crop that the head uses.
    """

    def __init__(self, body: nn.Sequential, features: int, hidden: int, answers: int) -> None:
        super().__init__()
        self.body = body
        self.head = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(features, hidden),
            nn.ReLU(),
            nn.Linear(hidden, answers),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Return the logits for the crops `x`."""
        return self.head(self.body(x))


class FaceNet(_CropNet):
    """Classifies what a die shows, as one of FACE_CLASSES."""

    def __init__(self) -> None:
        body = nn.Sequential(
            _block(3, 24, 2),
            _block(24, 24),
            _block(24, 48, 2),
            Residual(48),
            _block(48, 96, 2),
            Residual(96),
            Residual(96),
            _block(96, 128, 2),
            Residual(128),
        )
        super().__init__(body, 128 * 4 * 4, 64, len(FACE_CLASSES))


class ClutterNet(_CropNet):
    """Classifies whether there is a die: CLUTTER_CLASSES."""

    def __init__(self) -> None:
        body = nn.Sequential(
            _block(3, 16, 2),
            _block(16, 32, 2),
            Residual(32),
            _block(32, 64, 2),
            Residual(64),
            Residual(64),
            _block(64, 96, 2),
            Residual(96),
        )
        super().__init__(body, 96 * 4 * 4, 48, len(CLUTTER_CLASSES))


class PoseNet(_CropNet):
    """Estimates the pose of a die: POSE_OUTPUTS. It has the body of `FaceNet`."""

    def __init__(self) -> None:
        super().__init__(FaceNet().body, 128 * 3 * 3, 48, len(POSE_OUTPUTS))
        self.head.insert(0, nn.AvgPool2d(3, stride=1))  # from 5 x 5 cells to 3 x 3


class CardCornerNet(_CropNet):
    """Measures the corners of a card in the crop of its rough outline.

    Out: (B, 9): logit of "a card", and how far its corners are from `card_finder.CROP_CORNERS`.
    """

    def __init__(self) -> None:
        body = nn.Sequential(
            _block(3, 16, 2),
            _block(16, 32, 2),
            Residual(32),
            _block(32, 48, 2),
            Residual(48),
            _block(48, 48, 2),
        )
        super().__init__(body, 48 * 6 * 4, 48, 1 + 2 * len(CROP_CORNERS))
        del self.head[1]  # dropout would blur what is measured


class CardNet(nn.Module):
    """Classifies whether two aligned cards bear the same print: `card_verifier.CLASSES`.

    In: (B, 9, 168, 112), from `verifier_input` / 255. Out: (B, 2) logits. A difference may be
    small, so the maximum is pooled as well as the mean.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _block(9, 24, 2),
            _block(24, 32, 2),
            Residual(32),
            _block(32, 64, 2),
            Residual(64),
            Residual(64),
        )
        self.head = nn.Sequential(
            nn.Dropout(0.1),
            nn.Linear(128, 48),
            nn.ReLU(),
            nn.Linear(48, len(card_verifier.CLASSES)),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Return the logits of the pairs `x`."""
        seen = self.body(x).flatten(2)
        return self.head(torch.cat([seen.mean(2), seen.amax(2)], 1))


class EmbeddingNet(nn.Module):
    """Embeds the appearance of a face, whatever its rotation.

    In: (B, 3, 96, 24), BGR / 255, angles by radii. Out: (B, 64) unit vectors. Convolutions wrap
    around the circle of angles, and their result is pooled over it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.InstanceNorm2d(3)  # removes the influence of the table's light
        self.body = nn.Sequential(
            _round(3, 16),
            _round(16, 32, 2),
            _round(32, 64, 2),
            _round(64, 64),
            _round(64, 96, 2),
        )
        self.across = nn.Sequential(
            _Wrap(), nn.Conv2d(96, 128, 3, bias=False), nn.BatchNorm2d(128), nn.ReLU()
        )
        self.head = nn.Linear(256, 64)

    def forward(self, x: Tensor) -> Tensor:
        """Return the vectors of the unwrapped faces `x`."""
        seen = self.across(self.body(self.norm(x))).flatten(2)
        return functional.normalize(self.head(torch.cat([seen.mean(2), seen.amax(2)], 1)), dim=1)


class _Wrap(nn.Module):
    """Circular padding: repeats the last row before the first one and the first after the last."""

    def forward(self, x: Tensor) -> Tensor:
        return torch.cat([x[:, :, -1:], x, x[:, :, :1]], 2)


def _round(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        _Wrap(),
        nn.Conv2d(inputs, outputs, 3, stride, (0, 1), bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


def to_network_input(images: Tensor) -> Tensor:
    """Return bytes (B, H, W, 3) as network input (B, 3, H, W) in 0..1, in channels-last layout."""
    return images.permute(0, 3, 1, 2).float() / 255

"""Two current general detectors, layer by layer as published, with random weights.

Reimplemented from the published tables of layers and blocks, to compare speed alone: YOLOv8n
(2023) and YOLO26n (2025) of Ultralytics, whose own code and weights are AGPL and stay out. Their
published sizes, 3.2 and 2.4 million weights and 8.7 and 5.4 thousand million operations at 640
pixels, are checked by a test.
"""

import warnings
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

CLASSES = 80


def conv(
    inputs: int, outputs: int, size: int = 1, stride: int = 1, groups: int = 1
) -> nn.Sequential:
    """Convolution and SiLU; the batch norm is folded in, as it is after export."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, groups=groups), nn.SiLU(inplace=True)
    )


class Bottleneck(nn.Module):
    """Two 3x3 convolutions, added to their input."""

    def __init__(self, channels: int, squeeze: float = 1.0) -> None:
        super().__init__()
        middle = int(channels * squeeze)
        self.body = nn.Sequential(conv(channels, middle, 3), conv(middle, channels, 3))

    def forward(self, x: Tensor) -> Tensor:
        """Apply the block."""
        return x + self.body(x)


class Split(nn.Module):
    """A cross-stage block: half of the channels pass `inner` blocks, every result is kept."""

    def __init__(self, inputs: int, outputs: int, middle: int, inner: list[nn.Module]) -> None:
        super().__init__()
        self.first = conv(inputs, 2 * middle)
        self.inner = nn.ModuleList(inner)
        self.last = conv((2 + len(inner)) * middle, outputs)

    def forward(self, x: Tensor) -> Tensor:
        """Apply the block."""
        parts = list(self.first(x).chunk(2, 1))
        for block in self.inner:
            parts.append(block(parts[-1]))
        return self.last(torch.cat(parts, 1))


def c2f(inputs: int, outputs: int, count: int) -> Split:
    """Return the block of YOLOv8."""
    middle = outputs // 2
    return Split(inputs, outputs, middle, [Bottleneck(middle) for _ in range(count)])


class Nested(nn.Module):
    """A small cross-stage block with two bottlenecks, as YOLO11 and YOLO26 nest it."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        half = channels // 2
        self.a, self.b = conv(channels, half), conv(channels, half)
        self.inner = nn.Sequential(Bottleneck(half), Bottleneck(half))
        self.last = conv(channels, channels)

    def forward(self, x: Tensor) -> Tensor:
        """Apply the block."""
        return self.last(torch.cat([self.inner(self.a(x)), self.b(x)], 1))


def c3k2(inputs: int, outputs: int, nested: bool, share: float = 0.5) -> Split:
    """Return the block of YOLO11 and YOLO26."""
    middle = int(outputs * share)
    inner = Nested(middle) if nested else Bottleneck(middle, 0.5)
    return Split(inputs, outputs, middle, [inner])


class Pooled(nn.Module):
    """Spatial pyramid pooling by three poolings in a row."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first, self.last = conv(channels, channels // 2), conv(channels * 2, channels)

    def forward(self, x: Tensor) -> Tensor:
        """Apply the block."""
        parts = [self.first(x)]
        for _ in range(3):
            parts.append(functional.max_pool2d(parts[-1], 5, 1, 2))
        return self.last(torch.cat(parts, 1))


class Attention(nn.Module):
    """Attention between places, and a small network after it."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.heads, self.key = channels // 64, 32
        self.qkv = nn.Conv2d(channels, channels + 2 * self.heads * self.key, 1)
        self.place = nn.Conv2d(channels, channels, 3, 1, 1, groups=channels)
        self.out = nn.Conv2d(channels, channels, 1)
        self.after = nn.Sequential(
            conv(channels, 2 * channels), nn.Conv2d(2 * channels, channels, 1)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Apply the block."""
        batch, channels, height, width = x.shape
        qkv = self.qkv(x).view(batch, self.heads, -1, height * width)
        wide = channels // self.heads
        q, k, v = qkv.split([self.key, self.key, wide], 2)
        share = (q.transpose(2, 3) @ k * self.key**-0.5).softmax(-1)
        seen = (v @ share.transpose(2, 3)).reshape(x.shape)
        x = x + self.out(seen + self.place(v.reshape(x.shape)))
        return x + self.after(x)


class Halved(nn.Module):
    """Attention on half of the channels."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first, self.last = conv(channels, channels), conv(channels, channels)
        self.attention = Attention(channels // 2)

    def forward(self, x: Tensor) -> Tensor:
        """Apply the block."""
        a, b = self.first(x).chunk(2, 1)
        return self.last(torch.cat([a, self.attention(b)], 1))


def _heads(inputs: tuple[int, ...], boxes: int, light: bool) -> nn.ModuleList:
    """Return for each scale a head for boxes and one for classes."""
    wide, heads = max(16, inputs[0] // 4, boxes), []
    for c in inputs:
        box = nn.Sequential(conv(c, wide, 3), conv(wide, wide, 3), nn.Conv2d(wide, boxes, 1))
        if light:
            kinds = [
                conv(c, c, 3, groups=c),
                conv(c, CLASSES),
                conv(CLASSES, CLASSES, 3, groups=CLASSES),
            ]
            kinds.append(conv(CLASSES, CLASSES))
        else:
            kinds = [conv(c, CLASSES, 3), conv(CLASSES, CLASSES, 3)]
        heads.append(nn.ModuleList([box, nn.Sequential(*kinds, nn.Conv2d(CLASSES, CLASSES, 1))]))
    return nn.ModuleList(heads)


class Yolo(nn.Module):
    """Backbone, pyramid up and down, three heads. `blocks` are its ten stages by number."""

    def __init__(self, blocks: dict[str, nn.Module], heads: nn.ModuleList) -> None:
        super().__init__()
        self.blocks, self.heads = nn.ModuleDict(blocks), heads

    def forward(self, x: Tensor) -> Tensor:
        """Answer (B, boxes + classes, places) before any suppression."""
        b = self.blocks
        eighth = b["eighth"](x)
        sixteenth = b["sixteenth"](eighth)
        deep = b["deep"](sixteenth)
        up = b["up16"](torch.cat([functional.interpolate(deep, scale_factor=2.0), sixteenth], 1))
        fine = b["up8"](torch.cat([functional.interpolate(up, scale_factor=2.0), eighth], 1))
        middle = b["join16"](torch.cat([b["down16"](fine), up], 1))
        coarse = b["join32"](torch.cat([b["down32"](middle), deep], 1))
        answers = [
            torch.cat([box(level), kinds(level).sigmoid()], 1).flatten(2)
            for level, (box, kinds) in zip((fine, middle, coarse), self.heads, strict=True)
        ]
        return torch.cat(answers, 2)


def yolov8n() -> Yolo:
    """Build YOLOv8n."""
    stem = nn.Sequential(conv(3, 16, 3, 2), conv(16, 32, 3, 2), c2f(32, 32, 1), conv(32, 64, 3, 2))
    return Yolo(
        {
            "eighth": nn.Sequential(stem, c2f(64, 64, 2)),
            "sixteenth": nn.Sequential(conv(64, 128, 3, 2), c2f(128, 128, 2)),
            "deep": nn.Sequential(conv(128, 256, 3, 2), c2f(256, 256, 1), Pooled(256)),
            "up16": c2f(384, 128, 1), "up8": c2f(192, 64, 1),
            "down16": conv(64, 64, 3, 2), "join16": c2f(192, 128, 1),
            "down32": conv(128, 128, 3, 2), "join32": c2f(384, 256, 1),
        },
        _heads((64, 128, 256), 64, light=False),
    )  # fmt: skip


def yolo26n() -> Yolo:
    """Build YOLO26n: four numbers per box, no distribution over them, one answer per die."""
    stem = nn.Sequential(
        conv(3, 16, 3, 2), conv(16, 32, 3, 2), c3k2(32, 64, False, 0.25), conv(64, 64, 3, 2)
    )
    deep = nn.Sequential(conv(128, 256, 3, 2), c3k2(256, 256, True), Pooled(256), Halved(256))
    return Yolo(
        {
            "eighth": nn.Sequential(stem, c3k2(64, 128, False, 0.25)),
            "sixteenth": nn.Sequential(conv(128, 128, 3, 2), c3k2(128, 128, True)),
            "deep": deep,
            "up16": c3k2(384, 128, True), "up8": c3k2(256, 64, True),
            "down16": conv(64, 64, 3, 2), "join16": c3k2(192, 128, True),
            "down32": conv(128, 128, 3, 2), "join32": Split(
                384, 256, 128, [nn.Sequential(Bottleneck(128, 0.5), Attention(128))]
            ),
        },
        _heads((64, 128, 256), 4, light=True),
    )  # fmt: skip


def operations(net: nn.Module, side: int) -> float:
    """Count the operations (2 per multiplication) of the convolutions on a square, in millions."""
    total = 0

    def count(layer: nn.Conv2d, _: object, out: Tensor) -> None:
        nonlocal total
        total += 2 * layer.weight.numel() * out.shape[2] * out.shape[3]

    hooks = [m.register_forward_hook(count) for m in net.modules() if isinstance(m, nn.Conv2d)]
    with torch.no_grad():
        net.eval()(torch.zeros(1, 3, side, side))
    for hook in hooks:
        hook.remove()
    return total / 1e6


def write(net: nn.Module, side: int, path: Path) -> Path:
    """Export a network for pictures of `side` pixels."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net.eval(), (torch.zeros(1, 3, side, side),), str(path), opset_version=17, dynamo=False
        )
    return path

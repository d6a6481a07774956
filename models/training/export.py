"""Export trained weights as ONNX files that contain their calibration."""

import warnings
from copy import deepcopy
from pathlib import Path
from typing import cast

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from models.training.networks import to_network_input

OPSET = 17
MANY = 1000  # weights of a layer that are worth storing in 16 bits


class _OfBytes(nn.Module):
    """A network that takes pictures as bytes, (B, H, W, C)."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> Tensor:
        """Return the network's output."""
        return cast("Tensor", self.net(to_network_input(pictures)))


def export(net: nn.Module, shape: tuple[int, int, int], path: Path, *, free_size: bool) -> None:
    """Export `net` to `path`, with byte pictures (B, *`shape`) as input.

    The batch size is variable, and with `free_size` so are the height and width.
    """
    free = {0: "batch"}
    taken, answered = (
        (free | {1: "height", 2: "width"}, free | {2: "height", 3: "width"})
        if free_size
        else (free, free)
    )
    partial = path.with_suffix(".partial.onnx")
    with warnings.catch_warnings():
        # The newer exporter needs another package; torch warns about that on every call.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            _OfBytes(deepcopy(net).eval().to(memory_format=torch.contiguous_format)),
            (torch.zeros(1, *shape, dtype=torch.uint8),),
            str(partial),
            input_names=["picture"],
            output_names=["answer"],
            opset_version=OPSET,
            dynamo=False,
            dynamic_axes={"picture": taken, "answer": answered},
        )
    partial.replace(path)


def store_in_16_bits(path: Path) -> None:
    """Store the weights of a network file in 16 bits: half the size, computed in 32 as before."""
    model = onnx.load(str(path))
    for weight in model.graph.initializer:
        if weight.data_type == onnx.TensorProto.FLOAT and np.prod(weight.dims) >= MANY:
            name = weight.name
            half = numpy_helper.to_array(weight).astype(np.float16)
            weight.CopyFrom(numpy_helper.from_array(half, f"{name}/16"))
            cast = onnx.helper.make_node("Cast", [f"{name}/16"], [name], to=onnx.TensorProto.FLOAT)
            model.graph.node.insert(0, cast)
    onnx.save(model, str(path))


def write_calibration(path: Path, values: dict[str, str]) -> None:
    """Store `values` as metadata in the network file at `path`; others in it stay as they are."""
    model = onnx.load(str(path))
    merged = {entry.key: entry.value for entry in model.metadata_props} | values
    del model.metadata_props[:]
    for key, value in sorted(merged.items()):
        model.metadata_props.add(key=key, value=value)
    onnx.save(model, str(path))

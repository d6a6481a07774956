"""Trained weights as ONNX files that carry their calibration along."""

import warnings
from copy import deepcopy
from pathlib import Path

import onnx
import torch
from torch import nn

OPSET = 17


def export(net: nn.Module, example: torch.Tensor, path: Path, *, free_size: bool) -> None:
    """Write `net` to `path`, batch size free, picture size too with `free_size`."""
    axes = {0: "batch", 2: "height", 3: "width"} if free_size else {0: "batch"}
    partial = path.with_suffix(".partial.onnx")
    with warnings.catch_warnings():
        # The newer exporter would need one more package; torch says so at every call.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            deepcopy(net).eval().to(memory_format=torch.contiguous_format),
            (example,),
            str(partial),
            input_names=["picture"],
            output_names=["answer"],
            opset_version=OPSET,
            dynamo=False,
            dynamic_axes={"picture": axes, "answer": axes if free_size else {0: "batch"}},
        )
    partial.replace(path)


def write_calibration(path: Path, figures: dict[str, str]) -> None:
    """Put `figures` into the network file at `path`, in place of those of the same names."""
    model = onnx.load(str(path))
    merged = {entry.key: entry.value for entry in model.metadata_props} | figures
    del model.metadata_props[:]
    for key, value in sorted(merged.items()):
        model.metadata_props.add(key=key, value=value)
    onnx.save(model, str(path))

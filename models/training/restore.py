"""Weights of a network file back into a network, so that training can go on from what is shipped.

At export each batch norm is folded into the convolution before it. Here it is taken out again: it
gets the statistics of some pictures, and a scale and an offset that undo what these change. The
network answers as the file does, and trains as any other.
"""

from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from models.training.networks import to_network_input

Array = NDArray[np.float32]


def restore_weights(net: nn.Module, path: Path, pictures: Tensor) -> None:
    """Give `net` the weights of the network file at `path`; it must have the same layers.

    `pictures` (B, H, W, 3) bytes, a few hundred of those it is trained on, show the statistics.
    Raises ValueError for a file with other layers.
    """
    layers = [one for one in net.modules() if isinstance(one, nn.Conv2d | nn.Linear)]
    stored = _stored_layers(path)
    first, bias = stored[0]
    taken = layers[0].weight.shape[1]
    if not first[:, taken:].any():  # a byte that is weighed with nothing
        stored[0] = first[:, :taken], bias
    shapes = [tuple(layer.weight.shape) for layer in layers]
    if [weight.shape for weight, _ in stored] != shapes:
        raise ValueError(f"{path}: not the layers of {type(net).__name__}")
    norms = iter([one for one in net.modules() if isinstance(one, nn.BatchNorm2d)])
    for layer, (weight, bias) in zip(layers, stored, strict=True):
        layer.weight.data = torch.from_numpy(weight)
        if layer.bias is not None:
            layer.bias.data = torch.from_numpy(bias)
        else:
            _unfold(next(norms), torch.from_numpy(bias))
    net.eval()
    with torch.no_grad():
        net(to_network_input(pictures))


def _unfold(norm: nn.BatchNorm2d, offset: Tensor) -> None:
    """Let `norm`, when it first sees something, take its statistics and then only add `offset`."""

    def take_statistics(_: nn.Module, seen: tuple[Tensor]) -> None:
        hook.remove()
        mean = seen[0].mean((0, 2, 3))
        variance = seen[0].var((0, 2, 3), unbiased=False).clamp(min=1e-6)
        norm.running_mean, norm.running_var = mean, variance
        norm.weight.data = (variance + norm.eps).sqrt()
        norm.bias.data = offset + mean

    hook = norm.register_forward_pre_hook(take_statistics)


def _stored_layers(path: Path) -> list[tuple[Array, Array]]:
    """Return weights and biases of the convolutions and linear layers of a file, in their order."""
    graph = onnx.load(str(path)).graph
    known = {entry.name: numpy_helper.to_array(entry) for entry in graph.initializer}
    for node in graph.node:
        if node.op_type == "Identity" and node.input[0] in known:  # the same figures twice
            known[node.output[0]] = known[node.input[0]]
        if node.op_type == "DequantizeLinear" and node.input[0] in known:
            whole, scale, zero = (known[name] for name in node.input)
            along = (-1, *[1] * (whole.ndim - 1)) if scale.ndim else ()
            known[node.output[0]] = (
                whole.astype(np.float32) - zero.reshape(along)
            ) * scale.reshape(along)
    layers = []
    for node in graph.node:
        if node.op_type in ("Conv", "Gemm"):
            weight, bias = (known[name].astype(np.float32) for name in node.input[1:3])
            layers.append((weight, bias))
    return layers

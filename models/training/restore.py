"""Restore a network's weights from its exported file, to continue training from it.

On export, each batch norm is folded into the preceding convolution. Here it is recreated: it gets
the statistics of some pictures, and a scale and an offset that cancel them. The network then gives
the same outputs as the file and can be trained like any other.
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
    """Load the weights of the network file at `path` into `net`, which must have the same layers.

    `pictures` (B, H, W, 3) of bytes, a few hundred from training, determine the statistics. Raises
    ValueError for a file with other layers.
    """
    layers = [one for one in net.modules() if isinstance(one, nn.Conv2d | nn.Linear)]
    stored = _stored_layers(path)
    first, bias = stored[0]
    taken = layers[0].weight.shape[1]
    if not first[:, taken:].any():  # the unused fourth channel
        stored[0] = first[:, :taken], bias
    shapes = [tuple(layer.weight.shape) for layer in layers]
    if sorted(shapes) != sorted(weight.shape for weight, _ in stored):
        raise ValueError(f"{path}: not the layers of {type(net).__name__}")
    norms = iter([one for one in net.modules() if isinstance(one, nn.BatchNorm2d)])
    for layer, shape in zip(layers, shapes, strict=True):
        # Layers are stored in order, but two with the same input in either order.
        place = next(i for i, (weight, _) in enumerate(stored) if weight.shape == shape)
        weight, bias = stored.pop(place)
        layer.weight.data = torch.from_numpy(weight)
        if layer.bias is not None:
            layer.bias.data = torch.from_numpy(bias)
        else:
            _unfold(next(norms), torch.from_numpy(bias))
    net.eval()
    with torch.no_grad():
        net(to_network_input(pictures))


def _unfold(norm: nn.BatchNorm2d, offset: Tensor) -> None:
    """Prepare `norm` to take its statistics from its first batch, then only add `offset`."""

    def take_statistics(_: nn.Module, seen: tuple[Tensor]) -> None:
        hook.remove()
        mean = seen[0].mean((0, 2, 3))
        variance = seen[0].var((0, 2, 3), unbiased=False).clamp(min=1e-6)
        norm.running_mean, norm.running_var = mean, variance
        norm.weight.data = (variance + norm.eps).sqrt()
        norm.bias.data = offset + mean

    hook = norm.register_forward_pre_hook(take_statistics)


def _stored_layers(path: Path) -> list[tuple[Array, Array]]:
    """Return weights and biases of a file's convolutions and linear layers, in order."""
    graph = onnx.load(str(path)).graph
    known = {entry.name: numpy_helper.to_array(entry) for entry in graph.initializer}
    for node in graph.node:
        if node.op_type in ("Identity", "Cast") and node.input[0] in known:  # shared, or in 16 bits
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

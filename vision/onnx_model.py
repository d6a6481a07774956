"""Run an ONNX network on one or two threads."""

import os
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

# From version 1.29 on, ONNX Runtime reports to Microsoft; a table must not send anything anywhere.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime as ort  # imported only now, since it reads the variable on import

from vision.frame import Array, Image


class OnnxModel:
    """A network with one input and one output.

    Raises FileNotFoundError if the file is missing. `metadata` holds what training stored in the
    file: the weights and the threshold of the calibration.
    """

    def __init__(self, path: Path, threads: int) -> None:
        if not path.is_file():
            raise FileNotFoundError(f"no network at {path}")
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        # Waiting threads must not spin: the table and the camera share these cores.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        self._session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        (taken,) = self._session.get_inputs()
        self._input, self._channels = taken.name, taken.shape[-1]
        self.metadata: dict[str, str] = dict(self._session.get_modelmeta().custom_metadata_map)

    def run(self, pictures: NDArray[np.uint8]) -> Array:
        """Return the raw output for `pictures` (B, H, W, C) of bytes.

        A quantised network may expect a fourth, unused channel (see `models.training.quantise`),
        which is added here.
        """
        taken = pictures
        if self._channels == 4 and pictures.shape[3] == 3:
            rows = pictures.reshape(-1, *pictures.shape[2:])
            taken = np.asarray(cv2.cvtColor(rows, cv2.COLOR_BGR2BGRA), np.uint8)
            taken = taken.reshape(*pictures.shape[:3], 4)
        return np.asarray(self._session.run(None, {self._input: taken})[0], np.float32)

    def predict(self, crops: Sequence[Image], *, mirrored: bool = False) -> Array:
        """Return the raw outputs (N, C) for `crops` (h, w, 3), `mirrored` or not."""
        if not crops:
            return np.zeros((0, self._session.get_outputs()[0].shape[1]), np.float32)
        shown = np.stack(crops)
        return self.run(np.ascontiguousarray(shown[:, :, ::-1]) if mirrored else shown)


def softmax(logits: Array) -> Array:
    """Return the probabilities (N, C) of C classes for their logits."""
    exponentials = np.exp(logits - logits.max(axis=1, keepdims=True, initial=-np.inf))
    return np.asarray(exponentials / exponentials.sum(axis=1, keepdims=True), np.float32)

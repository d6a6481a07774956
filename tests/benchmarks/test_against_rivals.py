"""One reading by the live eye and by current general detectors, as ratios within one run.

Each runs as published: the rivals in 32 bits, ours in 8. The ratio to a rival quantised like ours
is printed, too. The rivals need torch, which otherwise only training needs.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from time import thread_time

import cv2
import numpy as np
import onnxruntime as ort
import pytest

from models.training.export import export
from models.training.quantise import quantise
from tests.benchmarks.rivals import operations, write, yolo26n, yolov8n
from vision.onnx_model import OnnxModel
from vision.reader import Reader
from vision.virtual.tray import VirtualTray


def cheapest(work: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Return the least processor time of each on this thread, in seconds.

    They take turns in each round, so that other programs disturb all alike.
    """
    times = dict.fromkeys(work, float("inf"))
    for _ in range(rounds):
        for name, run in work.items():
            start = thread_time()
            run()
            times[name] = min(times[name], thread_time() - start)
    return times


def runner(path: Path, side: int) -> Callable[[], object]:
    """Return a function that runs the network at `path` once, on this thread, on one picture."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    taken = {session.get_inputs()[0].name: np.zeros((1, 3, side, side), np.float32)}
    return lambda: session.run(None, taken)


def test_the_rivals_match_their_publications() -> None:
    """They have the published numbers of weights and operations, within two per cent."""
    for net, weights, work in ((yolov8n(), 3.15e6, 8743), (yolo26n(), 2.41e6, 5357)):
        assert sum(p.numel() for p in net.parameters()) == pytest.approx(weights, rel=0.02)
        assert operations(net, 640) == pytest.approx(work, rel=0.02)


def test_one_read_takes_less_than_its_rivals(tmp_path: Path) -> None:
    """The live eye beats YOLO26n at 320 and YOLOv8n at 640: five dice in 1280 x 960, one thread."""
    cv2.setNumThreads(1)
    picture = cv2.resize(VirtualTray(np.random.default_rng(3)).frame(0.0), (1280, 960))
    picture = np.asarray(picture, np.uint8)
    reader = Reader(threads=1)
    die_size = float(np.median([die.size for die in reader.read(picture).dice]))
    export(yolo26n(), (320, 320, 3), tmp_path / "whole.onnx", free_size=False)
    quantise(tmp_path / "whole.onnx", tmp_path / "rounded.onnx", [picture[:320, :320]] * 4)
    rounded = OnnxModel(tmp_path / "rounded.onnx", 1)
    work: dict[str, Callable[[], object]] = {
        "live": lambda: reader.read(picture, die_size=die_size),
        "still": lambda: reader.read(picture),
        "YOLO26n at 320": runner(write(yolo26n(), 320, tmp_path / "small.onnx"), 320),
        "rounded": lambda: rounded.run(np.zeros((1, 320, 320, 3), np.uint8)),
        "YOLOv8n at 640": runner(write(yolov8n(), 640, tmp_path / "large.onnx"), 640),
    }
    times = cheapest(work, 8)
    print({name: f"{1000 * seconds:.1f} ms" for name, seconds in times.items()})
    # 0.49 and 11 on a calm machine, more on others; the pose network is asked about one flat die.
    assert times["live"] < 0.85 * times["YOLO26n at 320"]
    assert times["still"] <= 3 * times["YOLO26n at 320"]
    assert times["YOLOv8n at 640"] >= 6 * times["live"]

"""The program that makes the networks: photographs and rendered scenes in, ONNX files out.

    python -m models.training --photos DIR [--out models] [--minutes 84] [--only NAME]
    python -m models.training.evaluate --photos DIR

Needs the extra `train` (torch, onnx); nothing that runs at a table imports it.
"""

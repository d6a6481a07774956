"""Train the networks: from photographs and rendered scenes to ONNX files.

    python -m models.training --photos DIR [--out models] [--minutes 84] [--only NAME]
    python -m models.training.evaluate --photos DIR

It needs the extra `train` (torch, onnx). Nothing that runs at a table imports it.
"""

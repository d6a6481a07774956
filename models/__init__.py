"""The trained networks (ONNX, each with a model card) as package data."""

"""The trained networks (ONNX, each with a card beside it) as package data."""

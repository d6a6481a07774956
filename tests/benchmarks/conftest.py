"""The rivals are built by torch, which only training needs: without it there is nothing to race."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("torch") and find_spec("onnx") else ["test_against_rivals.py"]

"""What the benchmarks share."""

from importlib.util import find_spec

from tests.companion.pages.conftest import browser, film, painting

__all__ = ["browser", "film", "painting"]

# The rivals are built by torch, which only training needs: without it there is nothing to race.
collect_ignore = [] if find_spec("torch") and find_spec("onnx") else ["test_against_rivals.py"]

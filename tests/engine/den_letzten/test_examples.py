"""The worked examples in the documentation of Den Letzten are true."""

import doctest
import importlib
import pkgutil

from engine import den_letzten


def test_examples_in_docstrings() -> None:
    """Every example of every module gives what it says."""
    names = [module.name for module in pkgutil.iter_modules(den_letzten.__path__)]
    modules = [importlib.import_module(f"engine.den_letzten.{name}") for name in names]
    results = [doctest.testmod(module) for module in (den_letzten, *modules)]
    assert sum(result.failed for result in results) == 0
    assert sum(result.attempted for result in results) >= 15

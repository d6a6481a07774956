"""`replace` copies a dataclass as the standard library does."""

import dataclasses
from dataclasses import dataclass
from itertools import combinations, product

import pytest

from engine.core.codec import replace


@dataclass(frozen=True)
class Root:
    """A field to inherit."""

    name: str = "root"


@dataclass(frozen=True)
class Branch(Root):
    """Fields with and without a default."""

    leaves: tuple[int, ...] = ()
    count: int | None = dataclasses.field(default=None, compare=False)


def some_of(**fields: object) -> list[dict[str, object]]:
    """Return all choices of `fields`, from none to all."""
    return [dict(some) for size in range(4) for some in combinations(fields.items(), size)]


def test_a_copy_equals_the_standard_librarys() -> None:
    """The copy has all fields, changed or not; the original keeps its own."""
    changes = some_of(name="é", leaves=(1, 2), count=4)
    for first, then in product(some_of(name="", leaves=(3,), count=0), changes):
        branch = Branch(**first)
        before = dataclasses.astuple(branch)
        copy = replace(branch, **then)
        assert type(copy) is Branch
        assert dataclasses.astuple(copy) == dataclasses.astuple(dataclasses.replace(branch, **then))
        assert dataclasses.astuple(branch) == before
    assert replace(Root(), name="x") == Root("x")


def test_an_unknown_field_is_refused() -> None:
    """It raises TypeError, as the constructor would."""
    with pytest.raises(TypeError, match="no field fruit"):
        replace(Branch(), fruit=1)  # type: ignore[call-arg]

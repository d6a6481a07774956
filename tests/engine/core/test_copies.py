"""`replace` copies a dataclass as the standard library does."""

import dataclasses
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


CHANGES = st.fixed_dictionaries(
    {}, optional={"name": st.text(), "leaves": st.just((1, 2)), "count": st.integers()}
)


@given(CHANGES, CHANGES)
def test_a_copy_equals_the_standard_librarys(
    first: dict[str, object], then: dict[str, object]
) -> None:
    """The copy has all fields, changed or not; the original keeps its own."""
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

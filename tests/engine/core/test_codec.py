"""Dataclasses go to JSON and back, strictly."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import pytest

from engine.core.codec import from_json, to_json
from engine.core.refusals import BadAction


@dataclass(frozen=True, slots=True)
class Inner:
    """A nested dataclass."""

    count: int


@dataclass(frozen=True, slots=True)
class Whole:
    """One field of every supported type."""

    flag: bool
    word: Literal["a", "b"]
    many: tuple[int, ...]
    by_name: Mapping[str, Inner]
    maybe: Inner | None = None
    either: int | str = 0


@dataclass(frozen=True, slots=True)
class Pair:
    """Two numbers in order."""

    low: int
    high: int

    def __post_init__(self) -> None:
        """Refuse numbers out of order."""
        if self.low > self.high:
            raise ValueError("low is not above high")


WHOLE = Whole(
    flag=True,
    word="b",
    many=(1, 2),
    by_name=MappingProxyType({"one": Inner(1)}),
    maybe=Inner(2),
    either="text",
)


def test_round_trip_through_text() -> None:
    """Every supported type comes back equal through JSON text."""
    data = json.loads(json.dumps(to_json(WHOLE)))
    assert from_json(Whole, data) == WHOLE


def test_defaults_may_be_left_out() -> None:
    """A field with a default need not be sent; null is None only in fields that allow None."""
    data = {**to_json(WHOLE)}  # type: ignore[dict-item]
    del data["maybe"], data["either"]
    assert from_json(Whole, data).maybe is None


@pytest.mark.parametrize(
    ("field", "value", "path"),
    [
        ("flag", 1, "Whole.flag"),
        ("word", "c", "Whole.word"),
        ("many", [1, True], "Whole.many[1]"),
        ("many", 3, "Whole.many"),
        ("by_name", {"one": {"count": None}}, "Whole.by_name[...].count"),
        ("by_name", [1], "Whole.by_name"),
        ("maybe", {}, "Whole.maybe.count"),
        ("colour", 2, "Whole.colour"),
        ("maybe", 4, "Whole.maybe"),
        ("either", None, "Whole.either"),
        ("either", 1.5, "Whole.either"),
        ("word", "x" * 200, "Whole.word"),
    ],
)
def test_malformed_fields_are_named(field: str, value: object, path: str) -> None:
    """The refusal is a short sentence with the path to the wrong field."""
    data = {**to_json(WHOLE), field: value}  # type: ignore[dict-item]
    with pytest.raises(BadAction) as caught:
        from_json(Whole, data)
    assert (caught.value.code, caught.value.figures["field"]) == ("malformed", path)
    assert len(caught.value.message) < 160


@pytest.mark.parametrize("data", [None, 3, "text", [1], []])
def test_what_is_not_an_object_is_refused(data: object) -> None:
    """Only an object is accepted."""
    with pytest.raises(BadAction):
        from_json(Whole, data)


def test_a_dataclass_may_check_its_fields_together() -> None:
    """Its own check is reported like any malformed field."""
    with pytest.raises(BadAction) as refused:
        from_json(Pair, {"low": 2, "high": 1})
    assert (refused.value.code, refused.value.figures["field"]) == ("malformed", "Pair")
    assert "low is not above high" in refused.value.message


def test_a_set_is_a_list_in_json_and_back() -> None:
    """The list is sorted, so that equal states are equal JSON."""
    accounts = frozenset({"bank", "ana"})
    assert to_json(accounts) == ["ana", "bank"]
    assert from_json(frozenset[str], ["ana", "bank"]) == accounts
    with pytest.raises(BadAction):
        from_json(frozenset[str], ["ana", 1])

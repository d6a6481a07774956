"""Random players: legal choices to actions, and setups with any house rules."""

import dataclasses
import random
from collections import Counter
from typing import Any

from hypothesis import strategies as st

from engine.core.choice import Choice, FieldSpec, ListOf, OneOf, Span
from engine.last_chance.combination import targets
from engine.last_chance.options import PRESETS, Options
from engine.last_chance.state import State


def _value(spec: FieldSpec) -> st.SearchStrategy[Any]:
    if isinstance(spec, Span):
        steps = (spec.max - spec.min) // spec.step
        few = st.integers(0, min(8, steps)) | st.integers(0, steps)
        return few.map(lambda n: spec.min + n * spec.step)
    if isinstance(spec, OneOf):
        return st.sampled_from(spec.one_of)
    return st.lists(st.sampled_from(spec.list_of), min_size=spec.min, max_size=spec.max)


def fill(choice: Choice) -> st.SearchStrategy[dict[str, Any]]:
    """Return actions (as JSON objects) that `choice` allows."""
    seat = {} if choice.seat is None else {"seat": st.just(choice.seat)}
    fields = {name: _value(spec) for name, spec in choice.fields.items()}
    return st.fixed_dictionaries({"type": st.just(choice.type), **seat, **fields})


def pick(choice: Choice, rng: random.Random) -> dict[str, Any]:
    """Return one action that `choice` allows, drawn by `rng`."""
    data: dict[str, Any] = {"type": choice.type}
    if choice.seat is not None:
        data["seat"] = choice.seat
    for name, spec in choice.fields.items():
        if isinstance(spec, Span):
            data[name] = rng.randrange(spec.min, spec.max + 1, spec.step)
        elif isinstance(spec, OneOf):
            data[name] = rng.choice(spec.one_of)
        else:
            assert isinstance(spec, ListOf)
            data[name] = rng.choices(spec.list_of, k=rng.randint(spec.min, spec.max))
    return data


def winning_throws(state: State) -> list[dict[str, Any]]:
    """Return throws that keep only the locked dice and crack the card."""
    kept = Counter(state.locked)
    return [
        {
            "type": "throw",
            "kept": sorted(state.locked),
            "thrown": list((Counter(way) - kept).elements()),
        }
        for way in sorted(targets(state.open_card.symbols, state.options, state.locked))
        if not kept - Counter(way)
    ]


def _option(field: dataclasses.Field[Any]) -> st.SearchStrategy[Any]:
    if "values" in field.metadata:
        return st.sampled_from(list(field.metadata["values"]))
    if field.name == "banker":
        return st.integers(0, 1)
    if "low" in field.metadata:
        return st.integers(1, 4)
    return st.booleans()


house_rules = st.fixed_dictionaries(
    {}, optional={field.name: _option(field) for field in dataclasses.fields(Options)}
)
presets = st.sampled_from(list(PRESETS))

_seats = st.integers(-1, 4)
_faces = st.lists(st.sampled_from("123456"), max_size=6)
wild_actions = st.one_of(
    st.fixed_dictionaries(
        {
            "type": st.just("flip"),
            "symbols": st.lists(st.sampled_from("123456LCJ"), min_size=4, max_size=6),
            "prize": st.integers(-1, 12) | st.sampled_from([160_000, 2_000, 10_000_000]),
            "attempts": st.integers(-1, 11),
        }
    ),
    st.fixed_dictionaries({"type": st.just("roll"), "faces": _faces}),
    st.fixed_dictionaries(
        {
            "type": st.just("bid"),
            "seat": _seats,
            "amount": st.integers(-2, 90).map(lambda n: n * 10_000) | st.integers(-9, 10**7),
        }
    ),
    st.fixed_dictionaries({"type": st.just("count"), "k": st.integers(-1, 5)}),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["last_chance", "pass", "eliminate"]), "seat": _seats}
    ),
    st.fixed_dictionaries({"type": st.sampled_from(["no_bid", "close_bets", "stop"])}),
    st.fixed_dictionaries(
        {
            "type": st.just("bet"),
            "seat": _seats,
            "amount": st.integers(-1, 12).map(lambda n: n * 10_000) | st.integers(),
            "on": st.sampled_from(["yes", "no"]),
        }
    ),
    st.fixed_dictionaries(
        {"type": st.just("lay"), "slot": st.integers(-1, 6), "face": st.sampled_from("123456")}
    ),
    st.fixed_dictionaries({"type": st.just("throw"), "kept": _faces, "thrown": _faces}),
)
"""Well-formed actions of any kind, mostly illegal."""

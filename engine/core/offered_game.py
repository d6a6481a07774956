"""What a game offers before it starts (title, players, house rules), and what people choose."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar

from engine.core import names
from engine.core.options import OptionValue, changed_options, describe_options, options_with_changes
from engine.core.refusals import BadSetup, Json


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game starts: names clockwise, the seat that begins, preset and house rules.

    Spaces around names are removed.
    """

    names: tuple[str, ...]
    first_seat: int = 0
    preset: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(name.strip() for name in self.names))


class OfferedGame:
    """The description of a game, from which a page offers it."""

    id: ClassVar[str]
    title: ClassVar[str]
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    options: ClassVar[type]
    presets: ClassVar[Mapping[str, object]]
    """Option dataclasses by preset name, the default first; by default one named after the game."""
    option_groups: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The ids of house rules by group. Either empty, or every house rule is in a group."""
    game_box_type: ClassVar[type | None] = None
    """The dataclass, with a `name`, of a box that people put together; None if they can't."""
    own_faces: ClassVar[Mapping[str, Mapping[str, OptionValue]]] = MappingProxyType({})
    """The faces of its dice other than numbers, which can be taught to the eye, each with the
    options under which it is on the dice."""
    card_names: ClassVar[tuple[str, ...]] = ()
    """What its cards are called, in the usual order, where its rules list them."""
    simulation_options: ClassVar[Mapping[str, OptionValue]] = MappingProxyType({})
    """The options that a table of only automatic players needs."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "options" in cls.__dict__ and "presets" not in cls.__dict__:
            cls.presets = {cls.id: cls.options()}

    def player_range(self, options: object) -> tuple[int, int]:
        """Return the minimum and maximum number of players with these `options`."""
        return self.min_players, self.max_players

    def own_faces_in_use(self, options: object) -> list[str]:
        """Return those `own_faces` that are on the dice under these `options`."""
        return [
            face
            for face, rules in self.own_faces.items()
            if all(getattr(options, name) == value for name, value in rules.items())
        ]

    def description_for_page(self) -> dict[str, Json]:
        """Return what a page needs to offer the game, as JSON.

        A preset lists only the options in which it differs from the first. ``players`` is
        ``[fewest, most]`` by preset. People are not offered `simulation_options`.
        """
        default, hidden = next(iter(self.presets.values())), self.simulation_options
        offered = [row for row in describe_options(self.options) if row["id"] not in hidden]
        return {
            "id": self.id,
            "title": self.title,
            "min_players": self.min_players,
            "max_players": self.max_players,
            "options": offered,
            "presets": {
                name: changed_options(preset, default) for name, preset in self.presets.items()
            },
            "option_groups": {name: list(ids) for name, ids in self.option_groups.items()},
            "players": {name: self.player_range(preset) for name, preset in self.presets.items()},
            "own_faces": {face: dict(rules) for face, rules in self.own_faces.items()},
            "card_names": list(self.card_names),
        }

    def check_setup(self, setup: Setup) -> object:
        """Return the options that `setup` chooses: its preset with its house rules.

        Raises `BadSetup`: ``player_count``, ``bad_name``, ``duplicate_name``, ``first_seat``,
        ``unknown_preset``, ``unknown_option``, ``bad_option``.
        """
        preset = setup.preset or next(iter(self.presets))
        if preset not in self.presets:
            said = f"Unknown edition {preset!r}."
            raise BadSetup("unknown_preset", said, known=list(self.presets))
        options = options_with_changes(self.options, self.presets[preset], setup.options)
        players, (fewest, most) = len(setup.names), self.player_range(options)
        if not fewest <= players <= most:
            said = f"{self.title} is for {fewest} to {most} players."
            raise BadSetup("player_count", said, players=players, min=fewest, max=most)
        names.check_names(setup.names)
        if not 0 <= setup.first_seat < len(setup.names):
            raise BadSetup("first_seat", "No player has that seat.", first_seat=setup.first_seat)
        return options

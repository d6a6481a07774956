"""Every code of the server has a sentence: those of rules, events and refusals."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import companion
import engine
from companion.access.errors import AccessDenied
from companion.words import LANGUAGES, catalogue
from companion.words.sentences import event_sentence
from engine.core.action import Action
from engine.core.event import Event, Played
from engine.core.game import Game
from engine.core.offered_game import Setup
from engine.core.options import describe_options
from engine.core.people import Join, Leave, Pause, Rename, Resume
from engine.core.refusals import BadSetup, Json, Refusal
from engine.games import GAMES
from tests.engine.playing import random_action, random_options

ROOMS = [Path(str(room.__file__)).parent for room in (engine, companion)]
REFUSALS = {
    "BadAction",
    "BadSetup",
    "FileError",
    "NotAllowed",
    "NotNow",
    "TaughtSetRefusal",
    "require_range",
}

LONGEST_LINE = 45


def refusals() -> Iterator[str]:
    """Yield the codes of all refusals that the program can raise."""
    for path in sorted(path for room in ROOMS for path in room.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                code = node.args[0] if node.func.id in REFUSALS and node.args else None
                if isinstance(code, ast.Constant):
                    yield str(code.value)


def of_game(game: Game[Any]) -> Iterator[str]:
    """Yield the keys of the sentences that `game` needs."""
    for option in describe_options(game.options):
        yield f"option_{game.id}_{option['id']}"
        values: Any = option.get("values", ())
        yield from (f"option_{game.id}_{option['id']}_{value}" for value in values)
    for preset in game.presets if len(game.presets) > 1 else ():
        yield from (f"preset_{game.id}_{preset}", f"about_preset_{game.id}_{preset}")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_rules_of_a_game(game: Game[Any]) -> None:
    """Each house rule, its values and each edition have a sentence."""
    for language in LANGUAGES:
        assert set(of_game(game)) - set(catalogue(language)) == set()


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_house_rule_is_one_short_question(game: Game[Any]) -> None:
    """People read one line for each house rule and for each of its values."""
    for option in describe_options(game.options):
        key = f"option_{game.id}_{option['id']}"
        values: Any = option.get("values", ())
        sentences = [catalogue("en")[f"{key}_{value}"] for value in values]
        assert str(catalogue("en")[key]).endswith(("?", ")")), key
        assert all(2 <= len(line) <= 90 for line in (catalogue("en")[key], *sentences)), key


def test_every_refusal_has_a_sentence() -> None:
    """The table gives the reason of each refusal in the language of the device."""
    wanted = {f"refusal_{code}" for code in refusals()}
    denials = [d for kind in AccessDenied.__subclasses__() for d in kind.__subclasses__() or [kind]]
    # A hub, which another test may have loaded, has its own.
    own = [denial for denial in denials if denial.__module__.startswith("companion.access")]
    wanted |= {f"refusal_{denial.word}" for denial in own}
    assert len(wanted) > 50
    assert wanted - set(catalogue("en")) == set()


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_groups_of_house_rules_have_names(game: Game[Any]) -> None:
    """In a game with groups, each rule is in one."""
    groups = game.option_groups
    grouped = [option for ids in groups.values() for option in ids]
    rules = [option["id"] for option in describe_options(game.options)]
    assert sorted(grouped) == (sorted(map(str, rules)) if groups else [])
    assert {f"rules_group_{game.id}_{name}" for name in groups} - set(catalogue("en")) == set()


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_games_description_fits_on_the_shelf(game: Game[Any]) -> None:
    """It fits under the game's box on a small tablet."""
    for language in LANGUAGES:
        line = str(catalogue(language)[f"line_{game.id}"])
        assert len(line) <= LONGEST_LINE, f"{language}: {line}"
        assert f"time_{game.id}" in catalogue(language)


def events_of(game: Game[Any], games: int = 12) -> Iterator[tuple[Event, tuple[str, ...]]]:
    """Yield all events of random games with random house rules, with the names at the table."""
    for seed in range(games):
        rng = Random(seed)
        options = {**random_options(game, rng), **game.simulation_options}
        try:
            played = game.start(Setup(("Ana", "Ben", "Cleo"), seed % 3, options=options))
        except BadSetup:  # contradictory house rules
            continue
        for step in range(400):
            yield from ((event, played.state.names) for event in played.events)
            choices = game.legal_choices(played.state)
            if not choices:
                break
            people = game.join_leave_view(played.state)
            leave: Any = people["leave"]
            acts: list[Action] = [Rename(0, f"Zoe {step}"), Pause(), Resume()]
            acts += [Leave(leave[0])] if leave and rng.random() < 0.2 else []
            acts += [Join(f"Ida {step}")] if people["join"] and len(played.state.names) < 5 else []
            at_random = game.actions.parse(random_action(choices, rng))
            act = rng.choice(acts) if rng.random() < 0.03 else at_random
            try:
                played = game.play(played.state, act)
            except Refusal:
                played = Played(played.state)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_event_has_the_same_sentence_in_every_language(game: Game[Any]) -> None:
    """It has the same figures in each, and everybody's version hides the secrets."""
    seen: dict[tuple[str, Json], tuple[Event, tuple[str, ...]]] = {}
    for event, names in events_of(game):
        key = event.to_json().get("sentence", event.type)
        seen.setdefault((event.type, key), (event, names))
    assert len(seen) > 4
    for (_, key), (event, names) in seen.items():
        data = event.public().to_json()
        said = {lang: event_sentence(lang, game.id, data, names, game.title) for lang in LANGUAGES}
        assert all(bool(sentence) == bool(key) for sentence in said.values()), said
        figures = {lang: set(re.findall(r"\d+", text)) for lang, text in said.items()}
        assert len({frozenset(figures[lang]) for lang in LANGUAGES}) == 1, said
        assert "[" not in "".join(said.values()), said
    keys = [key for key in catalogue("en") if key.startswith(f"event_{game.id}_")]
    for key in keys:
        places = [re.findall(r"{(\w+)}", str(catalogue(lang)[key])) for lang in LANGUAGES]
        assert len(set(map(frozenset, places))) == 1, key

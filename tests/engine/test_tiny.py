"""A game of one file keeps what all games promise: the tiny one that stands for any in tests."""

from hypothesis import settings

from tests.companion.tiny import TINY
from tests.engine.machine import GameMachine


class TinyMachine(GameMachine):
    """A table of the tiny game."""

    game = TINY


TestTiny = TinyMachine.TestCase
TestTiny.settings = settings(max_examples=15, stateful_step_count=30, deadline=None)

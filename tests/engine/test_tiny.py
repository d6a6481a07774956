"""The tiny one-file game, which stands for any game in tests, passes the checks of all games."""

from hypothesis import settings

from tests.companion.tiny import TINY
from tests.engine.machine import GameMachine


class TinyMachine(GameMachine):
    """A table of the tiny game."""

    game = TINY


TestTiny = TinyMachine.TestCase
TestTiny.settings = settings(max_examples=15, stateful_step_count=30, deadline=None)

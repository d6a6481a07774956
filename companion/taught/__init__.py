"""Dice and cards that a table learns: taught by its owner, or confirmed in play."""

from engine.core.refusals import NotAllowed


class TaughtSetRefusal(NotAllowed):
    """A set does not exist, or cannot be taught or used; the message is one clear line."""

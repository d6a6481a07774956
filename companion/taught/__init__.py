"""The table's knowledge of dice and cards: taught by its owner, or confirmed in play."""

from engine.core.refusals import NotAllowed


class NotTaught(NotAllowed):
    """There is no such set, or something cannot be taught; the message is one clear line."""

"""What a table knows of dice and cards: taught by its owner, or confirmed while people played."""


class NotTaught(Exception):
    """There is no such set, or something cannot be taught: one clear line, and a code for pages."""

    def __init__(self, message: str, code: str, **figures: str | int) -> None:
        super().__init__(message)
        self.code, self.figures = code, figures

"""What an HTTP answer says is wrong, most of it why somebody is turned away.

Each has a stable code, its name in small letters. What it says is its docstring.
"""

import re
from collections.abc import Mapping
from math import ceil
from types import MappingProxyType
from typing import ClassVar

from werkzeug.exceptions import HTTPException

from engine.core.refusals import Json


class HTTPProblem(HTTPException):
    """That cannot be done."""

    word: ClassVar[str]
    figures: Mapping[str, Json] = MappingProxyType({})
    """What the answer says besides code and message."""

    def __init_subclass__(cls) -> None:
        cls.word = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()
        cls.description = cls.__doc__


class AccessDenied(HTTPProblem):
    """You may not do that."""

    code = 403


class CodeNeeded(AccessDenied):
    """The code on the table's display lets you in."""

    code = 401  # for a stranger: he sees the form for the code and no more


class WrongCode(AccessDenied):
    """That is not the code."""


class _Wait(AccessDenied):
    """Not yet."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.figures = {"seconds": ceil(seconds)}  # until he may


class TooManyGuesses(_Wait):
    """Too many wrong codes; please wait."""

    code = 429


class BankerOnly(AccessDenied):
    """Only the banker does that."""


class OnlyWatching(AccessDenied):
    """Only who sits at the table does that."""


class NewBanker(_Wait):
    """Who has just taken the bank sends nobody out and throws nothing away yet."""


class NewEye(AccessDenied):
    """A banker has to let this camera in first."""


class NotYourSeat(AccessDenied):
    """A player acts for nobody but himself."""

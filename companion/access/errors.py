"""Errors that become HTTP answers, most of them because somebody lacks a right.

The class name in snake case is the stable code of the answer, the docstring its message.
"""

import re
from collections.abc import Mapping
from math import ceil
from types import MappingProxyType
from typing import ClassVar

from werkzeug.exceptions import HTTPException

from engine.core.refusals import Json


class HTTPProblem(HTTPException):
    """The request cannot be done."""

    word: ClassVar[str]
    figures: Mapping[str, Json] = MappingProxyType({})
    """Further fields of the answer."""

    def __init_subclass__(cls) -> None:
        cls.word = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower()
        cls.description = cls.__doc__


class AccessDenied(HTTPProblem):
    """You may not do that."""

    code = 403


class CodeNeeded(AccessDenied):
    """Join with the code on the table's display."""

    code = 401  # for a stranger, who sees nothing but the form for the code


class WrongCode(AccessDenied):
    """The code is wrong."""


class _Wait(AccessDenied):
    """Not yet."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.figures = {"seconds": ceil(seconds)}  # to wait


class TooManyGuesses(_Wait):
    """Too many wrong codes; please wait."""

    code = 429


class BankerOnly(AccessDenied):
    """Only the banker can do that."""


class OnlyWatching(AccessDenied):
    """Take a seat to do that."""


class NewBanker(_Wait):
    """A new banker cannot log devices out or delete anything yet."""


class NewEye(AccessDenied):
    """A banker has to approve this camera first."""


class NotTheCamera(AccessDenied):
    """A banker has to choose this phone as the camera first."""


class NotYourSeat(AccessDenied):
    """Players can only play for themselves."""

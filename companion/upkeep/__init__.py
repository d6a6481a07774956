"""The upkeep of a table: exports, reports, checks and repairs.

The health page and `croupier doctor` show findings. The catalogues (domain ``desk``) have the
sentence of each, ``health_CODE``, and its advice, ``health_CODE_do``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Level: TypeAlias = Literal["ok", "info", "warning", "problem"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A stable `code`, how serious it is, and the figures in its sentence."""

    code: str
    level: Level
    figures: Mapping[str, Any] = field(default_factory=dict)

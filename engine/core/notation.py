"""An action as one line: a sentence with places for what the action says."""

import re
from collections.abc import Mapping, Sequence

from engine.core.refusals import Json


def fill_line_template(form: str, figures: Mapping[str, Json], names: Sequence[str]) -> str:
    """Return the line of this `form`, in which ``{field}`` stands for what `figures` hold.

    ``{seat}`` is the name of who sits there. A part in brackets is left out where its field is
    missing, null, false or empty.

    >>> figures = {"seat": 1, "faces": ["2", "6"]}
    >>> fill_line_template("{seat} throws {faces}[, kept {kept}]", figures, "AB")
    'B throws 2 6'
    """
    words = {field: _word(value) for field, value in figures.items()}
    words["seat"] = _name(figures.get("seat"), names)

    def if_there(part: re.Match[str]) -> str:
        there = all(words.get(field) for field in re.findall(r"\{(\w+)\}", part[1]))
        return part[1] if there else ""

    return re.sub(r"\[(.*?)\]", if_there, form).format_map(words)


def _word(value: Json) -> str:
    match value:
        case None | False:
            return ""
        case int():
            return f"{value:,}".replace(",", " ")
        case list() | tuple():
            return " ".join(map(str, value))
    return str(value)


def _name(seat: Json, names: Sequence[str]) -> str:
    return names[seat] if isinstance(seat, int) and 0 <= seat < len(names) else "Somebody"

"""Rows are read on demand, and only some stay in memory."""

import pytest

from companion.log.rows import ROWS_PER_BLOCK, Row, Rows, UndoBody

ALL = [Row(seq, UndoBody(0), "hand", "", "") for seq in range(1, 10 * ROWS_PER_BLOCK + 1)]


class Reader:
    """Reads `ALL`, and counts how often."""

    def __init__(self) -> None:
        self.reads: list[tuple[int, int]] = []

    def __call__(self, first: int, last: int) -> list[Row]:
        """Return those rows."""
        self.reads.append((first, last))
        return ALL[first - 1 : last]


def test_it_is_a_sequence_like_any_other() -> None:
    """It has indices from either end, and slices."""
    rows = Rows(len(ALL), Reader())
    assert (rows[0], rows[-1], len(rows)) == (ALL[0], ALL[-1], len(ALL))
    assert rows[5:9] == ALL[5:9]
    assert rows[-3:] == ALL[-3:]
    assert list(rows) == ALL
    assert list(reversed(rows)) == ALL[::-1]
    for beyond in (len(ALL), -len(ALL) - 1):
        with pytest.raises(IndexError):
            rows[beyond]


def test_rows_are_read_once_and_only_on_demand() -> None:
    """Rows are read one block at a time."""
    reader = Reader()
    rows = Rows(len(ALL), reader)
    assert [rows[3], rows[4], rows[ROWS_PER_BLOCK]] == [ALL[3], ALL[4], ALL[ROWS_PER_BLOCK]]
    assert reader.reads == [(1, ROWS_PER_BLOCK), (ROWS_PER_BLOCK + 1, 2 * ROWS_PER_BLOCK)]


def test_a_longer_one_leaves_the_other_as_it_is() -> None:
    """A row that could not be stored is replaced by another one."""
    reader = Reader()
    rows = Rows(3, reader)
    for longer in (rows.with_row(ALL[3]), rows.with_row(ALL[3])):
        assert (len(rows), list(longer)) == (3, ALL[:4])
    assert reader.reads == [(1, 3)]


def test_rows_not_yet_stored_stay_in_memory() -> None:
    """One act may make many rows, none of which can be read before all are stored."""
    count = [2]
    rows = Rows(2, Reader(), most=4, kept=lambda: count[0])
    for row in ALL[2:20]:
        rows = rows.with_row(row)
    assert set(rows._known) >= set(range(3, 21))
    count[0] = 20
    assert list(rows.with_row(ALL[20])) == ALL[:21]


def test_few_stay_in_memory() -> None:
    """These are the ones used last; others are read again."""
    rows = Rows(len(ALL), Reader(), most=2 * ROWS_PER_BLOCK)
    for row in ALL:
        assert rows[row.seq - 1] == row
    assert len(rows._known) <= 3 * ROWS_PER_BLOCK
    assert rows[0] == ALL[0]


def test_rows_of_a_list_stay_in_memory() -> None:
    """They cannot be read again."""
    rows = Rows.from_sequence(ALL[:2])
    for row in ALL[2:]:
        rows = rows.with_row(row)
    assert list(rows) == ALL


DIE = '{"face":"1","confidence":0.99,"box":[0.0,0.5,9.0,9.0],"body":"white"}'
READING = f'"reading":{{"dice":[{DIE}],"moved":[true],"thrown":true,"sure":false}}'
SETUP = '"setup":{"names":["Zo\\u00eb"],"first_seat":0,"preset":"","options":{"locked":true}}'
DICE = '"action":{"type":"throw","faces":["1"]},"dice":{"faces":["1"],"kept":[0]}'


@pytest.mark.parametrize(
    ("kind", "number", "body"),
    [
        ("start", None, f'{{"game":"tiny",{SETUP}}}'),
        (
            "start",
            None,
            f'{{"game":"tiny",{SETUP},"dice_set":"klee","sat_down_as":["Ana"],"goes_on":1}}',
        ),
        ("action", None, '{"action":{"type":"pay","seat":0,"amount":7}}'),
        ("action", None, f'{{{DICE},"answers":[3,4],"reading_row":4}}'),
        ("action", 7, f"{{{DICE},{READING}}}"),
        ("action", None, '{"action":{"type":"stop"},"span":true}'),
        ("undo", None, '{"to":0}'),
        ("correct", None, f'{{"row":2,{DICE}}}'),
        (
            "reading",
            7,
            f'{{{READING},"verdict":{{"outcome":"asked","why":["unsure"],"faces":["1"],"kept":[]}}}}',
        ),
        ("dismiss", None, '{"row":8}'),
    ],
)
def test_a_row_is_written_as_it_was_read(kind: str, number: int | None, body: str) -> None:
    """It is byte for byte as in logs since version 3, so that backups of one log stay equal."""
    eye = None if number is None else "run1"
    columns = (9, kind, body, "hand", "tablet", "at", None, None, eye, number, None)
    row = Row.from_columns(columns)
    assert (row.kind, row.to_columns()) == (kind, columns)
    assert row.reading_row == {7: 9}.get(number or 0, 4 if "reading_row" in body else None)


def test_a_reading_stands_in_a_row_with_its_eye_and_number() -> None:
    """These are columns of their own, and no part of the JSON."""
    body = f'{{{READING},"verdict":{{"outcome":"asked","why":[],"faces":[],"kept":[]}}}}'
    row = Row.from_columns((1, "reading", body, "camera", "", "", None, None, "run1", 7, None))
    assert row.reading is not None
    assert (row.reading.eye, row.reading.number, row.reading.faces) == ("run1", 7, ("1",))

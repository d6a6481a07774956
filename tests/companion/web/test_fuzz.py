"""A few hundred of the requests that `tests.companion.web.fuzz` makes up."""

from pathlib import Path

import pytest

from tests.companion.web.fuzz import ROLES, Caller, run


@pytest.mark.parametrize("role", ROLES)
def test_nothing_that_anybody_sends_is_a_fault_of_ours(tmp_path: Path, role: str) -> None:
    """No 5xx, every refusal has its code, and each role does only what it may."""
    caller = Caller(tmp_path, role)
    try:
        run(caller, 1)
    finally:
        caller.close()
    assert caller.statuses.total() > 50
    assert set(caller.statuses) & ({200} if role == "banker" else {401, 403})

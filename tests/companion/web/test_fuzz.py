"""A few hundred of the requests that `tests.companion.web.fuzz` generates."""

from contextlib import ExitStack, closing
from pathlib import Path

from tests.companion.web.fuzz import ROLES, Caller, run


def test_nothing_that_anybody_sends_is_a_fault_of_ours(tmp_path: Path) -> None:
    """No 5xx, every refusal has its code, and each role can only do what it may."""
    with ExitStack() as stack:
        callers = [stack.enter_context(closing(Caller(tmp_path / role, role))) for role in ROLES]
        run(callers, 1)
    for caller in callers:
        assert caller.statuses.total() > 50
        assert set(caller.statuses) & ({200} if caller.role == "banker" else {401, 403})

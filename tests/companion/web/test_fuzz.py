"""A few hundred of the requests that `tests.companion.web.fuzz` generates."""

from contextlib import ExitStack, closing
from pathlib import Path

from tests.companion.web.fuzz import ROLES, Caller, run


def test_no_request_causes_a_server_error(tmp_path: Path) -> None:
    """Every refusal has its code, and no role exceeds its rights."""
    with ExitStack() as stack:
        callers = [stack.enter_context(closing(Caller(tmp_path / role, role))) for role in ROLES]
        run(callers, 1)
    for caller in callers:
        assert caller.statuses.total() > 50
        assert set(caller.statuses) & ({200} if caller.role == "banker" else {401, 403})

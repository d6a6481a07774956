"""Yardsticks for benchmarks: a slow or busy machine slows yardstick and benchmark alike."""

from time import thread_time


def yardstick() -> float:
    """Return the processor time of some plain Python, in seconds: calls, tuples, copied dicts."""
    began = thread_time()
    fields = {str(n): (n,) for n in range(20)}
    for n in range(20_000):
        fields = fields | {str(n % 20): (n, *fields["7"][:1])}
    return thread_time() - began

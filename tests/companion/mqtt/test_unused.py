"""A table that belongs to no café loads nothing of it."""

import subprocess
import sys


def test_a_table_without_a_cafe_imports_none_of_it() -> None:
    """It imports neither the sender nor its libraries."""
    program = (
        "import sys, companion.cli, companion.cli.run, companion.web.server\n"
        "names = ('paho', 'psycopg', 'companion.mqtt', 'companion.hub.receive')\n"
        "print([name for name in names if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.stdout == "[]\n", ran.stderr

"""A table without a café loads none of the café's code."""

import subprocess
import sys


def test_a_table_without_a_cafe_imports_no_sender() -> None:
    """Nor does it import the sender's libraries."""
    program = (
        "import sys, companion.cli, companion.cli.run, companion.web.server\n"
        "names = ('paho', 'psycopg', 'companion.mqtt', 'companion.hub.receive')\n"
        "print([name for name in names if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.stdout == "[]\n", ran.stderr

"""The parts that the eye and its receivers share."""

import subprocess
import sys


def test_a_pages_server_may_import_it() -> None:
    """It imports nothing that reads pictures, so a table starts quickly on a small machine."""
    heavy = "{'numpy', 'cv2', 'onnxruntime'} & sys.modules.keys()"
    code = f"import sys, vision.protocol; sys.exit(str({heavy}) if {heavy} else 0)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)

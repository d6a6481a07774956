"""Solve Yacht for each of its presets: python -m models.training.yacht_values.

Writes `engine/yacht/values.npz`: for each preset with five dice and one column, its values packed
by `pack_values`. That takes less than a minute on one core; a test checks that the file still
fits the rules. The extra `train` is not needed.
"""

from pathlib import Path

import numpy as np

import engine.yacht
from engine.yacht.odds import pack_values
from engine.yacht.options import PRESETS

OUT = Path(str(engine.yacht.__file__)).with_name("values.npz")


if __name__ == "__main__":
    tables = {
        name: pack_values(options)
        for name, options in PRESETS.items()
        if (options.dice, options.columns) == (5, 1)
    }
    np.savez_compressed(OUT, allow_pickle=False, **tables)

"""Solve Yacht for each of its presets: python -m models.training.yacht_values.

Writes `engine/yacht/values.npz`: for each preset with five dice and one column, its values packed
by `pack_values`. That takes less than a minute on one core; a test checks that the file still
fits the rules. The extra `train` is not needed.
"""

from io import BytesIO
from pathlib import Path
from zipfile import ZIP_LZMA, ZipFile, ZipInfo

import numpy as np

import engine.yacht
from engine.yacht.odds import pack_values
from engine.yacht.options import PRESETS

OUT = Path(str(engine.yacht.__file__)).with_name("values.npz")


if __name__ == "__main__":
    with ZipFile(OUT, "w") as file:  # as np.savez does, but that compresses less well
        for name, options in PRESETS.items():
            if (options.dice, options.columns) == (5, 1):
                np.save(packed := BytesIO(), pack_values(options), allow_pickle=False)
                file.writestr(ZipInfo(f"{name}.npy"), packed.getvalue(), ZIP_LZMA)

"""`pip install .` of this repository (PEP 517): a wheel with the program. It takes the program that VRAMLINT_PROGRAM names,
else builds it with `./dev portable`. It needs no other Python package, and so no network."""

import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pack  # noqa: E402


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    program = os.environ.get("VRAMLINT_PROGRAM")
    if not program:
        subprocess.run([os.path.join(pack.ROOT, "dev"), "portable"], check=True)
        program = os.path.join(pack.ROOT, "build", "portable", "vramlint")
    return pack.pack_wheel(program, wheel_directory)


def build_sdist(sdist_directory, config_settings=None):
    raise RuntimeError("vramlint has no source package for Python: clone the repository")

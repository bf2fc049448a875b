"""`pip install .` of this repository (PEP 517): a wheel with the program. It takes the program that VRAMLINT_PROGRAM names,
else the wheel of the release of this version, else, and with VRAMLINT_PROGRAM=source, it builds with `./dev portable`.
It needs no other Python package."""

import hashlib
import os
import platform
import re
import subprocess
import sys
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pack  # noqa: E402


def say(text):
    print("vramlint: " + text, file=sys.stderr, flush=True)


def fetched(address):
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.read()


def runs_here(name, version):
    """Whether a release's file is a wheel for this machine and its C library. Such a name is no path."""
    tag = re.fullmatch(rf"vramlint-{re.escape(version)}-py3-none-manylinux_(\d+)_(\d+)_(\w+)\.whl", name)
    kind, libc = platform.libc_ver()
    if not tag or kind != "glibc" or tag[3] != platform.machine():
        return False
    return (int(tag[1]), int(tag[2])) <= tuple(int(part) for part in libc.split(".")[:2])


def released_wheel(wheel_directory):
    """The wheel of the release of this version, put into the folder: its name. None where none runs here."""
    try:
        text = pack.read(os.path.join(pack.ROOT, "CMakeLists.txt")).decode()
        version = re.search(r"^project\(vramlint VERSION ([0-9.]+)", text, re.M)[1]
        releases = os.environ.get("VRAMLINT_RELEASES", pack.HOME + "/releases/download")
        sums = fetched(f"{releases}/v{version}/SHA256SUMS").decode().split()
        for checksum, name in zip(sums[::2], sums[1::2]):
            if runs_here(name, version):
                wheel = fetched(f"{releases}/v{version}/{name}")
                break
        else:
            say(f"release {version} has no wheel for this machine")
            return None
    except (OSError, ValueError) as error:
        say(f"no release can be had: {error}")
        return None
    # A file that is not what the release says is no reason to build: it is a reason to stop.
    if hashlib.sha256(wheel).hexdigest() != checksum:
        raise SystemExit(f"vramlint: {name} is not what the checksums of release {version} say")
    pack.write(wheel_directory, name, wheel)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    program = os.environ.get("VRAMLINT_PROGRAM")
    if not program and (name := released_wheel(wheel_directory)):
        return name
    if not program or program == "source":
        say("it is built from source, which takes minutes")
        subprocess.run([os.path.join(pack.ROOT, "dev"), "portable"], check=True)
        program = os.path.join(pack.ROOT, "build", "portable", "vramlint")
    return pack.pack_wheel(program, wheel_directory)


def build_sdist(sdist_directory, config_settings=None):
    raise RuntimeError("vramlint has no source package for Python: clone the repository")

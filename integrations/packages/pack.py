#!/usr/bin/env python3
"""Puts the built program into packages: pack.py PROGRAM OUT [tar wheel npm deb brew].

The program is one file that needs nothing but the C library (the target `vramlint_portable`). What says how new that
library must be is the program itself. The same program makes the same bytes: every time is SOURCE_DATE_EPOCH, or 1980.
Python's standard library and binutils' objdump are all that this takes.
"""

import base64
import gzip
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import time
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SUMMARY = "Says which training configs will not fit in GPU memory, why, and which edit makes them fit"
HOME = "https://github.com/vramlint/vramlint"
# What the program says of itself, and where it is looked for below a prefix.
SPOKEN = {
    "share/man/man1/vramlint.1": ["man"],
    "share/bash-completion/completions/vramlint": ["completions", "bash"],
    "share/zsh/site-functions/_vramlint": ["completions", "zsh"],
    "share/fish/vendor_completions.d/vramlint.fish": ["completions", "fish"],
}


def epoch():
    return max(int(os.environ.get("SOURCE_DATE_EPOCH", "315532800")), 315532800)


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def version_of(program):
    return run(program, "--version").decode().split()[-1]


def needed_glibc(program):
    """The newest symbol version of the C library that the program wants: (2, 36)."""
    text = run("objdump", "-p", program).decode()
    libraries = re.findall(r"NEEDED\s+(\S+)", text)
    strange = [name for name in libraries if not re.match(r"(libc|libm|libdl|libpthread|ld-linux.*)\.so", name)]
    if strange:
        raise SystemExit(f"{program} needs {', '.join(strange)}: only vramlint_portable can be packed")
    return max((int(major), int(minor)) for major, minor in re.findall(r"GLIBC_(\d+)\.(\d+)", text))


def machine_of(program):
    with open(program, "rb") as file:
        header = file.read(20)
    return {62: "x86_64", 183: "aarch64"}[int.from_bytes(header[18:20], "little")]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def tree(program):
    """Path below a prefix → (contents, mode)."""
    files = {"bin/vramlint": (read(program), 0o755)}
    for path, words in SPOKEN.items():
        files[path] = (run(program, *words), 0o644)
    for name in ("LICENSE", "README.md", "CHANGELOG.md"):
        files[f"share/doc/vramlint/{name}"] = (read(os.path.join(ROOT, name)), 0o644)
    return files


def tar_gz(files):
    """The files and the folders above them, sorted, root's, of one time."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.GNU_FORMAT) as archive:
        folders = set()
        for path in sorted(files):
            parts = path.split("/")
            for depth in range(1, len(parts)):
                folder = "/".join(parts[:depth])
                if folder in folders or folder == ".":
                    continue
                folders.add(folder)
                archive.addfile(tar_member(folder, b"", 0o755, tarfile.DIRTYPE))
            contents, mode = files[path]
            archive.addfile(tar_member(path, contents, mode, tarfile.REGTYPE), io.BytesIO(contents))
    return gzip.compress(raw.getvalue(), 9, mtime=0)


def tar_member(path, contents, mode, kind):
    member = tarfile.TarInfo(path)
    member.size, member.mode, member.type, member.mtime = len(contents), mode, kind, epoch()
    member.uname = member.gname = "root"
    return member


def write(out, name, contents):
    os.makedirs(out, exist_ok=True)
    path = os.path.join(out, name)
    with open(path, "wb") as file:
        file.write(contents)
    print(f"{path}  {len(contents) / 1e6:.1f} MB")
    return name


def tarball(program):
    top = f"vramlint-{version_of(program)}-linux-{machine_of(program)}"
    return top + ".tar.gz", tar_gz({f"{top}/{path}": file for path, file in tree(program).items()})


def pack_tar(program, out):
    return write(out, *tarball(program))


FORMULA = """class Vramlint < Formula
  desc "{summary}"
  homepage "{home}"
  url "{home}/releases/download/v{version}/{name}"
  version "{version}"
  sha256 "{digest}"
  license "Apache-2.0"

  depends_on arch: :{arch}
  depends_on :linux

  def install
    bin.install "bin/vramlint"
    man1.install "share/man/man1/vramlint.1"
    bash_completion.install "share/bash-completion/completions/vramlint"
    zsh_completion.install "share/zsh/site-functions/_vramlint"
    fish_completion.install "share/fish/vendor_completions.d/vramlint.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{{bin}}/vramlint --version")
  end
end
"""


def pack_formula(program, out):
    name, contents = tarball(program)
    arch = {"x86_64": "x86_64", "aarch64": "arm64"}[machine_of(program)]
    text = FORMULA.format(summary="GPU memory that PyTorch training configs need, and edits that make them fit", home=HOME,
                          version=version_of(program), name=name, digest=hashlib.sha256(contents).hexdigest(), arch=arch)
    return write(out, "vramlint.rb", text.encode())


def wheel_tag(program):
    return "py3-none-manylinux_{}_{}_{}".format(*needed_glibc(program), machine_of(program))


def metadata(version):
    fields = ["Metadata-Version: 2.1", "Name: vramlint", f"Version: {version}", f"Summary: {SUMMARY}", f"Home-page: {HOME}",
              "License: Apache-2.0", "Requires-Python: >=3.7", "Description-Content-Type: text/markdown"]
    return "\n".join(fields).encode() + b"\n\n" + read(os.path.join(ROOT, "README.md"))


def pack_wheel(program, out):
    version, tag = version_of(program), wheel_tag(program)
    name, info = f"vramlint-{version}", f"vramlint-{version}.dist-info"
    files = {}
    for path, file in tree(program).items():
        if path.startswith("bin/"):
            files[f"{name}.data/scripts/{path[4:]}"] = file
        elif not path.startswith("share/doc"):
            files[f"{name}.data/data/{path}"] = file
    files[f"{info}/METADATA"] = (metadata(version), 0o644)
    files[f"{info}/LICENSE"] = (read(os.path.join(ROOT, "LICENSE")), 0o644)
    wheel = f"Wheel-Version: 1.0\nGenerator: vramlint\nRoot-Is-Purelib: false\nTag: {tag}\n"
    files[f"{info}/WHEEL"] = (wheel.encode(), 0o644)
    record = ""
    for path, (contents, _) in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(contents)}\n"
    files[f"{info}/RECORD"] = ((record + f"{info}/RECORD,,\n").encode(), 0o644)
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(files, key=lambda path: (path.startswith(info), path)):  # dist-info last, as the format asks
            member = zipfile.ZipInfo(path, time.gmtime(epoch())[:6])
            member.external_attr = (0o100000 | files[path][1]) << 16
            member.create_system, member.compress_type = 3, zipfile.ZIP_DEFLATED
            archive.writestr(member, files[path][0])
    return write(out, f"{name}-{tag}.whl", raw.getvalue())


def pack_npm(program, out):
    version = version_of(program)
    cpu = {"x86_64": "x64", "aarch64": "arm64"}[machine_of(program)]
    package = {"name": "vramlint", "version": version, "description": SUMMARY, "license": "Apache-2.0", "homepage": HOME,
               "bin": {"vramlint": "bin/vramlint"}, "man": "share/man/man1/vramlint.1", "os": ["linux"], "cpu": [cpu],
               "libc": ["glibc"]}
    files = {f"package/{path}": file for path, file in tree(program).items() if not path.startswith("share/doc")}
    files["package/package.json"] = (json.dumps(package, indent=2).encode() + b"\n", 0o644)
    for name in ("LICENSE", "README.md"):
        files[f"package/{name}"] = (read(os.path.join(ROOT, name)), 0o644)
    return write(out, f"vramlint-{version}.tgz", tar_gz(files))


def pack_deb(program, out):
    version, machine = version_of(program), {"x86_64": "amd64", "aarch64": "arm64"}[machine_of(program)]
    files = {}
    for path, (contents, mode) in tree(program).items():
        path = path.replace("share/zsh/site-functions", "share/zsh/vendor-completions")
        path = path.replace("share/doc/vramlint/LICENSE", "share/doc/vramlint/copyright")
        if path.endswith(".1"):
            path, contents = path + ".gz", gzip.compress(contents, 9, mtime=0)
        files["./usr/" + path] = (contents, mode)
    size = sum(len(contents) for contents, _ in files.values())
    control = (f"Package: vramlint\nVersion: {version}\nArchitecture: {machine}\nMaintainer: vramlint <{HOME}>\n"
               f"Installed-Size: {size // 1024 + 1}\nDepends: libc6 (>= {'.'.join(map(str, needed_glibc(program)))})\n"
               f"Section: devel\nPriority: optional\nHomepage: {HOME}\nDescription: GPU memory of training configs\n"
               f" {SUMMARY}.\n")
    sums = "".join(f"{hashlib.md5(contents).hexdigest()}  {path[2:]}\n" for path, (contents, _) in sorted(files.items()))
    members = {"debian-binary": b"2.0\n",
               "control.tar.gz": tar_gz({"./control": (control.encode(), 0o644), "./md5sums": (sums.encode(), 0o644)}),
               "data.tar.gz": tar_gz(files)}
    archive = b"!<arch>\n"
    for name, contents in members.items():
        archive += f"{name:<16}{epoch():<12}{0:<6}{0:<6}{'100644':<8}{len(contents):<10}`\n".encode() + contents
        archive += b"\n" * (len(contents) % 2)
    return write(out, f"vramlint_{version}_{machine}.deb", archive)


PACKERS = {"tar": pack_tar, "wheel": pack_wheel, "npm": pack_npm, "deb": pack_deb, "brew": pack_formula}


def main(program, out, *kinds):
    for kind in kinds or PACKERS:
        PACKERS[kind](program, out)


if __name__ == "__main__":
    if len(sys.argv) < 3 or not set(sys.argv[3:]) <= set(PACKERS):
        raise SystemExit(__doc__)
    main(*sys.argv[1:])

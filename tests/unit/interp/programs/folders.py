import os, glob, pkgutil, pathlib
from os import path as osp
print(sorted(e.name for e in os.scandir("tree")), sorted(e.path for e in os.scandir("tree") if e.is_dir()))
with os.scandir("tree") as it:
    print(sorted((e.name, e.is_file(), os.fspath(e)) for e in it))
for top, dirs, files in sorted(os.walk("tree")): print(top, sorted(dirs), sorted(files))
for top, dirs, files in os.walk("tree"):
    dirs[:] = [d for d in dirs if not d.startswith(".")]
    print(top, sorted(dirs))
print([t for t, d, f in os.walk("tree", topdown=False)][-1])
for p in ["tree/*.py", "tree/*_arch.py", "tree/**", "tree/?_arch.py", "tree/[ab]_arch.py", "tree/*/*.py", "t*/s*/c*", "tree/notes.txt", "tree/none", "tree/none*", "tree/.*", "tree/**/*.py", "**/c_arch.py"]:
    print(p, sorted(glob.glob(p)), sorted(glob.glob(p, recursive=True)))
print(sorted(glob.glob("*.py", root_dir="tree")), glob.escape("a[b]*"), glob.has_magic("a*"))
print(sorted(glob.iglob("tree/*.txt")))
print([(i.name, i.ispkg) for i in pkgutil.iter_modules(["tree"])], [n for _, n, p in pkgutil.iter_modules(["tree"], "tree.")])
print([(i.name, i.ispkg) for i in pkgutil.walk_packages(["tree"], "tree.")])
print(sorted(str(p) for p in pathlib.Path("tree").glob("*.py")), sorted(str(p) for p in pathlib.Path("tree").rglob("*.py")))
print(sorted(p.name for p in pathlib.Path("tree").iterdir()))
print(sorted(str(p) for p in pathlib.Path("tree").glob("**/*_arch.py")), sorted(str(p) for p in pathlib.Path(".").glob("tree/*.txt")))

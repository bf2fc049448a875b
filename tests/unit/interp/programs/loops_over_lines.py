"""Loops that ask of every text how it begins, ends or what it holds."""
lines = ["import x", "__all__ = [", '    "a",', "]", "", "def f():", "    return 1  # __all__", "last"]

start = None
for index, line in enumerate(lines):
    if line.startswith("__all__"):
        start = index
print(start, index, line)

for line in lines:
    if line.endswith(("]", "[")):
        print("bracket", line)
print(line)

seen = []
for index, line in enumerate(lines, 1):
    if line.startswith((" ", "]")) and not "__all__" in line:
        continue
    seen.append(index)
else:
    print("else", index, line)
print(seen)

for line in lines:
    if "return" in line or line == "":
        break
print(repr(line))

found = 0
for line in lines:
    if not ("a" not in line):
        found += 1
        lines.append("more") if found == 1 else None
print(found, len(lines), line)

for line in ["only"]:
    if line.startswith("x"):
        print("never")
print(line)

try:
    for line in ["a", "b", 3, "c"]:
        if line.startswith("z"):
            print("never")
except AttributeError as error:
    print(error, line)

for line in []:
    if line.startswith("x"):
        print("never")
print(line)

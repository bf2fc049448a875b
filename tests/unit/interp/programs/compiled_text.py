import builtins
import types

names = {"start": 3}
exec(compile("made = start * 2\n\ndef twice(x):\n    return x * 2\n", "<given>", "exec"), names)
print(names["made"], names["twice"](21))

asked = []
before = builtins.__import__


def own(name, globals=None, locals=None, fromlist=(), level=0):
    if level == 0:
        return before(name, globals, locals, fromlist, level)
    asked.append((name, fromlist, level, globals.get("__package__")))
    module = types.ModuleType("made")
    for each in fromlist:
        setattr(module, each, name + "." + each)
    return module


builtins.__import__ = own
inner = {"__package__": "nowhere.at.all"}
exec(compile("from ..parts.wheels import rim, hub as middle\nfrom math import floor\n", "<given>", "exec"), inner)
builtins.__import__ = before
print(asked, inner["rim"], inner["middle"], inner["floor"](2.5))

print(int.from_bytes(b"\x01\x02", "big"), int.from_bytes(b"\x01\x02", "little"), int.from_bytes(b"", "big"))
print(int.from_bytes(bytes=b"\x7f\xff\xff\xff\xff\xff\xff\xff", byteorder="big"))

from contextvars import ContextVar, copy_context

depth = ContextVar("depth", default=0)
print(depth.name, depth.get(), depth.get(7))
token = depth.set(3)
print(depth.get(), depth.get(7), token.var is depth, token.old_value is token.MISSING)
inner = depth.set(4)
print(depth.get(), inner.old_value)
depth.reset(inner)
print(depth.get())
depth.reset(token)
print(depth.get())
try:
    depth.reset(token)
except RuntimeError:
    print("used")
empty = ContextVar("empty")
try:
    empty.get()
except LookupError:
    print("no value")
print(empty.get(None))
try:
    empty.reset(depth.set(1))
except ValueError:
    print("another variable's")
print(copy_context().run(lambda x: x + depth.get(), 2))

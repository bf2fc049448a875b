import types
f = print
for i in range(100000):
    f = types.MethodType(f, 1)
a = hash(f)
b = f()

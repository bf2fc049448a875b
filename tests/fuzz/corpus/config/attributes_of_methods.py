import types
m = print
for _ in range(100000):
    m = types.MethodType(m, 1)
a = m.absent

t = int
for i in range(100000):
    t = (t, (str,))
a = isinstance('a', t)
try:
    raise KeyError
except t:
    pass

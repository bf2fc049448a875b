m = iter([1, 2])
for i in range(100000):
    m = map(abs, enumerate(zip(filter(None, m))))
a = next(m)

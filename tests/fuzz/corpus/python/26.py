def f():
  x = [x for x in x]
  return {k: x for k in x}, (k for k in x)
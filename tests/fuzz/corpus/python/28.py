def f():
  x = 1
  class A:
    x = x
    y = x
    def g(self): return x
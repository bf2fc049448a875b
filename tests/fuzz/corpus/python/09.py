def f():
  x = 1
  class A:
    y = x
    z = [x for _ in y]
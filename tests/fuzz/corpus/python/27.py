def f():
  class A:
    global x
    x = 2
    def g(): return x
  x = 1
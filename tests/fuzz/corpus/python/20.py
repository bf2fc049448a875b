class A:
  __p = 1
  def f(self):
    __q = 2
    return lambda: __q
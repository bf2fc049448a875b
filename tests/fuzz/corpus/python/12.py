def f():
  def g():
    def h(): return x
    return h
  x = 1
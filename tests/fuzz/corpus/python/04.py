def f(x):
  def g():
    global x
    def h(): return x
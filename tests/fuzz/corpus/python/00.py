x = 1
def f():
  global x
  x = 2
  def g(): return x
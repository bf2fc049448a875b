def f():
  global a, b
  nonlocal_ = 1
  def g():
    nonlocal nonlocal_
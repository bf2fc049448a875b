def f():
  try: x = 1
  except A as x: pass
  return lambda: x
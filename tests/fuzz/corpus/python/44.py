def f(a, *b, c=1, **d):
  e = a; del e
  for g in b: pass
  with h as i: pass
  try: pass
  except E as j: pass
  import k.l, m as n
  from o import p as q
  r: int
  s: int = 1
  t += 1
  (u, [v, *w]) = x
  def y(): pass
  class z: pass
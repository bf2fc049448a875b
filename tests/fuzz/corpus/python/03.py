def d(g):
  @g
  def h(a: g = g) -> g: pass
  return h
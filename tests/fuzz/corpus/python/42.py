class A:
  __x = 1
  def f(self, __y): return self.__x, __y, __z__, B.__w
  class __B: pass
  import os as __os
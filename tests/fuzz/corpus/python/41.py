class A:
  def f(self):
    class B:
      def g(self): return super(), __class__
    return super()
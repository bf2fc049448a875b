def f():
  x = 1
  class A:
    class B:
      def g(self): return x
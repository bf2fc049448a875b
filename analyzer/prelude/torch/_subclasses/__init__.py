"""Tensors without data are a tool of the compiler; a program that trains has none."""


class FakeTensor:
    pass


class FakeTensorMode:
    pass

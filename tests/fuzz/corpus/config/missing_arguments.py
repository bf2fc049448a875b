class A:
    def __init__(self):
        super().__setattr__(1, 2)


a = A()
b = {}.update(**{1: 2})

import inspect


class Folder:
    def __init__(self, args, is_cropped, root="/data", replicates=1):
        self.root = root

    def __call__(self, x, *rest, **more):
        return x


def typed(a: int, b: "str" = "x", *, key=3) -> None:
    return None


print(inspect.getfullargspec(Folder.__init__))
print(inspect.getfullargspec(Folder))
print(inspect.getfullargspec(Folder(1, 2).__call__))
print(inspect.getfullargspec(Folder(1, 2)).varkw)
print(inspect.getfullargspec(typed).kwonlydefaults)
print(sorted(name for name in inspect.getfullargspec(typed).annotations if name != "return"))
print(inspect.getfullargspec(typed).annotations["a"])

class ConfigStore:
    _one = None

    def __init__(self):
        self._nodes = {}

    @classmethod
    def instance(cls, *args, **keywords):
        if cls._one is None:
            cls._one = cls()
        return cls._one

    def store(self, name, node, group=None, package=None, provider=None):
        self._nodes[(group or "", name)] = node

    def found(self, group, name):
        return self._nodes.get((group, name))

class Registry:
    """Classes and functions by their name."""

    def __init__(self, name):
        self._name = name
        self._obj_map = {}

    def register(self, obj=None):
        if obj is None:
            return self._keep
        self._keep(obj)

    def _keep(self, obj):
        assert obj.__name__ not in self._obj_map, (
            f"An object named '{obj.__name__}' was already registered in '{self._name}' registry!")
        self._obj_map[obj.__name__] = obj
        return obj

    def get(self, name):
        found = self._obj_map.get(name)
        if found is None:
            raise KeyError(f"No object named '{name}' found in '{self._name}' registry!")
        return found

    def __contains__(self, name):
        return name in self._obj_map

    def __iter__(self):
        return iter(self._obj_map.items())

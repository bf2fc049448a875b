# The `cfg` of recipes: a dict whose keys are attributes too.
class Config(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the config has no key {name!r}")

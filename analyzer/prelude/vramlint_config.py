# The `cfg` of recipes: a dict whose keys are attributes too.
__complete__ = True


class Config(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the config has no key {name!r}")

    def deepcopy(self):
        import copy
        return copy.deepcopy(self)


def instantiator(config):
    # `instantiate` of recipes: references in what it is given are looked up in this config.
    roots = []

    def instantiate(node, *args, **overrides):
        import vramlint_instantiate
        if not roots:
            roots.append(vramlint_instantiate.Root(config))
        return vramlint_instantiate.instantiate(roots[0], node, *args, **overrides)
    return instantiate

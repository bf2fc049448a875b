"""Names to classes: the framework's registry where it is installed, else one that does as much as is needed here."""
try:
    from mmcv.utils import Registry
except ImportError:
    try:
        from mmengine.registry import Registry
    except ImportError:

        class Registry:
            def __init__(self, name):
                self.name = name
                self.classes = {}

            def register_module(self, name=None):
                def keep(cls):
                    self.classes[name or cls.__name__] = cls
                    return cls

                return keep

            def build(self, settings):
                options = dict(settings)
                kind = options.pop("type")
                if kind not in self.classes:
                    raise KeyError(f"{kind} is not in the {self.name} registry")
                return self.classes[kind](**options)


BACKBONES = Registry("backbones")
VIEWS = Registry("views")
HEADS = Registry("heads")
SEGMENTORS = Registry("segmentors")

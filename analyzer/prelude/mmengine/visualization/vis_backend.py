import mmengine.visualization as _visualization


def __getattr__(name):
    return getattr(_visualization, name)

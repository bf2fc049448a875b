from functools import partial


def is_overridden(method_name, instance, parent):
    own = getattr(instance, method_name, None)
    if hasattr(own, "__wrapped__"):
        own = own.__wrapped__
    if isinstance(own, partial):
        own = own.func
    if own is None:
        return False
    inherited = getattr(parent, method_name, None)
    if inherited is None:
        raise ValueError("The parent should define the method")
    return getattr(own, "__func__", own) is not getattr(inherited, "__func__", inherited)

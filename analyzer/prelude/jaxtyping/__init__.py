"""Types of arrays, as far as memory goes: annotations, and a decorator that checks them."""


def jaxtyped(fn=None, *, typechecker=None):
    return (lambda decorated: decorated) if fn is None or isinstance(fn, str) else fn


def install_import_hook(*args, **options):
    from vramlint_decorators import Around

    return Around()

import sys


def overridable_config_cli(configs, *, prog=None, description=None, args=None, **options):
    """The first word chooses, the others change."""
    import tyro

    words = sys.argv[1:] if args is None else list(args)
    chosen = words[0] if words and not words[0].startswith("-") else next(iter(configs))
    _, default = configs[chosen]
    return tyro.fill(type(default), tyro.said_by(words[1:]), default)


def get_parser(*args, **options):
    import _run

    return _run.unknown("tyro.extras.get_parser is not modelled")

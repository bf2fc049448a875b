def colored(text, color=None, on_color=None, attrs=None, **options):
    return str(text)


def cprint(text, color=None, on_color=None, attrs=None, **options):
    return None

# Progress bars: what they are given comes out again.
class tqdm:
    def __init__(self, iterable=None, *args, **options):
        self.iterable = iterable
        self.total = options.get("total")
        self.n = 0

    def __iter__(self):
        return iter(self.iterable)

    def __len__(self):
        return len(self.iterable)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return None

    def update(self, n=1):
        return None

    def close(self):
        return None

    set_description = set_postfix = set_postfix_str = set_description_str = refresh = reset = clear = _ignored = (
        lambda self, *args, **options: None)

    @staticmethod
    def write(*args, **options):
        return None


def trange(*args, **options):
    return tqdm(range(*args))


tqdm_notebook = tqdm

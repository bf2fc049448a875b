"""Steps of time (pandas/_libs/tslibs/offsets.pyx, 2.2): which kinds there are, and their names."""


class DateOffset:
    def __init__(self, n=1, **options):
        self.n = n


BaseOffset = DateOffset
_KINDS = {
    "YearEnd": ("Y", "YE", "A"), "YearBegin": ("YS", "AS"), "QuarterEnd": ("Q", "QE"), "QuarterBegin": ("QS",),
    "MonthEnd": ("M", "ME"), "MonthBegin": ("MS",), "Week": ("W",), "Day": ("D",), "BusinessDay": ("B",), "Hour": ("H", "h"),
    "Minute": ("T", "min", "t"), "Second": ("S", "s"), "Milli": ("L", "ms"),
}
for _name in _KINDS:
    globals()[_name] = type(_name, (DateOffset,), {})
BDay = BusinessDay  # noqa: F821


def kind_of(name):
    """The class that a name without its number stands for."""
    for each in (name, name.upper()):
        for kind, names in _KINDS.items():
            if each.split("-")[0] in names:
                return globals()[kind]
    raise ValueError(f"Invalid frequency: {name}")

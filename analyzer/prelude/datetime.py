"""Lengths of time are numbers; which time it is depends on the run."""
import _run

MINYEAR, MAXYEAR = 1, 9999
_SECOND, _DAY = 10 ** 6, 86400 * 10 ** 6


class timedelta:
    def __init__(self, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        seconds = seconds + 60 * minutes + 3600 * hours
        whole = round((days + 7 * weeks) * _DAY + seconds * _SECOND + milliseconds * 1000 + microseconds)
        self._all = whole
        self.days = whole // _DAY
        self.seconds = whole % _DAY // _SECOND
        self.microseconds = whole % _SECOND

    def total_seconds(self):
        return self._all / _SECOND

    def __add__(self, other):
        return timedelta(microseconds=self._all + other._all) if isinstance(other, timedelta) else NotImplemented

    def __sub__(self, other):
        return timedelta(microseconds=self._all - other._all) if isinstance(other, timedelta) else NotImplemented

    def __mul__(self, factor):
        return timedelta(microseconds=self._all * factor)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self._all / other._all if isinstance(other, timedelta) else timedelta(microseconds=self._all / other)

    def __floordiv__(self, other):
        return self._all // other._all if isinstance(other, timedelta) else timedelta(microseconds=self._all // other)

    def __neg__(self):
        return timedelta(microseconds=-self._all)

    def __abs__(self):
        return timedelta(microseconds=abs(self._all))

    def __bool__(self):
        return self._all != 0

    def __eq__(self, other):
        return isinstance(other, timedelta) and self._all == other._all

    def __hash__(self):
        return hash(self._all)

    def __lt__(self, other):
        return self._all < other._all

    def __le__(self, other):
        return self._all <= other._all

    def __gt__(self, other):
        return self._all > other._all

    def __ge__(self, other):
        return self._all >= other._all

    def __str__(self):
        hours, rest = divmod(self.seconds, 3600)
        text = f"{hours}:{rest // 60:02}:{rest % 60:02}"
        if self.microseconds:
            text += f".{self.microseconds:06}"
        return text if not self.days else f"{self.days} day{'' if abs(self.days) == 1 else 's'}, {text}"

    def __repr__(self):
        parts = [f"{name}={getattr(self, name)}" for name in ("days", "seconds", "microseconds") if getattr(self, name)]
        return f"datetime.timedelta({', '.join(parts) or '0'})"


class _OfTheRun(type):
    """Its objects are not known, nor what makes them: now(), strptime()."""

    def __call__(cls, *args, **options):
        return _run.unknown(f"datetime.{cls.__name__} depends on the run")

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(f"type object '{cls.__name__}' has no attribute '{name}'")
        return _run.unknown(f"datetime.{cls.__name__} depends on the run")


class date(metaclass=_OfTheRun):
    pass


class datetime(date):
    pass


class time(metaclass=_OfTheRun):
    pass


class tzinfo(metaclass=_OfTheRun):
    pass


class timezone(tzinfo):
    pass


UTC = timezone.utc

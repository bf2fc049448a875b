"""What one process of several does."""
import logging
import warnings
from functools import wraps

log = logging.getLogger(__name__)


def rank_zero_only(fn, default=None):
    @wraps(fn)
    def wrapped(*args, **kwargs):
        rank = getattr(rank_zero_only, "rank", None)
        if rank is None:
            raise RuntimeError("The `rank_zero_only.rank` needs to be set before use")
        return fn(*args, **kwargs) if rank == 0 else default

    return wrapped


def _warn(message, stacklevel=2, **kwargs):
    warnings.warn(message, stacklevel=stacklevel, **kwargs)


@rank_zero_only
def rank_zero_debug(*args, stacklevel=2, **kwargs):
    log.debug(*args, **kwargs)


@rank_zero_only
def rank_zero_info(*args, stacklevel=2, **kwargs):
    log.info(*args, **kwargs)


@rank_zero_only
def rank_zero_warn(message, stacklevel=4, **kwargs):
    _warn(message, stacklevel=stacklevel, **kwargs)


rank_zero_deprecation_category = DeprecationWarning


def rank_zero_deprecation(message, stacklevel=5, **kwargs):
    rank_zero_warn(message, stacklevel=stacklevel, category=kwargs.pop("category", DeprecationWarning), **kwargs)


def rank_prefixed_message(message, rank):
    return message if rank is None else f"[rank: {rank}] {message}"


class WarningCache(set):
    """Each message once."""

    def _once(self, say, message, kwargs):
        if message not in self:
            self.add(message)
            say(message, **kwargs)

    def warn(self, message, stacklevel=5, **kwargs):
        self._once(rank_zero_warn, message, kwargs)

    def deprecation(self, message, stacklevel=6, **kwargs):
        self._once(rank_zero_deprecation, message, kwargs)

    def info(self, message, stacklevel=5, **kwargs):
        self._once(rank_zero_info, message, kwargs)

from enum import Enum


class StrEnum(str, Enum):
    """Names that compare without regard to case."""

    @classmethod
    def _allowed_matches(cls, source):
        keys, values = list(cls.__members__), [each.value for each in cls]
        return {"key": keys, "value": values, "any": keys + values}[source]

    @classmethod
    def try_from_str(cls, value, source="key"):
        if not isinstance(value, str):
            return None
        wanted = value.replace("-", "_").lower()
        for name, member in cls.__members__.items():
            if source in ("key", "any") and name.lower() == wanted:
                return member
            if source in ("value", "any") and str(member.value).lower() == value.lower():
                return member
        return None

    @classmethod
    def from_str(cls, value, source="key"):
        found = cls.try_from_str(value, source)
        if found is None:
            raise ValueError(f"Invalid match: expected one of {cls._allowed_matches(source)}, but got {value}.")
        return found

    def __eq__(self, other):
        if isinstance(other, Enum):
            other = other.value
        return isinstance(other, str) and self.value.lower() == other.lower()

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.value.lower())

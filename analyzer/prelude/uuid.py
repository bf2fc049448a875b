"""Names unlike all others: here they are numbered."""

_made = 0


class UUID:
    def __init__(self, hex=None, bytes=None, int=None, **options):
        self.hex = f"{int or 0:032x}" if hex is None else hex.replace("-", "")

    def __str__(self):
        text = self.hex
        return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"

    def __repr__(self):
        return f"UUID('{self}')"

    def __eq__(self, other):
        return isinstance(other, UUID) and self.hex == other.hex

    def __hash__(self):
        return hash(self.hex)


def uuid4():
    global _made
    _made += 1
    return UUID(f"{_made:08x}" + "0" * 24)


def uuid1(node=None, clock_seq=None):
    return uuid4()


def uuid5(namespace, name):
    return uuid4()


uuid3 = uuid5
NAMESPACE_DNS, NAMESPACE_URL = UUID(int=1), UUID(int=2)


def getnode():
    return 1

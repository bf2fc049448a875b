"""XML is not read. A file that a data set opens is taken to annotate a picture as Pascal VOC's do (VOCdevkit, Annotations)."""
import _run
import _vramlint
import vramlint_pictures

ParseError = type("ParseError", (SyntaxError,), {})

# No picture of VOC is larger, and few are as long; none of VOC2012 shows more objects.
_WIDTH, _HEIGHT, _OBJECTS = 500, 301, 56
_TEXTS = {"width": str(_WIDTH), "height": str(_HEIGHT), "depth": "3", "difficult": "0", "truncated": "0", "segmented": "0"}
_NUMBERS = ("xmin", "ymin", "xmax", "ymax")


class _Number(str):
    """The text of a number that only the data tells."""

    def __float__(self):
        return _run.number("what an XML file says is not known")

    __int__ = __float__


class Element:
    def __init__(self, tag, attrib={}, **extra):
        self.tag = tag
        self.attrib = {**attrib, **extra}
        self.tail = None

    @property
    def text(self):
        if self.tag in _NUMBERS:
            return _Number("1")
        return _TEXTS.get(self.tag, _run.unknown("what an XML file says is not known"))

    def find(self, path, namespaces=None):
        return Element(path.rpartition("/")[2])

    def findtext(self, path, default=None, namespaces=None):
        return self.find(path).text

    def findall(self, path, namespaces=None):
        tag = path.rpartition("/")[2]
        return [Element(tag) for _ in range(_OBJECTS if tag == "object" else 1)]

    def iter(self, tag=None):
        return iter(self.findall(tag or "object"))

    iterfind = findall

    def get(self, key, default=None):
        return self.attrib.get(key, _run.unknown("what an XML file says is not known"))

    def __iter__(self):
        return self.iter()

    def getroot(self):
        return self


ElementTree = Element


def parse(source, parser=None):
    _vramlint.assume(f"an XML file is not read: its picture is taken to be {_WIDTH} x {_HEIGHT}, with {_OBJECTS} objects, as "
                     "many as one of Pascal VOC has at most")
    vramlint_pictures.know("", _WIDTH, _HEIGHT)
    return Element("annotation")


def fromstring(text, parser=None):
    return parse(text)


XML = fromstring

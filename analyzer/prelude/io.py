"""Files in memory."""

SEEK_SET = 0
SEEK_CUR = 1
SEEK_END = 2


class IOBase:
    pass


class RawIOBase(IOBase):
    pass


class BufferedIOBase(IOBase):
    pass


class TextIOBase(IOBase):
    pass


class TextIOWrapper(TextIOBase):
    pass


class BufferedReader(BufferedIOBase):
    pass


class BufferedWriter(BufferedIOBase):
    pass


class UnsupportedOperation(OSError, ValueError):
    pass


class _Memory(IOBase):
    def __init__(self, initial=None):
        self._value = self._empty if initial is None else initial
        self._at = 0
        self.closed = False

    def write(self, text):
        self._value = self._value[: self._at] + text + self._value[self._at + len(text):]
        self._at += len(text)
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def read(self, size=-1):
        end = len(self._value) if size is None or size < 0 else min(len(self._value), self._at + size)
        taken = self._value[self._at:end]
        self._at = end
        return taken

    def readline(self):
        end = self._value.find(self._newline, self._at)
        return self.read(-1 if end < 0 else end + 1 - self._at)

    def readlines(self):
        return list(self)

    def __iter__(self):
        while self._at < len(self._value):
            yield self.readline()

    def getvalue(self):
        return self._value

    def getbuffer(self):
        return self._value

    def seek(self, offset, whence=0):
        base = 0 if whence == 0 else self._at if whence == 1 else len(self._value)
        self._at = max(0, base + offset)
        return self._at

    def tell(self):
        return self._at

    def truncate(self, size=None):
        self._value = self._value[: self._at if size is None else size]

    def flush(self):
        return None

    def close(self):
        self.closed = True

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.close()


class StringIO(_Memory):
    _empty = ""
    _newline = "\n"


class BytesIO(_Memory):
    _empty = b""
    _newline = b"\n"


open = open

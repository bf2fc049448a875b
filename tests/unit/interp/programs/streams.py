import io
import sys

for stream in (sys.stdin, sys.stdout, sys.stderr):
    print(stream.name, stream.mode, stream.encoding, stream.errors, stream.closed, stream.newlines)
    print(stream.fileno(), stream.readable(), stream.writable(), stream.line_buffering, stream.write_through)
    print(type(stream).__name__, type(stream.buffer).__name__, stream.buffer.name, stream.buffer.closed)
    print(hasattr(stream, "read"), hasattr(stream, "write"), hasattr(stream, "absent"), hasattr(stream.buffer, "encoding"))
print(isinstance(sys.stdout, io.TextIOBase), isinstance(sys.stdin.buffer, io.IOBase), isinstance(sys.stderr, io.StringIO))
for attempt in (sys.stdout.read, sys.stderr.readline, lambda: sys.stdin.write("a"), lambda: list(sys.stdout)):
    try:
        attempt()
    except io.UnsupportedOperation as error:
        print(error, isinstance(error, OSError), isinstance(error, ValueError))
try:
    sys.stdout.write(3)
except TypeError as error:
    print(error)
print(sys.stdout.write("żółw\n"), sys.stdout.writelines(["a", "b\n"]), sys.stdout.reconfigure(line_buffering=True))
print(sys.stderr.buffer.write(b"abc"), sys.stdout.flush(), sys.__stdout__ is sys.stdout)


class Tee:
    def __init__(self, stream):
        self.stream = stream

    def write(self, text):
        self.stream.write(text.upper())

    def __getattr__(self, name):
        return getattr(self.stream, name)


print("twice", file=Tee(sys.stdout))
print(Tee(sys.stdout).encoding)

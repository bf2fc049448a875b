"""The machine that is assumed."""

import _run


def system():
    return "Linux"


def machine():
    return "x86_64"


def python_version():
    return "3.10.13"


def python_version_tuple():
    return ("3", "10", "13")


def python_implementation():
    return "CPython"


def architecture():
    return ("64bit", "ELF")


def platform():
    return "Linux"


def python_branch():
    return ""


def python_compiler():
    return "GCC"


def processor():
    return ""


def libc_ver(*args, **keywords):
    return ("glibc", "2.31")


def node():
    return _run.unknown("the name of the machine depends on the run")


def release():
    import _vramlint

    _vramlint.assume("the system is a Linux of release 6.1", 0)
    return "6.1.0"


def version():
    return _run.unknown("the version of the system depends on the run")


class uname_result:
    def __init__(self):
        self.system = system()
        self.node = node()
        self.release = release()
        self.version = version()
        self.machine = machine()
        self.processor = processor()


def uname():
    return uname_result()

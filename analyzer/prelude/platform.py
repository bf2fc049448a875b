"""The machine that is assumed."""


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

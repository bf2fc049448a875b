"""What is asked of the interpreter, beside the names that are given natively."""

import _run

maxunicode = 1114111
hexversion = 50990320
api_version = 1013
prefix = exec_prefix = base_prefix = base_exec_prefix = "/usr"
abiflags = ""
copyright = ""
dont_write_bytecode = False
pycache_prefix = None
platlibdir = "lib"
float_repr_style = "short"
warnoptions = []
meta_path = []
path_hooks = []
path_importer_cache = {}
builtin_module_names = ("builtins", "itertools", "math", "sys")


class _Named(tuple):
    def __new__(cls, **fields):
        made = tuple.__new__(cls, fields.values())
        for name, value in fields.items():
            setattr(made, name, value)
        return made


float_info = _Named(
    max=1.7976931348623157e308, max_exp=1024, max_10_exp=308, min=2.2250738585072014e-308, min_exp=-1021,
    min_10_exp=-307, dig=15, mant_dig=53, epsilon=2.220446049250313e-16, radix=2, rounds=1,
)
int_info = _Named(bits_per_digit=30, sizeof_digit=4, default_max_str_digits=4300, str_digits_check_threshold=640)
flags = _Named(
    debug=0, inspect=0, interactive=0, optimize=0, dont_write_bytecode=0, no_user_site=0, no_site=0,
    ignore_environment=0, verbose=0, bytes_warning=0, quiet=0, hash_randomization=1, isolated=0, dev_mode=False,
    utf8_mode=0, warn_default_encoding=0, safe_path=False, int_max_str_digits=4300,
)


class _Implementation:
    name = "cpython"
    cache_tag = "cpython-310"
    hexversion = hexversion


implementation = _Implementation()


def intern(text):
    return text


def getfilesystemencoding():
    return "utf-8"


def getswitchinterval():
    return 0.005


def is_finalizing():
    return False


def _nothing(*args, **keywords):
    return None


settrace = setprofile = gettrace = getprofile = setswitchinterval = setdlopenflags = addaudithook = audit = _nothing
excepthook = displayhook = unraisablehook = breakpointhook = _nothing


def __getattr__(name):
    if name in ("orig_argv", "getallocatedblocks", "thread_info", "hash_info", "exception", "getdlopenflags"):
        return _run.unknown(f"sys.{name} depends on the run")
    raise AttributeError(f"module 'sys' has no attribute '{name}'")

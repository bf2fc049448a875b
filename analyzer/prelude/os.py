"""What the system answers, beside the names that are given natively."""

import _run

F_OK, X_OK, W_OK, R_OK = 0, 1, 2, 4
O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_NONBLOCK = 0, 1, 2, 64, 128, 512, 1024, 2048
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
EX_OK = 0
pardir = ".."
extsep = "."
altsep = None
defpath = "/bin:/usr/bin"
error = OSError

_of_the_run = frozenset(
    """abort chown chroot close ctermid dup dup2 environb execl execle execlp execlpe execv execve execvp execvpe
    fdopen fork fstat fsync ftruncate get_exec_path get_terminal_size getegid geteuid getgid getgroups getloadavg
    getpgid getpgrp getppid getpriority getrandom isatty killpg link lseek lstat mkfifo nice open pipe popen
    posix_fadvise pread pwrite read readlink register_at_fork removexattr sched_getaffinity sched_setaffinity
    sched_yield sendfile setgid setpgid setpgrp setpriority setsid setuid statvfs strerror sync sysconf times
    truncate ttyname umask utime wait wait3 wait4 waitpid write""".split()
)


def _does_nothing(*args, **keywords):
    return None


removedirs = renames = replace = unsetenv = fdatasync = lchown = fchmod = _does_nothing


def fsencode(filename):
    return fspath(filename).encode()


def fsdecode(filename):
    return filename.decode() if isinstance(filename, bytes) else fspath(filename)


class DirEntry:
    def __init__(self, folder, name):
        self.name = name
        self.path = path.join(folder, name)

    def is_dir(self, *, follow_symlinks=True):
        return path.isdir(self.path)

    def is_file(self, *, follow_symlinks=True):
        return path.isfile(self.path)

    def is_symlink(self):
        return path.islink(self.path)

    def stat(self, *, follow_symlinks=True):
        return stat(self.path)

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return f"<DirEntry {self.name!r}>"


class _Entries:
    """What scandir() yields: an iterator that may stand in a `with`."""

    def __init__(self, entries):
        self._entries = iter(entries)

    def __iter__(self):
        return self._entries

    def __next__(self):
        return next(self._entries)

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        return None

    def close(self):
        return None


def scandir(path="."):
    folder = fspath(path)
    entries = [DirEntry(folder, name) for name in listdir(folder)]
    return _Entries(entries) if _run.is_known(entries) else entries


def _walk(top, topdown):
    folders, files = [], []
    for name in listdir(top):
        (folders if path.isdir(path.join(top, name)) else files).append(name)
    if topdown:
        yield top, folders, files
    for name in folders:
        yield from _walk(path.join(top, name), topdown)
    if not topdown:
        yield top, folders, files


def walk(top, topdown=True, onerror=None, followlinks=False):
    top = fspath(top)
    if _run.is_known(path.isdir(top)) and not path.isdir(top):
        return _run.unknown(f"what lies in {top} is not known")
    names = listdir(top)
    if not _run.is_known(names):
        return [(path.join(top, name), names, names) for name in names]
    return _walk(top, topdown)


def __getattr__(name):
    if name in _of_the_run:
        return _run.unknown(f"os.{name} depends on the run")
    raise AttributeError(f"module 'os' has no attribute '{name}'")

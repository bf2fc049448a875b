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


def __getattr__(name):
    if name in _of_the_run:
        return _run.unknown(f"os.{name} depends on the run")
    raise AttributeError(f"module 'os' has no attribute '{name}'")

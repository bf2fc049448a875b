"""Versions as tuples that compare: digit_version("1.10.0rc1") < digit_version("1.10.0")."""
from packaging.version import parse

_stages = {"a": -3, "b": -2, "rc": -1}


def digit_version(version_str, length=4):
    assert "parrots" not in version_str
    version = parse(version_str)
    release = list(version.release)[:length]
    release += [0] * (length - len(release))
    if version.is_prerelease:
        stage, number = (_stages.get(version.pre[0], -4), version.pre[1]) if version.pre else (-4, 0)
        return tuple(release + [stage, number])
    if version.is_postrelease:
        return tuple(release + [1, version.post])
    return tuple(release + [0, 0])


def parse_version_info(version_str, length=4):
    """(2, 1, 0, 0, 0, 0) of "2.1.0": the form of `version_info`."""
    version = parse(version_str)
    release = list(version.release)[:length]
    release += [0] * (length - len(release))
    if version.pre:
        return tuple(release + list(version.pre))
    if version.is_postrelease:
        return tuple(release + ["post", version.post])
    return tuple(release + [0, 0])


def get_git_hash(fallback="unknown", digits=None):
    return fallback

from vramlint_openmmlab.homes import Inert


class VideoReader(Inert):
    pass


def _work(*args, **options):
    import _vramlint
    return _vramlint.unknown("frames and flows are data, which is not modelled")


flowread = flowwrite = flow_warp = flow_from_bytes = frames2video = _work

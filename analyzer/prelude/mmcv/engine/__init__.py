from mmcv._line import require_old
from vramlint_openmmlab.paths import mkdir_or_exist

require_old(__name__)


def _tested(*args, **options):
    import _vramlint
    return _vramlint.unknown("a test run over a data set is not made")


single_gpu_test = multi_gpu_test = _tested


def collect_results_cpu(result_part, size, tmpdir=None):
    return result_part[:size]


def collect_results_gpu(result_part, size):
    return result_part[:size]

"""What the compiler is told of functions and tensors changes nothing in the eager step."""

from torch._dynamo import config, eval_frame
from torch.compiler import allow_in_graph, assume_constant_result, disable, is_compiling, reset, substitute_in_graph

disallow_in_graph = forbid_in_graph = run = disable
OptimizedModule = eval_frame.OptimizedModule


def _nothing(*args, **options):
    return None


graph_break = mark_dynamic = maybe_mark_dynamic = mark_static = mark_static_address = skip_frame = _nothing

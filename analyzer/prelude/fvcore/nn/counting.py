"""What only counts changes nothing."""
import _vramlint


def parameter_count(model, trainable_only=False):
    counts = {"": sum([part.numel() for part in model.parameters()])}
    for name, module in model.named_modules():
        counts[name] = sum([part.numel() for part in module.parameters()])
    return counts


def parameter_count_table(model, max_depth=3, trainable_only=False):
    return _vramlint.unknown("the table of fvcore's counts is not modelled")


class FlopCountAnalysis:
    """A forward pass by the tracer, let go at once."""

    def __init__(self, model, inputs):
        pass

    def total(self, module_name=""):
        return _vramlint.unknown("fvcore's counts are not modelled")

    by_module = by_operator = by_module_and_operator = unsupported_ops = uncalled_modules = total

    def unsupported_ops_warnings(self, enabled):
        return self

    uncalled_modules_warnings = tracer_warnings = unsupported_ops_warnings


ActivationCountAnalysis = FlopCountAnalysis


def flop_count_table(flops, **options):
    return _vramlint.unknown("the table of fvcore's counts is not modelled")


flop_count_str = flop_count_table

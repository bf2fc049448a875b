def _work(*args, **options):
    import _vramlint
    return _vramlint.unknown("arrays of data are not modelled")


quantize = dequantize = _work

"""Weights that bitsandbytes packs as they are loaded: which layers, the library's own quantizer says."""
import _vramlint


def asked_for(options):
    """`quantization_config`, or the switches of transformers 4; taken out of `options`."""
    import transformers

    config = options.pop("quantization_config", None)
    four, eight = options.pop("load_in_4bit", False), options.pop("load_in_8bit", False)
    if config is None and (four or eight):
        return transformers.BitsAndBytesConfig(load_in_4bit=four, load_in_8bit=eight)
    return config


def quantizer_of(asked, config):
    """None where weights stay as they are; a checkpoint that is packed already says so in its config."""
    from transformers.quantizers.auto import AutoHfQuantizer, AutoQuantizationConfig

    said = getattr(config, "quantization_config", None) if asked is None else asked
    if said is None:
        return None
    if isinstance(said, dict):
        said = AutoQuantizationConfig.from_dict(said)
    method = getattr(said, "quant_method", None)
    if not str(getattr(method, "value", method)).startswith("bitsandbytes"):
        return _vramlint.unknown(f"weights that are quantized by {type(said).__name__} are not described; those of bitsandbytes are")
    return AutoHfQuantizer.from_config(said, pre_quantized=False)


def dtype_of(quantizer, asked):
    """What is not packed: float16 in transformers 4 where nothing is said."""
    update = getattr(quantizer, "update_dtype", None) or getattr(quantizer, "update_torch_dtype")
    return update(asked)


def pack(model, quantizer):
    import torch
    from bitsandbytes.nn import Linear4bit, Linear8bitLt

    dtype = model.dtype  # before its first weight may be packed
    quantizer.preprocess_model(model=model, device_map="cuda", dtype=dtype, config=model.config,
                               keep_in_fp32_modules=getattr(model, "_keep_in_fp32_modules", None))
    for module in model.modules():
        if isinstance(module, Linear4bit):
            module.pack(dtype, module.weight.compress_statistics, module.weight.quant_type)
        if isinstance(module, (Linear4bit, Linear8bitLt)) and module.bias is not None:
            module.bias = torch.nn.Parameter(module.bias.to(dtype), requires_grad=False)
    model.hf_quantizer = quantizer
    quantizer.postprocess_model(model)

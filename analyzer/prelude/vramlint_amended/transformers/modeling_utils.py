"""Checkpoints: their weights are values, and the config beside them says all sizes."""
import copy

import _vramlint
from vramlint_amended.transformers import few_bits
from vramlint_amended.transformers.utils.hub import config_of

# How the file is found and read, not what is made of it.
LOADING = ("cache_dir ignore_mismatched_sizes force_download local_files_only token use_auth_token revision use_safetensors "
           "weights_only disable_mmap state_dict proxies subfolder commit_hash variant adapter_kwargs adapter_name "
           "trust_remote_code mirror _fast_init low_cpu_mem_usage from_tf from_flax offload_folder offload_state_dict "
           "offload_buffers max_memory resume_download key_mapping _commit_hash _from_auto _from_pipeline").split()
OTHERWISE = "gguf_file tp_plan tp_size device_mesh distributed_config".split()


def _taken(options, names):
    return {name: options.pop(name) for name in list(options) if name in names}


def _config_of(cls, name, config, module, options):
    if isinstance(config, module.PreTrainedConfig if hasattr(module, "PreTrainedConfig") else module.PretrainedConfig):
        return copy.deepcopy(config), options
    found = config_of(name if config is None else config, options)
    if not _vramlint.is_known(found):
        return found, options
    return cls.config_class.from_pretrained(name if config is None else config, return_unused_kwargs=True, **options)


def _unknown(why):
    return _vramlint.unknown(f"`{why}` makes other weights of those that are loaded, which is not modelled")


def _dtype_of(config, asked, torch):
    """As the config says, where "auto" is asked for, as transformers 5 does by itself."""
    import transformers

    if asked is None and not transformers.__version__.startswith("4."):
        asked = "auto"
    if asked == "auto":
        asked = getattr(config, "dtype", None) or getattr(config, "torch_dtype", None)
    if isinstance(asked, str):
        return getattr(torch, asked)
    return torch.float32 if asked is None else asked


def amend(module):
    import torch

    def from_pretrained(cls, pretrained_model_name_or_path, *model_args, config=None, **options):
        """The model of a checkpoint."""
        otherwise = [name for name, value in _taken(options, OTHERWISE).items() if value]
        if otherwise:
            return _unknown(otherwise[0])
        packing = few_bits.asked_for(options)
        where = _taken(options, LOADING).get("subfolder") or ""
        device, told = options.pop("device_map", None), options.pop("output_loading_info", False)
        asked = options.pop("dtype", None)
        older = options.pop("torch_dtype", None)
        config, left = _config_of(cls, pretrained_model_name_or_path, config, module, {**options, "subfolder": where})
        left.pop("subfolder", None)
        if not _vramlint.is_known(config):
            return config
        quantizer = few_bits.quantizer_of(packing, config)
        if not _vramlint.is_known(quantizer):
            return quantizer
        asked = older if asked is None else asked
        if quantizer is not None:
            asked = few_bits.dtype_of(quantizer, asked)
        model = cls._from_config(config, dtype=_dtype_of(config, asked, torch), **left)
        if quantizer is not None:
            device = "cuda"
            few_bits.pack(model, quantizer)
        model.eval()
        if device is not None:
            model = model.to("cuda")
        return (model, {"missing_keys": [], "unexpected_keys": [], "mismatched_keys": [], "error_msgs": []}) if told else model

    module.PreTrainedModel.from_pretrained = classmethod(from_pretrained)

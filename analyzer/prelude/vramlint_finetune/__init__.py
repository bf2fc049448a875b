"""Fine-tuning as axolotl, LLaMA-Factory and transformers' Trainer do it, as far as memory is concerned."""
import json
import os

import _vramlint
import torch
from vramlint_finetune import adapters
from vramlint_finetune.decoder import DESCRIBED, Decoder
from vramlint_finetune.settings import AXOLOTL, FACTORY, TRAINER, Settings


def config_of(name):
    """The config.json of a model: of a folder that is called so, at the root or elsewhere, or in the cache."""
    for folder in (name, *_cached(name)):
        path = os.path.join(folder, "config.json")
        if os.path.isfile(path):
            with open(path) as file:
                return json.load(file)
    return _vramlint.unsupported(f"how large `{name}` is stands in its config.json, which is not at hand: put it at "
                                 f"`{name}/config.json` below the root, or say in vramlint.yaml which folder holds it: "
                                 f"`models: {{\"{name}\": FOLDER}}`")


def _cached(name):
    home = os.environ.get("HF_HOME", os.path.join(os.path.expanduser("~"), ".cache", "huggingface"))
    snapshots = os.path.join(home, "hub", "models--" + name.replace("/", "--"), "snapshots")
    if not os.path.isdir(snapshots):
        return []
    return [os.path.join(snapshots, entry) for entry in sorted(os.listdir(snapshots))]


def _by_its_source(values, kernel, dtype):
    """The model as the installed transformers makes it, or None."""
    import transformers
    if transformers.__file__.startswith("<vramlint>/"):
        return None
    config = transformers.AutoConfig.for_model(**values)
    config._attn_implementation = kernel
    return transformers.AutoModelForCausalLM.from_config(config, dtype=dtype)


def _weights(said, values):
    """In what the weights are loaded."""
    if said.family == TRAINER:  # transformers 5: as the config says, where nothing is said
        asked = said.dtype if said.dtype not in (None, "auto") else values.get("dtype") or values.get("torch_dtype")
        return getattr(torch, asked or "float32")
    if said.is_bf16():
        return torch.bfloat16
    return torch.float16 if said.is_fp16() or said.family == AXOLOTL and said.eight_bit else torch.float32


def model(cfg):
    said = Settings(cfg)
    values = config_of(said.model)
    dtype = _weights(said, values)
    made = None
    if values.get("model_type") not in DESCRIBED:
        made = _by_its_source(values, said.kernel(), dtype)
    if made is None:
        made = Decoder(values, said.kernel()).to(dtype)
    for key in said.not_counted():
        _vramlint.leave_open(f"what `{key}` changes in the memory of a step is not counted")
    if said.stage not in (None, False, "sft", "pt"):
        _vramlint.leave_open(f"a step of `{said.stage}` is counted as one that learns a text by heart")
    if said.saves_again():
        made.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": said.is_reentrant()})
        if said.family == FACTORY and isinstance(made, Decoder):
            made.model.again = _where_trained(made.model.again)
    if values.get("quantization_config") or said.quantizer not in (None, "bnb", "bitsandbytes"):
        _vramlint.leave_open("weights that are quantized otherwise than by bitsandbytes are counted as if they were not")
    _train_parts(made, said, dtype)
    made = made.to("cuda")
    made.train()
    return made


def _where_trained(again):
    """llamafactory/model/model_utils/checkpointing.py: a part without trained weights saves nothing to make again."""
    def run(layer, x, *others):
        if not any(parameter.requires_grad for parameter in layer.parameters()):
            return layer(x, *others)
        x.requires_grad_(True)
        return again(layer, x, *others)

    return run


def _train_parts(made, said, dtype):
    method = said.method()
    bits = said.quantized()
    if bits:
        adapters.quantize(made, bits, bool(said.double), dtype)
    if method in ("lora", "qlora"):
        targets = None if said.all_linear or said.targets in ("all", "all-linear") else _names(said.targets)
        adapters.adapt(made, targets, said.rank, said.dropout or 0.0, dtype if said.pure else torch.float32)
        made.enable_input_require_grads()
    elif method == "freeze":
        _freeze(made, said.trained_layers, torch.float32)
    elif method != "full":
        _vramlint.leave_open(f"`{method}` is not described: all weights are taken to be trained")
    elif said.family == FACTORY and not said.pure and not said.engine:  # llamafactory/model/adapter.py: trainable weights are float32
        made.to(torch.float32)
    elif said.family == AXOLOTL and said.kernel() != "flash_attention_2":
        _widen(made)


def _widen(made):
    """axolotl/loaders/model.py: norms and embeddings are float32 where no flash attention asks for less."""
    for name, module in made.named_modules():
        if "norm" in name or name.endswith("embed_tokens") or name.endswith("lm_head"):
            module.to(torch.float32)


def _names(targets):
    if targets is None:
        return ["q_proj", "v_proj"]  # peft's choice for decoders of Llama's kind
    return [name.strip() for name in targets.split(",")] if isinstance(targets, str) else list(targets)


def _freeze(made, count, dtype):
    layers = made.model.layers
    trained = layers[-count:] if count > 0 else layers[:-count]
    for parameter in made.parameters():
        parameter.requires_grad = False
    for layer in trained:
        for parameter in layer.parameters():
            parameter.requires_grad = True
            parameter.data = parameter.data.to(dtype)


def shape(cfg):
    said = Settings(cfg)
    if not said.packed and not said.padded:
        _vramlint.assume("every sample is taken to be as long as the config allows; shorter ones need less")
    shape = (said.batch, said.length)
    if said.family == AXOLOTL and said.packed and said.kernel() == "flash_attention_2":
        shape = (1, said.batch * said.length)  # axolotl/core/trainers/base.py: one row of packed samples
    return shape


def forward(cfg, model, inputs):
    return model(input_ids=inputs[0], labels=inputs[0], use_cache=False).loss  # what else it made goes here

"""What the YAML of axolotl, LLaMA-Factory, and of scripts with transformers' TrainingArguments says: one table of keys to
facts. A default stands where a library has one; sources are axolotl 0.17, LLaMA-Factory 0.9.5, transformers 5 with trl."""

AXOLOTL, FACTORY, TRAINER = 0, 1, 2

# fact: keys of axolotl, of LLaMA-Factory, of TrainingArguments and what trl adds; then their defaults
TABLE = {
    "model": ("base_model", "model_name_or_path", "model_name_or_path", None, None, None),
    "batch": ("micro_batch_size", "per_device_train_batch_size", "per_device_train_batch_size", 1, 8, 8),
    "length": ("sequence_len", "cutoff_len", "max_length max_seq_length", 512, 2048, 1024),
    "packed": ("sample_packing", "packing neat_packing", "packing", False, False, False),
    "padded": ("pad_to_sequence_len", "", "", False, False, False),
    "adapter": ("adapter", "finetuning_type", "use_peft", None, "lora", False),
    "rank": ("lora_r", "lora_rank", "lora_r", 8, 8, 16),
    "dropout": ("lora_dropout", "lora_dropout", "lora_dropout", 0.0, 0.0, 0.05),
    "targets": ("lora_target_modules", "lora_target", "lora_target_modules", None, "all", None),
    "all_linear": ("lora_target_linear", "", "", False, False, False),
    "four_bit": ("load_in_4bit", "", "load_in_4bit", False, False, False),
    "eight_bit": ("load_in_8bit", "", "load_in_8bit", False, False, False),
    "bits": ("", "quantization_bit", "", None, None, None),
    "quantizer": ("", "quantization_method", "", None, "bnb", None),
    "double": ("", "double_quantization", "use_bnb_nested_quant", True, True, False),
    "checkpoints": ("gradient_checkpointing", "gradient_checkpointing", "gradient_checkpointing", False, True, False),
    "without_checkpoints": ("", "disable_gradient_checkpointing", "", False, False, False),
    "checkpoint_options": ("gradient_checkpointing_kwargs", "", "gradient_checkpointing_kwargs", None, None, None),
    "reentrant": ("", "use_reentrant_gc", "", False, True, False),
    "bf16": ("bf16 bfloat16", "bf16", "bf16", False, False, False),
    "fp16": ("fp16 float16", "fp16", "fp16", False, False, False),
    "pure": ("", "pure_bf16", "", False, False, False),
    "dtype": ("", "", "torch_dtype dtype", None, None, None),
    "attention": ("attn_implementation", "flash_attn", "attn_implementation", None, "auto", None),
    "flash": ("flash_attention", "", "", False, False, False),
    "trained_layers": ("", "freeze_trainable_layers", "", None, 2, None),
    "engine": ("deepspeed", "deepspeed", "deepspeed", None, None, None),
    "stage": ("rl", "stage", "", None, "sft", None),
}

# What changes the memory of a step and is not counted: any of it, where it is set.
NOT_COUNTED = (
    "activation_offloading layer_offloading unfrozen_parameters lora_modules_to_save plugins peft_use_dora reward_model "
    "process_reward_model qat relora context_parallel_size tensor_parallel_size quantize_moe_experts gptq lisa_n_layers "
    "lora_target_parameters ebft peft lora_mlp_kernel lora_qkv_kernel lora_o_kernel",
    "use_galore use_apollo use_badam use_dora use_muon use_adam_mini additional_target mixture_of_depths use_unsloth "
    "enable_liger_kernel use_unsloth_gc freeze_extra_modules fp8 upcast_layernorm upcast_lmhead_output use_llama_pro "
    "shift_attn tensor_model_parallel_size pipeline_model_parallel_size sequence_parallel_size use_kt",
    "use_liger_kernel lora_modules_to_save use_dora",
)

ATTENTIONS = {"fa2": "flash_attention_2", "disabled": "eager", "auto": "sdpa", "flash": "flash_attention_2"}


class Settings:
    def __init__(self, cfg):
        self.cfg = cfg
        self.family = AXOLOTL if "base_model" in cfg else FACTORY if "stage" in cfg or "finetuning_type" in cfg else TRAINER

    def __getattr__(self, fact):
        row = TABLE[fact]
        for key in row[self.family].split():
            value = self.cfg.get(key)
            if value is not None:
                return value
        return row[3 + self.family]

    def not_counted(self):
        return [key for key in NOT_COUNTED[self.family].split() if self.cfg.get(key)]

    def is_bf16(self):
        return self.bf16 in (True, "auto", "true", "full") or self.pure or self.dtype == "bfloat16"

    def is_fp16(self):
        return not self.is_bf16() and self.fp16 in (True, "true") or self.dtype == "float16"

    def method(self):
        if self.family == TRAINER:
            return "lora" if self.adapter else "full"
        return self.adapter or "full"

    def quantized(self):
        """Bits of a weight, or none."""
        if self.bits in (4, 8):
            return self.bits
        return 4 if self.four_bit else 8 if self.eight_bit else None

    def saves_again(self):
        return bool(self.checkpoints) and not self.without_checkpoints

    def is_reentrant(self):
        options = self.checkpoint_options
        if options is not None and "use_reentrant" in options:
            return bool(options["use_reentrant"])
        return bool(self.reentrant)

    def kernel(self):
        asked = "flash" if self.flash else self.attention or "sdpa"
        return ATTENTIONS.get(asked, asked)

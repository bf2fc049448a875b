"""TrainingArguments where the source of transformers is not at hand: what loops of a program's own read of them (4.30 to 5)."""
import contextlib
import dataclasses

DEFAULTS = {
    "per_device_train_batch_size": 8, "per_device_eval_batch_size": 8, "gradient_accumulation_steps": 1, "learning_rate": 5e-5,
    "weight_decay": 0.0, "adam_beta1": 0.9, "adam_beta2": 0.999, "adam_epsilon": 1e-8, "max_grad_norm": 1.0,
    "num_train_epochs": 3.0, "max_steps": -1, "bf16": False, "fp16": False, "gradient_checkpointing": False,
    "gradient_checkpointing_kwargs": None, "optim": "adamw_torch", "dataloader_num_workers": 0, "dataloader_drop_last": False,
    "dataloader_pin_memory": True, "seed": 42,
}

# What is left of the fields (src/transformers/training_args.py, 4.30 to 4.57), by their defaults.
_NONE = """accelerator_config data_seed dataloader_prefetch_factor ddp_backend ddp_broadcast_buffers ddp_bucket_cap_mb
    ddp_find_unused_parameters deepspeed disable_tqdm dispatch_batches eval_accumulation_steps eval_steps fsdp_config
    fsdp_transformer_layer_cls_to_wrap greater_is_better hub_model_id hub_private_repo hub_revision hub_token label_names
    liger_kernel_config logging_dir metric_for_best_model neftune_noise_alpha optim_args optim_target_modules output_dir
    parallelism_config per_gpu_eval_batch_size per_gpu_train_batch_size push_to_hub_model_id push_to_hub_organization
    push_to_hub_token report_to resume_from_checkpoint run_name save_total_limit split_batches tf32 torch_compile_backend
    torch_compile_mode torch_empty_cache_steps torchdynamo tpu_num_cores trackio_space_id""".split()
_FALSE = """adafactor auto_find_batch_size average_tokens_across_devices batch_eval_metrics bf16_full_eval
    dataloader_persistent_workers do_eval do_predict do_train eval_on_start eval_use_gather_object fp16_full_eval
    full_determinism group_by_length hub_always_push ignore_data_skip include_for_metrics include_inputs_for_metrics
    include_num_input_tokens_seen include_tokens_per_second jit_mode_eval load_best_model_at_end logging_first_step no_cuda
    overwrite_output_dir prediction_loss_only push_to_hub restore_callback_states_from_checkpoint save_on_each_node
    save_only_model torch_compile tpu_metrics_debug use_cpu use_ipex use_legacy_prediction_loop use_liger_kernel
    use_mps_device""".split()
_TRUE = """eval_do_concat_batches log_on_each_node logging_nan_inf_filter remove_unused_columns save_safetensors
    skip_memory_metrics""".split()
_OTHERS = {
    "ddp_timeout": 1800, "debug": "", "eval_delay": 0, "eval_strategy": "no", "evaluation_strategy": "no", "fp16_backend": "auto",
    "fp16_opt_level": "O1", "fsdp": "", "fsdp_min_num_params": 0, "half_precision_backend": "auto", "hub_strategy": "every_save",
    "label_smoothing_factor": 0.0, "length_column_name": "length", "local_rank": -1, "log_level": "passive",
    "log_level_replica": "warning", "logging_steps": 500, "logging_strategy": "steps", "lr_scheduler_kwargs": None,
    "lr_scheduler_type": "linear", "mp_parameters": "", "past_index": -1, "project": "huggingface", "ray_scope": "last",
    "save_steps": 500, "save_strategy": "steps", "warmup_ratio": 0.0, "warmup_steps": 0,
}


class TrainingArguments:
    _VALID_DICT_FIELDS = ["accelerator_config", "fsdp_config", "deepspeed", "gradient_checkpointing_kwargs", "lr_scheduler_kwargs"]
    framework = "pt"
    world_size = n_gpu = 1
    process_index = local_process_index = 0
    should_log = should_save = is_world_process_zero = True

    def __init__(self, output_dir=None, **given):
        self.output_dir = output_dir
        for name, value in {**_ALL, "output_dir": output_dir, **given}.items():
            setattr(self, name, value)

    def __post_init__(self):
        return None

    @property
    def train_batch_size(self):
        return self.per_device_train_batch_size

    @property
    def eval_batch_size(self):
        return self.per_device_eval_batch_size

    @property
    def device(self):
        import torch

        return torch.device("cuda:0")

    @contextlib.contextmanager
    def main_process_first(self, local=True, desc="work"):
        yield

    def get_warmup_steps(self, num_training_steps):
        import math

        return self.warmup_steps or math.ceil(num_training_steps * self.warmup_ratio)

    def get_process_log_level(self):
        return 20

    def to_dict(self):
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    to_sanitized_dict = to_dict


def _field(name, default):
    made = dataclasses.field(default=default)
    made.name, made.type = name, type(default)
    return made


_ALL = {name: value for names, value in ((_NONE, None), (_FALSE, False), (_TRUE, True)) for name in names}
_ALL |= _OTHERS | DEFAULTS
_FIELDS = {"output_dir": _field("output_dir", None)}
_FIELDS |= {name: _field(name, value) for name, value in _ALL.items() if name != "output_dir"}
TrainingArguments.__dataclass_fields__ = _FIELDS

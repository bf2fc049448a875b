"""TrainingArguments where the source of transformers is not at hand: what loops of a program's own read of them (4.30 to 5)."""

DEFAULTS = {
    "per_device_train_batch_size": 8, "per_device_eval_batch_size": 8, "gradient_accumulation_steps": 1, "learning_rate": 5e-5,
    "weight_decay": 0.0, "adam_beta1": 0.9, "adam_beta2": 0.999, "adam_epsilon": 1e-8, "max_grad_norm": 1.0,
    "num_train_epochs": 3.0, "max_steps": -1, "bf16": False, "fp16": False, "gradient_checkpointing": False,
    "gradient_checkpointing_kwargs": None, "optim": "adamw_torch", "dataloader_num_workers": 0, "dataloader_drop_last": False,
    "dataloader_pin_memory": True, "seed": 42,
}

class TrainingArguments:
    def __init__(self, output_dir=None, **given):
        self.output_dir = output_dir
        for name, value in {**DEFAULTS, **given}.items():
            setattr(self, name, value)

    @property
    def train_batch_size(self):
        return self.per_device_train_batch_size

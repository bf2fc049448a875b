"""The options that Trainer.add_argparse_args adds to a parser: the defaults and types of the Trainer's own arguments
(pytorch_lightning/trainer/trainer.py and utilities/argparse.py, 1.5 to 1.9)."""

_WORDS = {**dict.fromkeys(("y", "yes", "t", "true", "on", "1"), True),
          **dict.fromkeys(("n", "no", "f", "false", "off", "0"), False)}


def truth(text):
    if text.lower() not in _WORDS:
        raise ValueError(f"invalid truth value {text}")
    return _WORDS[text.lower()]


def truth_or_text(text):
    return _WORDS.get(text.lower(), text)


def truth_or_whole(text):
    found = truth_or_text(text)
    return found if isinstance(found, bool) else whole_or_text(found)


def whole_or_text(text):
    try:
        return int(text)
    except ValueError:
        return text


def whole_or_real(text):
    return float(text) if "." in text else int(text)


def devices(text):
    return text if "," in text else int(text)


_TRUTHS = (truth, truth_or_text, truth_or_whole)
_OPTIONS = {
    truth: dict(logger=True, enable_checkpointing=True, enable_progress_bar=True, enable_model_summary=True,
                deterministic=None, benchmark=None, detect_anomaly=False, sync_batchnorm=False, replace_sampler_ddp=True,
                auto_select_gpus=None, move_metrics_to_cpu=False, inference_mode=True, checkpoint_callback=None,
                prepare_data_per_node=None, terminate_on_nan=None, stochastic_weight_avg=False),
    truth_or_text: dict(auto_lr_find=False, auto_scale_batch_size=False),
    truth_or_whole: dict(fast_dev_run=False),
    int: dict(num_nodes=1, num_processes=None, max_epochs=None, min_epochs=None, max_steps=-1, min_steps=None, ipus=None,
              accumulate_grad_batches=None, check_val_every_n_epoch=1, log_every_n_steps=50, num_sanity_val_steps=2,
              reload_dataloaders_every_n_epochs=0, progress_bar_refresh_rate=None, process_position=0,
              flush_logs_every_n_steps=None),
    float: dict(track_grad_norm=-1),
    whole_or_real: dict(gradient_clip_val=None, limit_train_batches=None, limit_val_batches=None,
                        limit_test_batches=None, limit_predict_batches=None, overfit_batches=0.0,
                        val_check_interval=None),
    whole_or_text: dict(precision=32),
    devices: dict(gpus=None, tpu_cores=None),
    str: dict(accelerator=None, strategy=None, devices=None, default_root_dir=None, gradient_clip_algorithm=None,
              max_time=None, profiler=None, resume_from_checkpoint=None, plugins=None, amp_backend=None, amp_level=None,
              multiple_trainloader_mode="max_size_cycle", weights_save_path=None, weights_summary="top"),
}


def put(parser, name, kind, default, is_required=False):
    """A truth may stand without its value: `--fast_dev_run`."""
    bare = dict(nargs="?", const=True) if kind in _TRUTHS else {}
    parser.add_argument("--" + name, dest=name, default=default, type=kind, required=is_required, **bare)


def add(parser):
    for kind, options in _OPTIONS.items():
        for name, default in options.items():
            put(parser, name, kind, default)


def kind_of(annotation, default):
    """By what an argument is said to take: str before int, and so on; by its default where nothing is said."""
    said = getattr(annotation, "__args__", None) or (annotation,)
    kinds = [kind for kind in (str, int, float, bool) if kind in said]
    if bool in kinds or not kinds and isinstance(default, bool):
        return truth_or_whole if int in kinds else truth_or_text if str in kinds else truth
    if kinds == [int, float]:
        return whole_or_real
    return kinds[0] if kinds else type(default) if isinstance(default, (int, float)) else str

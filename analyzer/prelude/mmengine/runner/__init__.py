from vramlint_openmmlab.homes import spread as _spread

__all__, __getattr__ = _spread(__name__, {
    "mmengine.runner.amp": "autocast",
    "mmengine.runner.checkpoint": "CheckpointLoader find_latest_checkpoint get_deprecated_model_names get_external_models "
                                  "get_mmcls_models get_state_dict get_torchvision_models load_checkpoint load_state_dict "
                                  "save_checkpoint weights_to_cpu",
    "mmengine.runner.loops": "BaseLoop EpochBasedTrainLoop IterBasedTrainLoop TestLoop ValLoop",
    "mmengine.runner.runner": "FlexibleRunner LogProcessor Priority Runner get_priority set_random_seed "
                              "turn_on_activation_checkpointing",
})

from vramlint_openmmlab.homes import spread as _spread

_homes = {
    "mmengine.model.averaged_model": "BaseAveragedModel ExponentialMovingAverage MomentumAnnealingEMA StochasticWeightAverage",
    "mmengine.model.base_model": "BaseDataPreprocessor BaseModel ImgDataPreprocessor",
    "mmengine.model.base_module": "BaseModule ModuleDict ModuleList Sequential",
    "mmengine.model.test_time_aug": "BaseTTAModel",
    "mmengine.model.utils": "convert_sync_batchnorm detect_anomalous_params merge_dict revert_sync_batchnorm stack_batch",
    "mmengine.model.weight_init": "BaseInit Caffe2XavierInit ConstantInit KaimingInit NormalInit PretrainedInit "
                                  "TruncNormalInit UniformInit XavierInit bias_init_with_prob caffe2_xavier_init "
                                  "constant_init initialize kaiming_init normal_init trunc_normal_init uniform_init "
                                  "update_init_info xavier_init",
    "mmengine.model.wrappers": "MMDistributedDataParallel MMFullyShardedDataParallel MMSeparateDistributedDataParallel "
                               "is_model_wrapper",
}
__all__, __getattr__ = _spread(__name__, _homes)

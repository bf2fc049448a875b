from mmengine.infer import BaseInferencer, ModelType

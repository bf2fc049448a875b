from mmengine.model.base_model.base_model import BaseModel
from mmengine.model.base_model.data_preprocessor import BaseDataPreprocessor, ImgDataPreprocessor

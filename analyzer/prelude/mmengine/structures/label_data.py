import torch
from mmengine.structures.base_data_element import BaseDataElement


class LabelData(BaseDataElement):
    @staticmethod
    def onehot_to_label(onehot):
        assert isinstance(onehot, torch.Tensor)
        if onehot.ndim != 1:
            raise ValueError("input is not one-hot and can not convert to label")
        return onehot.nonzero().squeeze(-1)

    @staticmethod
    def label_to_onehot(label, num_classes):
        assert isinstance(label, torch.Tensor)
        onehot = label.new_zeros((num_classes,))
        onehot[label] = 1
        return onehot

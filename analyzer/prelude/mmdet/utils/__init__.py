from typing import List, Optional, Sequence, Union

from mmengine.config import ConfigDict
from mmengine.structures import InstanceData

ConfigType = Union[ConfigDict, dict]
OptConfigType = Optional[ConfigType]
MultiConfig = Union[ConfigType, List[ConfigType]]
OptMultiConfig = Optional[MultiConfig]
InstanceList = List[InstanceData]
OptInstanceList = Optional[InstanceList]
RangeType = Sequence


def reduce_mean(tensor):
    from torch import distributed
    if not (distributed.is_available() and distributed.is_initialized()):
        return tensor
    tensor = tensor.clone()
    distributed.all_reduce(tensor.div_(distributed.get_world_size()))
    return tensor

// transformers/modeling_utils.py in small: configs and checkpoints, around a network that a test brings.
#pragma once

#include <string>

namespace vramlint::tests {

/// `network`: statements of its constructor, which has `config` with `width`, `depth` and `dtype`.
inline std::string modeling_utils(const std::string& network) {
  return R"(import json
import os

from torch import nn


class PreTrainedConfig:
    def __init__(self, **values):
        self.width, self.depth, self.dtype = 8, 1, None
        self.__dict__.update(values)

    @classmethod
    def from_pretrained(cls, name, return_unused_kwargs=False, **options):
        with open(os.path.join(name, "config.json")) as file:
            config = cls(**json.load(file))
        return (config, options) if return_unused_kwargs else config


class PreTrainedModel(nn.Module):
    config_class = PreTrainedConfig

    def __init__(self, config):
        super().__init__()
        self.config = config
)" + network +
         R"(
    @property
    def dtype(self):
        return next(self.parameters()).dtype

    @classmethod
    def _from_config(cls, config, dtype=None):
        return cls(config).to(dtype)

    @classmethod
    def from_pretrained(cls, name, **options):
        raise OSError(f"no file named model.safetensors in {name}")
)";
}

}  // namespace vramlint::tests

// A layer whose results are chosen by a mask, and a forward pass to be written behind it.
#pragma once

#include "fixture.h"

namespace vramlint::model {

/// `forward` goes on from `x` of [6, 8], `y` of [6, 4] and `mask` of [6].
inline Recipe selecting(const std::string& forward) {
  Recipe recipe;
  recipe.files["net.py"] = R"(
from math import ceil, sqrt

import torch
import torch.nn as nn
import torch.nn.functional as F

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 4)

    def forward(self, x):
        y = self.fc(x)
        mask = y[:, 0] > 0
)" + forward;
  recipe.model = "net.Net()";
  recipe.inputs = {"float32[6, 8]"};
  recipe.loss = "outputs";
  return recipe;
}

}  // namespace vramlint::model

// Optimizers that update all parameters in one go: torch._foreach_ lists, and fused kernels.
#pragma once

#include <string_view>

#include "probes/steps/optimizers.h"

namespace vramlint::probes {

using OptimizerStep = void (*)(OptimizerRun&);

OptimizerStep foreach_step(std::string_view name);  ///< null: not written
OptimizerStep fused_step(std::string_view name);    ///< null: not written, or this LibTorch has none

}  // namespace vramlint::probes

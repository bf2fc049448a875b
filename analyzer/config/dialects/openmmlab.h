// What the training program of an OpenMMLab project (tools/train.py of mmsegmentation and its sisters) makes of a
// config.
//
// Two lines: mmcv 1.x (`data`, `optimizer`, `runner`; mmcv 1.7: mmcv/runner) and mmengine (`train_dataloader`,
// `optim_wrapper`; mmengine 0.10: mmengine/runner, mmengine/optim). The model, the batch and the forward pass are built
// by the Python of the prelude's vramlint_mm.
#pragma once

#include <string_view>

#include "config/dialect.h"

namespace vramlint::config {

/// Whether a Python file reads as a config of this style. `lenient`: any assignment of more than a number or a text
/// will do, where a program does not stand.
bool python_looks_like_config(std::string_view text, bool lenient);

Experiment openmmlab_experiment(const Config& config, LoadContext& context);

}  // namespace vramlint::config

// What the program tells libraries about how they are to run, read when its step has been followed.
#pragma once

#include "interp/interpreter.h"
#include "model/build.h"
#include "model/builder.h"

namespace vramlint::model {

/// torch.backends.cudnn.benchmark, variables of the environment, DistributedDataParallel, fully_shard, torch.compile.
void take_library_settings(interp::Interpreter& interpreter, const Builder& builder,
                           const config::Experiment& experiment, PhaseFacts& facts);

}  // namespace vramlint::model

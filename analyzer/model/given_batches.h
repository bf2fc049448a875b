// What loaders yield in a program that is followed, where the recipe says it.
#pragma once

#include "model/attempt.h"
#include "model/program_entry.h"
#include "model/watcher.h"

namespace vramlint::model {

/// Tells vramlint_follow what loaders yield, and how many batches one of them has at most.
void bring_batches(Started& run, const PhaseOf& phase, int64_t most, Watcher& watcher);

}  // namespace vramlint::model

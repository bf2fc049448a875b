// What a loader yields: its tensors, and whether enough is known of it to go on.
#pragma once

#include <optional>
#include <vector>

#include "model/build.h"
#include "model/inputs.h"
#include "model/watcher.h"

namespace vramlint::model {

void shapes_in(const interp::Value& batch, std::vector<InputShape>& shapes);

/// Its tensors are of a batch.
void mark_batch(const interp::Value& batch);

/// Where there is no sample among the shapes of its tensors, or only the data tells the sizes of the first.
std::optional<BuildFailure> unknown_batch_in(const interp::Value& batch, const std::vector<InputShape>& shapes,
                                             const Span& loader);

/// None where not enough is known of it.
std::optional<LoaderFacts> loader_of(const Drawn& drawn, const std::vector<InputShape>& shapes);

}  // namespace vramlint::model

// Calls of torch.utils.checkpoint in the steps that train, joined by their place in the source.
#pragma once

#include <optional>
#include <vector>

#include "rule.h"

namespace vramlint::rules {

struct CheckpointPlace {
  Span span;
  size_t calls = 0;
  size_t idle = 0;             ///< calls of parts in which nothing needs a gradient, or whose gradients nobody records
  size_t cut = 0;              ///< re-entrant calls without an input that needs a gradient, of parts that need one
  std::optional<Span> within;  ///< a checkpoint around one of them
};

/// In the order of their first call.
std::vector<CheckpointPlace> checkpoint_places(const Analysis& analysis);

/// The event of the phase's graph at which its allocated peak comes; none: not known, or before them all.
std::optional<size_t> event_at_peak(const Analysis& analysis, size_t phase);
/// A phase with a backward.
bool trains(const graph::Graph& graph);
/// The allocated peak of the phase comes when all of its training is done, as in a validation.
bool peaks_behind_training(const Analysis& analysis, size_t phase);

}  // namespace vramlint::rules

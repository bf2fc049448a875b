// What cuDNN takes for an LSTM, a GRU or a plain RNN: its reserve and workspace, and PyTorch's copies around the call.
#pragma once

#include <optional>

#include "base/bytes.h"
#include "graph/graph.h"
#include "memory/libraries/platform.h"

namespace vramlint::memory {

/// Kept from forward to backward. Empty for what is no recurrent layer and for releases that were not measured.
std::optional<Interval> recurrent_reserve(const graph::Node& node, const Platform& platform);

/// The same in forward and backward.
std::optional<Interval> recurrent_workspace(const graph::Node& node, const Platform& platform);

/// The weights put behind one another for the call: kept for backward, and once more while forward runs. 0 where the
/// module has done it before.
Bytes recurrent_weights_copy(const graph::Node& node);

/// The states of cuDNN's generator, made at the first layer with dropout and kept by PyTorch: 0 for others.
Bytes recurrent_dropout_state(const graph::Node& node, const Platform& platform);

}  // namespace vramlint::memory

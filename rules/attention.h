// Attention maps: what softmax makes of the scores of every pair of positions, and a product reads.
#pragma once

#include <string>
#include <vector>

#include "rule.h"

namespace vramlint::rules {

/// Those that one line of source makes.
struct AttentionMaps {
  Span span;                         ///< of the softmax
  std::vector<std::string> modules;  ///< in the order of their calls
  std::vector<std::string> holding;  ///< those of them that hold something at the peak
  int64_t queries = 0, keys = 0;     ///< positions of the largest; of what is held at the peak, where that is something
  Bytes map;                         ///< the largest, in its own number format
  graph::Dtype dtype = graph::Dtype::float32;
  Bytes held;  ///< at the peak, by all of them: maps, their copies and gradients
};

/// Of the phase with the highest peak; of the most bytes first. Those of windows of less than 512 positions are none.
std::vector<AttentionMaps> attention_maps(const Analysis& analysis);

/// A setting with such a name: "attention_levels", "use_attention", "attn".
struct AttentionSetting {
  std::string key;  ///< dotted
  Span span;        ///< of the value
  const config::Node* value = nullptr;
};

/// In the config's order.
std::vector<AttentionSetting> attention_settings(const Analysis& analysis);

Bytes held_by(const std::vector<AttentionMaps>& maps);

}  // namespace vramlint::rules

// Settings that ask for gradient accumulation, known by their names.
#pragma once

#include <string>
#include <vector>

#include "rule.h"

namespace vramlint::rules {

struct AccumulationKey {
  std::string key;  ///< dotted
  Span span;        ///< of the value
  int64_t steps = 1;
};

/// "accumulation_steps", "grad_accum", "accumulate_grad_batches", "cumulative_iters".
bool names_accumulation(const std::string& key);

/// Whole numbers of 1 or more, in the config's order.
std::vector<AccumulationKey> accumulation_keys(const config::Config& config);

/// Whether it is such a key, for two batches or more: gradient-accumulation-dropped speaks of it.
bool asks_for_accumulation(const Analysis& analysis, const std::string& key);

}  // namespace vramlint::rules

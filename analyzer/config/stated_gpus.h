// How many GPUs a config means to be trained on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "config/config.h"

namespace vramlint::config {

struct StatedGpus {
  std::string key;  ///< dotted
  Span span;        ///< of the value
  int64_t count = 0;
};

/// By a key that says so in the common words, at the top of the config or in a section there: `num_gpu: 8`,
/// `GPUS: (0, 1)`, `gpu_ids: "0,1,2,3"`. Nothing where none does, where several differ, or for one GPU.
std::optional<StatedGpus> stated_gpus(const Config& config);

}  // namespace vramlint::config

#include "model/size_sources.h"

#include <algorithm>

namespace vramlint::model {

using interp::Interpreter;
using interp::Origin;

uint32_t SizeSources::bit_of(Interpreter& interpreter, Origin origin) {
  if (origin == 0) return graph::Dim::kNameless;
  auto* const end = origins_.begin() + count_;
  auto* at = std::find(origins_.begin(), end, origin);
  if (at == end && count_ < kMost) {
    *at = origin;
    ++count_;
  } else if (at == end) {
    --at;
    *at = interpreter.origins().join(*at, origin);
  }
  return graph::Dim::kNameless << static_cast<uint32_t>(at - origins_.begin() + 1);
}

uint32_t SizeSources::bit_of_number(Interpreter& interpreter, Origin origin) {
  const uint32_t bit = origin == 0 ? 0 : bit_of(interpreter, origin);
  numbers_ |= bit;
  return bit;
}

std::vector<Origin> SizeSources::take(Interpreter& interpreter, graph::Shape& shape) const {
  std::vector<Origin> origins;
  origins.reserve(shape.size());
  for (graph::Dim& dim : shape) {
    const bool made_of_numbers = dim.sources == 0 && dim != graph::Dim(1);
    origins.push_back(origin_of(interpreter, made_of_numbers ? numbers_ : dim.sources));
    dim.sources = 0;
  }
  return origins;
}

Origin SizeSources::origin_of(Interpreter& interpreter, uint32_t sources) const {
  Origin all = 0;
  for (uint32_t i = 0; i < count_; ++i) {
    if ((sources >> (i + 1) & 1U) == 0) continue;
    all = all == 0 ? origins_[i] : interpreter.origins().join(all, origins_[i]);
  }
  return all;
}

}  // namespace vramlint::model

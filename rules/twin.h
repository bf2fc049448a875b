// Another config of the same recipe, from which one differs in its batch alone.
#pragma once

#include <cstdint>
#include <optional>

#include "rule.h"

namespace vramlint::rules {

struct Twin {
  const Source* source = nullptr;
  Span batch_place;
  int64_t batch = 0;
};

/// Of those with a batch of twice as much or more, within reason, the one with the largest. Texts that name a run or a
/// place to write to may differ too, and so may other keys of a batch.
std::optional<Twin> larger_twin(const Analysis& analysis, const Session& session);

}  // namespace vramlint::rules

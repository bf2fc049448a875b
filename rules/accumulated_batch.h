// A batch cut to what fits, with the effective batch kept by more gradient accumulation.
#pragma once

#include <optional>

#include "rules/accumulation_keys.h"

namespace vramlint::rules {

struct AccumulatedBatch {
  int64_t size = 0;
  AccumulationKey key;
  bool is_there = true;  ///< else the key is put into the config
  int64_t steps = 0;     ///< what the key is set to
  Fix fix;               ///< sets both
};

/// The batch at the largest divisor of what it is that is not above `most`, and the setting for gradient accumulation
/// that the program honours at as many times what it is: a followed program has to run as many more backwards before
/// its optimizer steps. One that the config does not have is put in where the program has it. Empty where there is
/// none, it is not a plain number, or the step does not fit with both.
std::optional<AccumulatedBatch> accumulated_batch(const Analysis& analysis, const Session& session, int64_t most);

}  // namespace vramlint::rules

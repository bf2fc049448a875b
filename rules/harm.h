// What a change of a config does to the training, beside its memory.
#pragma once

#include <string_view>

#include "rule.h"

namespace vramlint::rules {

/// Least first.
enum class Harm : uint8_t {
  none,       ///< every step computes the same
  passes,     ///< the same samples a step, in more passes
  batch,      ///< fewer samples a step
  precision,  ///< the same in other number formats
  step,       ///< the same weights and inputs, trained in another way
  data,       ///< other sizes of the input
  model,      ///< other weights, or layers whose results have other sizes
};
Words describe(Harm harm);

/// By what the two train: their weights, inputs, number formats and operators.
Harm harm_between(const Analysis& before, const Analysis& after);

/// The same results from the same weights, also in which of them get a gradient: a checkpoint whose input needs none
/// gives none. False where a part of either is not known.
bool trains_the_same(const Analysis& before, const Analysis& after);

/// Nothing that was known before is lost: every phase is there, no other one raises, and no more is unknown.
bool still_trains(const Analysis& before, const Analysis& after);

/// The step fits; where a part of the training is not known before or after, what is known of it.
bool fits_as_known(const Analysis& before, const Analysis& after);

}  // namespace vramlint::rules

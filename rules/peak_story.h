// What both rules about the peak tell: what stands in it, and which keys set it.
#pragma once

#include <string>
#include <vector>

#include "rules/levers.h"

namespace vramlint::rules {

/// "31.4 GiB", or "31.4 GiB (30.9 GiB to 32.0 GiB)" when it is not known exactly.
Words describe(const Interval& size);

/// "GeForce RTX 3090 has 23.7 GiB", with the share of it that may be used when that is not all.
Words describe_device(const Analysis& analysis);

/// "18.9 GiB are activations of `encoder.attn2` (softmax), 4.2 GiB …": the `count` biggest contributors; "" if none.
Words describe_top(const Analysis& analysis, size_t count = 3);

/// The sentence, and what stands in the peak behind it.
Words with_top(Words sentence, const Analysis& analysis, size_t count = 3);

/// The value that sets the batch, else the first that sets a size, else what the recipe says of a batch, else the
/// config's start.
Span place_of_peak(const Analysis& analysis);
/// Likewise of one phase, by its number in Built::phases; of one that peaks behind its training what sizes it alone.
Span place_of_phase(const Analysis& analysis, size_t phase);
/// The setting that lowers the peak most, else as without.
Span place_of_peak(const Analysis& analysis, const std::vector<Lever>& levers);

/// "`n_feats` (256 → 128 needs 13.1 GiB less), `batch_size` (…)": the `count` strongest; "" if none.
Words describe_levers(const std::vector<Lever>& levers, size_t count = 3);

/// As the outcome has them.
std::vector<KeyShare> shares_of(const std::vector<Lever>& levers);

/// What the other levers, or else keys that set batch and sizes, do; then the source lines of the biggest contributors.
std::vector<Related> related_places(const Analysis& analysis, const std::vector<Lever>& levers = {});

}  // namespace vramlint::rules

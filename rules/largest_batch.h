// The largest batch that fits, found by running the pipeline on patched configs.
#pragma once

#include <cstdint>
#include <optional>

#include "rule.h"

namespace vramlint::rules {

/// What trials leave free, so that what is found does train. Without it batches were 0.7 to 2.8 % too large for six of
/// seven programs on an H100 (torch 2.11), and 2.2 % too small for the seventh.
inline constexpr double kSpare = 0.02;

struct LargestBatch {
  int64_t size = 0;                 ///< 0: not even a batch of 1 fits
  int64_t calm = 0;                 ///< the largest for which the allocator need not give back its cache; 0: not even 1
  Fix fix;                          ///< sets it; only meaningful when size > 0
  std::vector<std::string> others;  ///< keys of other batches, as validation's, that are no larger then
  std::string instead;              ///< the key of one of those, where it is set alone and training's batch is not
  bool refused = false;             ///< the program does not take some of those that were tried
  std::optional<Interval> with_one;  ///< what the process needs with a batch of 1, where size is 0
};

/// Where one batch alone does not do, other phases' batches go down with it. Empty when there is nothing to turn: no
/// single key sets the batch, the key's text is not the plain number (an expression, an override on the command line),
/// or a patched config could not be estimated.
std::optional<LargestBatch> largest_batch(const Analysis& analysis, const Session& session);

/// Whether a batch of 1 does, by its key alone: then there is a largest one.
bool fits_with_one(const Analysis& analysis, const Session& session);

/// For a config that fits, but only by giving back the cache: the fix sets the largest `calm` batch, where it is not 0.
std::optional<LargestBatch> largest_calm_batch(const Analysis& analysis, const Session& session);

/// For a config that fits: how far its batch can be raised, at most a thousandfold, so that it fits however much of the
/// interval is needed. Empty as for `largest_batch`, and where no larger batch fits.
std::optional<LargestBatch> batch_headroom(const Analysis& analysis, const Session& session);

}  // namespace vramlint::rules

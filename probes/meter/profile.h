// The steady step of a run, part by part.
#pragma once

#include <cstdint>
#include <vector>

#include "probes/meter/course.h"

namespace vramlint::probes {

/// What one part of the graph did: bytes relative to what was held when it began.
struct Stretch {
  size_t event = 0;
  const graph::Node* node = nullptr;  ///< of a backward
  int64_t held = 0;                   ///< when it began
  int64_t rise = 0;                   ///< the most held within, less `held`
  int64_t growth = 0;                 ///< held when it ended, less `held`
};

/// One step in memory: the second iteration of a run.
struct Profile {
  int64_t peak = 0;
  int64_t reserved = 0;
  std::vector<Stretch> stretches;
  size_t peak_stretch = 0;  ///< the one that the peak lies in
};

Profile profile(const Course& course);

}  // namespace vramlint::probes

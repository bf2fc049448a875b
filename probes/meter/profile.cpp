#include "probes/meter/profile.h"

#include <algorithm>

namespace vramlint::probes {

namespace {

/// Places of the second iteration; neighbours of the same part are one.
std::vector<Reached> merged(const Course& course) {
  std::vector<Reached> result;
  for (const Reached& place : course.places) {
    if (place.at < course.steady) continue;
    const bool same = !result.empty() && result.back().event == place.event && result.back().node == place.node;
    if (!same) result.push_back(place);
  }
  return result;
}

int64_t peak_between(const Course& course, size_t begin, size_t end) {
  int64_t peak = course.moments[begin].held;
  for (size_t i = begin; i < end; ++i) peak = std::max(peak, course.moments[i].peak);
  return peak;
}

}  // namespace

Profile profile(const Course& course) {
  Profile result;
  const size_t last = course.moments.size() - 1;
  result.peak = course.moments[course.steady].held;
  for (size_t i = course.steady; i < course.moments.size(); ++i) {
    result.reserved = std::max(result.reserved, course.moments[i].reserved);
  }
  const std::vector<Reached> parts = merged(course);
  for (size_t i = 0; i < parts.size(); ++i) {
    const size_t begin = parts[i].at, end = i + 1 < parts.size() ? parts[i + 1].at : last;
    const int64_t held = course.moments[begin].held, peak = peak_between(course, begin, end);
    result.stretches.push_back({.event = parts[i].event,
                                .node = parts[i].node,
                                .held = held,
                                .rise = peak - held,
                                .growth = course.moments[end].held - held});
    if (peak > result.peak) result.peak_stretch = i;
    result.peak = std::max(result.peak, peak);
  }
  return result;
}

}  // namespace vramlint::probes

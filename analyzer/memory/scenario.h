// The scenarios of one step: sizes that are only bounded are taken at their low, likely or high end.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace vramlint::memory {

enum class Scenario : uint8_t { low, point, high };
Bytes pick(const Interval& interval, Scenario scenario);

/// The scenario that a step is played in, and whether its course hung on it. While it does not, the three scenarios
/// differ in sizes alone, and one play tells all of them: so whoever needs the scenario asks here.
class ScenarioPlayed {
 public:
  explicit ScenarioPlayed(Scenario scenario) : scenario_(scenario) {}

  Scenario ask() {
    asked_ = true;
    return scenario_;
  }
  Bytes pick(const Interval& interval) {
    asked_ = asked_ || interval != Interval::exactly(interval.point);
    return memory::pick(interval, scenario_);
  }
  bool asked() const { return asked_; }
  Scenario played() const { return scenario_; }  ///< for who writes sizes down as intervals

 private:
  const Scenario scenario_;
  bool asked_ = false;
};

}  // namespace vramlint::memory

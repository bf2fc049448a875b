// An interval as JSON: {"low", "point", "high"} in bytes.
#pragma once

#include <nlohmann/json.hpp>

#include "base/bytes.h"

namespace vramlint::report {

inline nlohmann::ordered_json interval_json(const Interval& size) {
  return {{"low", size.low.count}, {"point", size.point.count}, {"high", size.high.count}};
}

}  // namespace vramlint::report

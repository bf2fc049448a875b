// `corner + size` of two ints between bounds: how far it is from the corner is the size, wherever that lies.
#pragma once

#include <optional>

#include "interp/bounded.h"

namespace vramlint::interp {

/// Of two ints each of which only the data tells.
struct SummedNumber : BoundedNumber {
  SummedNumber(Unknown why, const Bounds& of, const Bounds& l, const Bounds& r)
      : BoundedNumber(std::move(why), of), left(l), right(r) {}
  const Bounds left, right;
};

/// The other number of `sum - number`; nothing where `sum` is none of that number.
std::optional<Bounds> rest_of_sum(const Value& sum, const Bounds& number);

}  // namespace vramlint::interp

// Arms of the program that another setting of the config keeps from running.
#pragma once

#include <vector>

#include "usage/notes.h"

namespace vramlint::usage {

/// An arm of `if mode == "DP"` where the config has another mode, or of its `else` where it has that one.
struct ClosedArm {
  Span place;      ///< from its first statement to its last
  Span condition;  ///< the comparison that decides
  size_t key = 0;  ///< whose text is compared
  std::string text;
  bool is_else = false;
};

/// Of every branch that was reached, always with the same answer; by their places.
std::vector<ClosedArm> closed_arms(const Notes& notes);

}  // namespace vramlint::usage

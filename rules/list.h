// All rules. The list itself is in CMakeLists.txt, one line a rule; list.cpp is generated from it.
#pragma once

#include <span>

#include "rule.h"

namespace vramlint::rules {

/// In the order of the list, each with its manual.
std::span<const Rule* const> all();

}  // namespace vramlint::rules

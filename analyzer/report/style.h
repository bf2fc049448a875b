// Colour on a terminal, or none.
#pragma once

#include <string>
#include <string_view>

#include "base/finding.h"
#include "base/outcome.h"

namespace vramlint::report {

enum class Ink : uint8_t {
  plain,
  bold,
  dim,
  red,
  yellow,
  green,
  blue,
  magenta,
  cyan,
  bold_red,
  bold_yellow,
  bold_cyan
};

/// The text in that ink; as it is where `colour` is false.
std::string painted(std::string_view text, Ink ink, bool colour);

Ink ink_of(Severity severity);

}  // namespace vramlint::report

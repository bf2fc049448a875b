// Characters as terminals and SARIF count them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/printable.h"

namespace vramlint::report {

/// Code units of the text in UTF-16.
size_t utf16_length(std::string_view text);

/// Terminal cells of a character: 0 for combining marks, 2 for East Asian wide ones, else 1.
int cells(char32_t character);
size_t cells(std::string_view text);

/// The text, spaces after it where it takes less than `width` cells.
std::string padded(std::string_view text, size_t width);

/// The text, spaces after it, so that it takes `width` cells; cut with "…" where it is longer.
std::string fitted(std::string_view text, size_t width);

}  // namespace vramlint::report

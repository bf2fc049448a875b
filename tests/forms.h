// Forms as they stand in C++ source: literals that end in `_words`.
#pragma once

#include <string>
#include <vector>

namespace vramlint::tests {

/// In their order, adjacent literals joined; those in comments are none.
std::vector<std::string> forms_in(const std::string& source);

}  // namespace vramlint::tests

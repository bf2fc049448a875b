// Names in a text, as whole words.
#pragma once

#include <string_view>

namespace vramlint::syntax {

/// Where `word` stands next, from `from` on, with no letter, digit or underscore beside it; npos if nowhere.
size_t find_word(std::string_view text, std::string_view word, size_t from = 0);

}  // namespace vramlint::syntax

// Valid Python that the grammar does not take: it is given a text of the same length in which those places look
// different, and the tree is put right from the original text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vramlint::syntax {

struct AdaptedText {
  std::string text;                    ///< empty when nothing had to change
  std::vector<uint32_t> hidden_stars;  ///< offsets of stars that became blanks, ascending
};

/// `type(x).y = z` reads as a `type` statement; there `type` becomes an ordinary name.
AdaptedText adapt_text(std::string_view text);

/// `a = b, *[c]`: outside of brackets a star is taken before a name only. Hides the stars before brackets, strings and
/// numbers; false if there are none. For texts that did not parse.
bool hide_stars(std::string_view text, AdaptedText& adapted);

}  // namespace vramlint::syntax

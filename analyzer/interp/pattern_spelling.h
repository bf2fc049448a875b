// How PCRE2 spells a regular expression of Python's.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vramlint::interp {

struct Spelling {
  std::string text;
  bool looks_back_at_groups = false;  ///< \1, (?P=name): comparisons as long as the text
  bool has_unicode = false;           ///< characters by their number
  bool is_ascii = false;              ///< (?a)
};

/// `verbose`: re.VERBOSE, with comments. None for what re refuses or PCRE2 reads in another way and has no word for
/// (sre_parse.py, Python 3.11; pcre2pattern(3), PCRE2 10.42).
std::optional<Spelling> pcre2_spelling(std::string_view pattern, bool verbose);

}  // namespace vramlint::interp

// Where the tokens of a JSON text end, and what they mean.
#pragma once

#include <string>
#include <string_view>

namespace vramlint::syntax {

/// Past blanks, line ends and comments.
size_t end_of_json_blank(std::string_view text, size_t at);

/// Past the number that begins at `at`; `at` where none does.
size_t end_of_json_number(std::string_view text, size_t at);

/// Of a number with a point or an exponent, as Python's float(): beyond all doubles it is infinite.
double json_float(const std::string& number);

struct JsonString {
  std::string value;  ///< in UTF-8; half a surrogate pair, which is no character, is U+FFFD
  size_t end = 0;     ///< behind the closing quote, or where the text is no string's any more
  bool is_whole = false;
};

/// `begin`: of the opening quote.
JsonString json_string(std::string_view text, size_t begin);

}  // namespace vramlint::syntax

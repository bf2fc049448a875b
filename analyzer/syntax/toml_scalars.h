// Where the values of a TOML text that hold no others end, and what they mean.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "syntax/yaml.h"

namespace vramlint::syntax {

struct TomlString {
  std::string value;
  size_t end = 0;  ///< behind the closing quotes
};

/// Of the quotes at `begin`, in one line or, between three of them, in several; none where they are not closed or an
/// escape is none.
std::optional<TomlString> toml_string(std::string_view text, size_t begin);

/// Past the word of a number, a truth or a date that begins at `at`.
size_t end_of_toml_word(std::string_view text, size_t at);

/// What the word means; none where it is no value.
std::optional<decltype(YamlNode::value)> toml_word(std::string_view word);

}  // namespace vramlint::syntax

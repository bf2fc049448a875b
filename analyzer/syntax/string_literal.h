// The meaning of what stands between the quotes of a Python string literal.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vramlint::syntax {

struct StringPrefix {
  bool raw = false, bytes = false, format = false;
  size_t length = 0;  ///< letters before the quotes
  size_t quotes = 1;  ///< 1 or 3
};

/// Of a whole literal, or of its start up to the quotes.
StringPrefix string_prefix(std::string_view literal);

struct DecodeError {
  size_t offset;  ///< in the given text
  std::string message;
  bool is_unsupported = false;  ///< valid Python that is not understood here
};

/// Appends the value of `text` to `value`: line ends become `\n`, escapes are decoded unless raw, `{{` and `}}` of a
/// format string become single braces.
std::optional<DecodeError> decode_string(std::string_view text, const StringPrefix& prefix, std::string& value);

/// As UTF-8; a lone surrogate as its three bytes.
void append_utf8(std::string& text, uint32_t code);

}  // namespace vramlint::syntax

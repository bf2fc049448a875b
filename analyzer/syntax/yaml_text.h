// Where the tokens of a YAML text end: yaml-cpp says only where they begin.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vramlint::syntax {

/// As yaml-cpp takes it, byte for byte as long: halves of surrogate pairs (`"\ud83d\ude00"`, as json.dump writes an
/// emoji), which it refuses and PyYAML takes one by one for what is no character, are U+FFFD.
std::string without_surrogates(std::string text);

class YamlText {
 public:
  explicit YamlText(std::string_view text) : text_(text) {}

  std::string_view text() const { return text_; }
  char at(size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }

  /// Past `!tag` and `&anchor` at `offset`, and the blanks after them; `tag` is set to the tag as written.
  size_t skip_properties(size_t offset, std::string* tag = nullptr) const;
  /// End of `!tag`s and `&anchor`s at `offset`, without blanks after them.
  size_t end_of_properties(size_t offset) const;
  /// Past blanks, line ends and comments.
  size_t skip_blank(size_t offset) const;
  /// The first tab in [begin, end) that stands outside of comments, npos if there is none.
  size_t find_tab(size_t begin, size_t end) const;
  /// End of the scalar whose token (not its properties) begins at `begin` and means `value`; npos when it is quoted and
  /// not closed.
  size_t end_of_scalar(size_t begin, std::string_view value) const;
  size_t end_of_name(size_t offset) const;  ///< of an alias or anchor

 private:
  size_t end_of_single_quoted(size_t begin) const;
  size_t end_of_double_quoted(size_t begin) const;
  size_t end_of_block(size_t begin, std::string_view value) const;
  size_t end_of_plain(size_t begin, std::string_view value) const;
  size_t line_end(size_t offset) const;

  std::string_view text_;
};

}  // namespace vramlint::syntax

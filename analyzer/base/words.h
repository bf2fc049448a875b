// What the program says: a form in English with numbered places, and what stands in them. It is told in another
// language at the edge, when all that is compared, sorted and counted has been.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace vramlint {

class Catalogue;

template <typename T>
concept Number = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char>;

/// A text without a language (a number, a size, code), or a form with its arguments, which are such themselves:
/// "{0} of the peak"_words(size). Of `text()` nothing is ever taken apart again: what is optional is a form of its own.
class Words {
 public:
  Words() = default;
  Words(std::string plain) : text_(std::move(plain)) {}         // NOLINT(google-explicit-constructor)
  Words(std::string_view plain) : text_(plain) {}               // NOLINT(google-explicit-constructor)
  Words(const char* plain) : text_(plain) {}                    // NOLINT(google-explicit-constructor)
  Words(Number auto number) : text_(std::to_string(number)) {}  // NOLINT(google-explicit-constructor)
  Words(Bytes size) : text_(to_string(size)) {}                 // NOLINT(google-explicit-constructor)
  /// The form's text has to outlive everything: a literal.
  Words(std::string_view form, std::vector<Words> arguments);

  /// In English.
  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  bool operator==(const Words& other) const { return text_ == other.text_; }

  /// In the catalogue's language; null: in English. What the catalogue lacks stays in English.
  std::string in(const Catalogue* catalogue) const;
  /// Cut to what a message may have, in any language.
  void abridge();

 private:
  void turn(const Catalogue& catalogue);
  void fill(std::string_view form);

  std::string_view form_;
  std::string text_;
  std::vector<Words> arguments_;
  bool is_cut_ = false;
};

/// Of a literal, by `_words`.
class Form {
 public:
  constexpr explicit Form(std::string_view text) : text_(text) {}
  operator Words() const { return {text_, {}}; }  // NOLINT(google-explicit-constructor)
  template <std::convertible_to<Words>... Arguments>
  Words operator()(Arguments&&... arguments) const {
    return {text_, std::vector<Words>{Words(std::forward<Arguments>(arguments))...}};
  }

 private:
  std::string_view text_;
};

constexpr Form operator""_words(const char* text, size_t size) { return Form(std::string_view(text, size)); }

/// "a, b, c"
Words listed(const std::vector<Words>& items);
/// One after another; what is empty is left out.
Words sentences(const std::vector<Words>& parts);

}  // namespace vramlint

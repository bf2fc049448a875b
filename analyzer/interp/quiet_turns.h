// The turns of a loop over texts in which nothing is done but to ask how the text begins, ends or what it holds.
// Programs go through all lines of many files that way; such a turn is passed over at the cost of reading the text.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "interp/interpreter.h"

namespace vramlint::interp {

/// `text.startswith("a")`, `text.endswith(("a", "b"))`, `"a" in text`, and what `not`, `and` and `or` make of those.
struct TextTest {
  enum class Kind : uint8_t { begins, ends, holds, negated, all, any } kind;
  std::vector<std::string_view> texts{};  ///< of the tree: any of them
  std::vector<TextTest> parts{};

  bool holds_for(std::string_view text) const;
};

class QuietTurns {
 public:
  /// Of `for text in …:` or `for number, text in enumerate(…):` with a body that is one `if` without an `else`, or that
  /// begins with `if …: continue`.
  explicit QuietTurns(const syntax::For& loop);

  /// To be called before every turn. Passes over quiet ones, but not before one of them has run as it stands, so that
  /// whoever follows the program has seen it, and not over the last one, whose text the variable keeps.
  void pass_over(Interpreter& interpreter, const Value& iterator, const Span& span);

 private:
  bool is_quiet(const Value& text) const;

  std::optional<TextTest> test_;
  bool when_ = false;  ///< what the test says of a quiet turn
  bool is_numbered_ = false;
  bool has_run_ = false;
};

}  // namespace vramlint::interp

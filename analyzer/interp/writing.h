// A text in the making: where all that is written into it is from, and whether something in it is not known. Such a
// text is an Unknown of which it is known that it is a text: what its methods yield still tells where it is from.
#pragma once

#include "interp/interpreter.h"

namespace vramlint::interp {

/// An Unknown that is a str, for the reason of `why`.
Value unknown_text(const Value& why, Origin origin);
bool is_unknown_text(const Value& value);
bool is_text(const Value& value);  ///< a str, known or not
/// The same reason, where nothing is known of the kind of the result.
Value without_kind(const Value& unknown);

/// The texts one after the other; an Unknown if one is.
Value joined_texts(Interpreter& interpreter, const std::vector<Value>& texts, std::string_view separator, Span span);

/// Notes what repr(), str() and format() are given for as long as it lives; the innermost one does.
class Writing {
 public:
  explicit Writing(Interpreter& interpreter);
  ~Writing();
  Writing(const Writing&) = delete;
  Writing& operator=(const Writing&) = delete;

  void note(const Value& part);
  /// `written`, or an Unknown if a part is one.
  Value text(std::string written) const;

 private:
  Interpreter& interpreter_;
  Writing* const outer_;
  Origin origin_ = 0;
  Value unknown_;
};

/// Where a text is being made: one of its parts.
inline void note_written(Writing* writing, const Value& part) {
  if (writing && (part.origin() != 0 || part.is_unknown())) writing->note(part);
}

}  // namespace vramlint::interp

// A text of which it is not known what it says, but how many characters it has: a window of a file that is not at hand,
// a number between bounds that is written with leading zeros.
#pragma once

#include <optional>

#include "interp/interpreter.h"
#include "interp/objects.h"

namespace vramlint::interp {

struct CountedText : UnknownValue {
  CountedText(Unknown why, int64_t characters) : UnknownValue(std::move(why), Sort::text), count(characters) {}
  const int64_t count;
};

/// nullptr if it is none.
const CountedText* counted_text(const Value& value);
Value text_of_length(const Unknown& why, int64_t characters);

/// What the texts are together where each is known or of a known length; none where one is not.
std::optional<Value> joined_counted(const std::vector<Value>& texts, std::string_view separator);

/// `text[a:b]`; nothing where its length is not known either. Of a whole file there are as many characters as are taken
/// from a place that is not known, which is assumed.
std::optional<Value> cut_text(Interpreter& interpreter, const Value& text, const SliceObject& slice, const Span& span);

/// An unknown text's characters: a list of texts, of a length that is known or not.
Value characters_of(Interpreter& interpreter, const Value& text, const Span& span);

/// How a number between bounds is written to that width with leading zeros: nothing where it may be longer.
std::optional<Value> padded_number(Interpreter& interpreter, const Value& number, int64_t width);

}  // namespace vramlint::interp

#include "interp/counted_text.h"

#include <cmath>

#include "interp/bounded.h"
#include "interp/known_parts.h"
#include "interp/open_sizes.h"
#include "interp/slices.h"
#include "interp/text.h"
#include "interp/unknown_lists.h"
#include "interp/writing.h"

namespace vramlint::interp {

const CountedText* counted_text(const Value& value) {
  return value.is_unknown() ? dynamic_cast<const CountedText*>(value.object()) : nullptr;
}

Value text_of_length(const Unknown& why, int64_t characters) { return Value(new CountedText(why, characters)); }

std::optional<Value> joined_counted(const std::vector<Value>& texts, std::string_view separator) {
  const Unknown* why = nullptr;
  int64_t count = texts.empty() ? 0 : static_cast<int64_t>(texts.size() - 1) * code_point_count(separator);
  for (const Value& text : texts) {
    const CountedText* counted = counted_text(text);
    if (!counted && !text.is_string()) return {};
    if (counted) why = &counted->info;
    count += counted ? counted->count : code_point_count(text.as_string());
  }
  return why ? std::optional(text_of_length(*why, count)) : std::nullopt;
}

std::optional<Value> cut_text(Interpreter& interpreter, const Value& text, const SliceObject& slice, const Span& span) {
  const UnknownValue& unknown = *text.as<UnknownValue>();
  if (const CountedText* counted = counted_text(text)) {
    if (is_unknown_slice(slice)) return {};
    return text_of_length(unknown.info, length_of_slice(interpreter, slice, counted->count, span));
  }
  if (!is_whole_text(text) || slice.upper.is_none() || !slice.step.is_none()) return {};
  const Value from = slice.lower.is_none() ? Value::integer(0) : slice.lower;
  const auto is_from_end = [](const Value& place) { return place.is_int() && place.as_int() < 0; };
  if (is_from_end(from) || is_from_end(slice.upper)) return {};
  const std::optional<double> taken = apart(interpreter, from, slice.upper);
  if (!taken || *taken <= 0) return {};
  const auto count = static_cast<int64_t>(*taken);
  interpreter.assumptions().push_back(
      {"there are as many characters as are taken here: " + std::to_string(count), span});
  return text_of_length(unknown.info, count);
}

Value characters_of(Interpreter& interpreter, const Value& text, const Span& span) {
  const Unknown& why = text.as<UnknownValue>()->info;
  const Value each(new UnknownValue(why, UnknownValue::Sort::text));
  const CountedText* counted = counted_text(text);
  const Value count = counted ? Value::integer(counted->count)
                              : open_size(interpreter, 1, "how many characters a text has is not known: " + why.reason);
  return list_of(interpreter, why, each, count, span);
}

std::optional<Value> padded_number(Interpreter& interpreter, const Value& number, int64_t width) {
  const std::optional<Bounds> bounds = bounds_of(interpreter, number);
  if (!number.is_unknown() || !bounds || !bounds->whole || width < 1 || width > 18) return {};
  if (bounds->low < 0 || bounds->high >= std::pow(10.0, static_cast<double>(width))) return {};
  return text_of_length(number.as<UnknownValue>()->info, width);
}

}  // namespace vramlint::interp

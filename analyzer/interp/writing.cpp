#include "interp/writing.h"

#include "interp/bounded.h"
#include "interp/counted_text.h"
#include "interp/impl.h"
#include "interp/known_parts.h"
#include "interp/objects.h"

namespace vramlint::interp {

Value unknown_text(const Value& why, Origin origin) {
  if (is_unknown_text(why) && !ending_text(why) && !counted_text(why)) return Value(why).with_origin(origin);
  return Value(new UnknownValue(why.as<UnknownValue>()->info, UnknownValue::Sort::text)).with_origin(origin);
}

bool is_unknown_text(const Value& value) {
  const auto* unknown = value.as<UnknownValue>();
  return unknown && unknown->sort == UnknownValue::Sort::text;
}

bool is_text(const Value& value) { return value.is_string() || is_unknown_text(value); }

Value without_kind(const Value& unknown) {
  const bool is_bounded = bounded_number(unknown);
  if (!is_unknown_text(unknown) && !unknown_list(unknown) && !is_bounded) return unknown;
  const auto sort = is_bounded ? UnknownValue::Sort::number : UnknownValue::Sort::any;
  return Value(new UnknownValue(unknown.as<UnknownValue>()->info, sort)).with_origin(unknown.origin());
}

Value joined_texts(Interpreter& interpreter, const std::vector<Value>& texts, std::string_view separator, Span span) {
  std::string all, begin;
  Origin origin = 0;
  const Value* unknown = nullptr;
  for (size_t i = 0; i < texts.size(); ++i) {
    origin = interpreter.impl().join(origin, texts[i].origin());
    if (texts[i].is_unknown()) {
      if (!unknown) begin = all + std::string(i > 0 ? separator : "") + begin_of(texts[i]);
      unknown = &texts[i], all.clear();
    }
    const std::string text = end_of(texts[i]);
    if (i > 0 && !texts[i].is_unknown()) all += separator;
    interpreter.budget().allocate(static_cast<int64_t>(separator.size() + text.size()), span);
    interpreter.budget().touch(8, span);
    all += text;
  }
  if (const std::optional<Value> counted = unknown ? joined_counted(texts, separator) : std::nullopt)
    return Value(*counted).with_origin(origin);
  if (unknown)
    return text_that_ends(unknown->as<UnknownValue>()->info, std::move(all), std::move(begin)).with_origin(origin);
  return Value::string(std::move(all)).with_origin(origin);
}

Writing::Writing(Interpreter& interpreter)
    : interpreter_(interpreter), outer_(std::exchange(interpreter.impl().writing, this)) {}

Writing::~Writing() { interpreter_.impl().writing = outer_; }

void Writing::note(const Value& part) {
  origin_ = interpreter_.impl().join(origin_, part.origin());
  if (part.is_unknown() && unknown_.is_none()) unknown_ = part;
}

Value Writing::text(std::string written) const {
  if (unknown_.is_unknown()) return unknown_text(unknown_, origin_);
  return Value::string(std::move(written)).with_origin(origin_);
}

}  // namespace vramlint::interp

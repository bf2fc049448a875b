#include "interp/known_parts.h"

#include <algorithm>
#include <cctype>

#include "interp/bounded.h"
#include "interp/writing.h"

namespace vramlint::interp {

const EndingText* ending_text(const Value& value) {
  const auto* text = value.is_unknown() ? dynamic_cast<const EndingText*>(value.object()) : nullptr;
  return text && !text->end.empty() ? text : nullptr;
}

const UnknownList* unknown_list(const Value& value) {
  return value.is_unknown() ? dynamic_cast<const UnknownList*>(value.object()) : nullptr;
}

const UnknownDict* unknown_dict(const Value& value) {
  return value.is_unknown() ? dynamic_cast<const UnknownDict*>(value.object()) : nullptr;
}

Value text_that_ends(const Unknown& why, std::string end, std::string begin) {
  if (end.empty() && begin.empty()) return Value(new UnknownValue(why, UnknownValue::Sort::text));
  return Value(new EndingText(why, std::move(begin), std::move(end)));
}

std::string begin_of(const Value& text) {
  if (text.is_string()) return std::string(text.as_string());
  const auto* known = text.is_unknown() ? dynamic_cast<const EndingText*>(text.object()) : nullptr;
  return known ? known->begin : std::string();
}

Value joined_in_part(const std::vector<Value>& texts, std::string_view separator) {
  std::string begin;
  for (const Value& text : texts) {
    begin += begin_of(text);
    if (text.is_unknown()) return text_that_ends(text.as<UnknownValue>()->info, end_of(texts.back()), std::move(begin));
    begin += separator;
  }
  return Value::string(std::move(begin));
}

std::string end_of(const Value& text) {
  if (text.is_string()) return std::string(text.as_string());
  return ending_text(text) ? ending_text(text)->end : std::string();
}

Value some_items(const Unknown& why) { return Value(new UnknownValue(why, UnknownValue::Sort::items)); }

Value list_of_such(const Unknown& why, const Value& each) {
  const bool says_nothing = each.is_unknown() && !is_unknown_text(each) && !unknown_list(each) && !is_numeric(each);
  return says_nothing ? some_items(why) : Value(new UnknownList(why, each, each));
}

Value zipped(const std::vector<Value>& lists) {
  const auto first = std::find_if(lists.begin(), lists.end(), unknown_list);
  if (first == lists.end()) return {};
  std::vector<Value> parts;
  for (const Value& list : lists) {
    const UnknownList* known = unknown_list(list);
    parts.push_back(known && !known->each.is_none() ? known->each
                                                    : Value(new UnknownValue(unknown_list(*first)->info)));
  }
  return Value(new UnknownList(unknown_list(*first)->info, Value::tuple(parts), Value::tuple(parts)));
}

namespace {

/// `name[-4:]`
Value tail(const EndingText& text, const SliceObject& slice) {
  const bool to_end = slice.lower.is_int() && slice.lower.as_int() < 0 && slice.upper.is_none() && slice.step.is_none();
  const size_t size = to_end ? static_cast<size_t>(-(slice.lower.as_int() + 1)) + 1 : 0;
  const bool is_ascii = std::all_of(text.end.begin(), text.end.end(), [](char c) { return (c & 0x80) == 0; });
  if (size == 0 || size > text.end.size() || !is_ascii) return {};
  return Value::string(text.end.substr(text.end.size() - size));
}

Value ends_with(const EndingText& text, const std::vector<Value>& arguments) {
  if (arguments.size() != 1) return {};
  const auto* several = arguments[0].as<Tuple>();
  const std::vector<Value>& wanted = several ? several->items : arguments;
  bool is_open = false;
  for (const Value& one : wanted) {
    if (!one.is_string()) return {};
    const std::string_view end = one.as_string();
    if (text.end.ends_with(end)) return Value::boolean(true);
    is_open = is_open || end.ends_with(text.end);
  }
  return is_open ? Value() : Value::boolean(false);
}

/// `name.split(".")`: what stands behind the last separator.
Value pieces(const EndingText& text, const std::vector<Value>& arguments) {
  if (arguments.empty() || !arguments[0].is_string() || arguments[0].as_string().empty()) return {};
  const std::string_view separator = arguments[0].as_string();
  const size_t at = text.end.rfind(separator);
  if (at == std::string::npos) return {};
  return Value(new UnknownList(text.info, Value(new UnknownValue(text.info, UnknownValue::Sort::text)),
                               Value::string(text.end.substr(at + separator.size()))));
}

/// `name.replace(".png", ".pfm")`, where no `.png` can begin before the end that is known and reach into it.
Value replaced(const EndingText& text, const std::vector<Value>& arguments) {
  if (arguments.size() != 2 || !arguments[0].is_string() || !arguments[1].is_string()) return {};
  const std::string_view old = arguments[0].as_string(), now = arguments[1].as_string();
  for (size_t i = 1; i < old.size(); ++i) {
    const std::string_view tail = old.substr(i);
    if (text.end.starts_with(tail) || tail.starts_with(text.end)) return {};
  }
  std::string end;
  size_t begin = 0;
  for (size_t at = old.empty() ? std::string::npos : text.end.find(old); at != std::string::npos;
       at = text.end.find(old, begin)) {
    end.append(text.end, begin, at - begin).append(now);
    begin = at + old.size();
  }
  return old.empty() ? Value() : text_that_ends(text.info, end + text.end.substr(begin));
}

Value mapped(const EndingText& text, int (*letter)(int)) {
  std::string end = text.end;
  for (char& c : end)
    if ((c & 0x80) == 0) c = static_cast<char>(letter(c));
  return text_that_ends(text.info, std::move(end));
}

}  // namespace

Value known_part(const Value& unknown, const Value& index) {
  if (const EndingText* text = ending_text(unknown))
    return index.as<SliceObject>() ? tail(*text, *index.as<SliceObject>()) : Value();
  const UnknownList* list = unknown_list(unknown);
  if (!list) return {};
  if (const UnknownDict* dict = unknown_dict(unknown)) return dict->value;
  if (index.as<SliceObject>()) return list_of_such(list->info, list->each);
  return index.is_int() && index.as_int() == -1 ? list->last : list->each;
}

bool is_whole_text(const Value& value) {
  return value.is_unknown() && dynamic_cast<const WholeText*>(value.object()) != nullptr;
}

namespace {

Value entries_of(const UnknownDict& dict, std::string_view method) {
  const auto list = [&](Value each) { return Value(new UnknownList(dict.info, each, each)); };
  if (method == "items") return list(Value::tuple({dict.each, dict.value}));
  if (method == "values") return list(dict.value);
  if (method == "keys") return list(dict.each);
  return method == "get" && is_numeric(dict.value) ? dict.value : Value();
}

}  // namespace

Value read_from(const Value& file, std::string_view method) {
  if (const UnknownDict* dict = unknown_dict(file)) return entries_of(*dict, method);
  const auto* lines = file.is_unknown() ? dynamic_cast<const UnknownTextFile*>(file.object()) : nullptr;
  if (!lines) return {};
  if (method == "read") return Value(new WholeText(lines->info));
  if (method == "readline") return lines->each;
  return method == "readlines" ? Value(new UnknownList(lines->info, lines->each, lines->each)) : Value();
}

Value said_of_text(const Value& text, std::string_view method, const std::vector<Value>& arguments) {
  const EndingText* known = ending_text(text);
  if (method == "split" || method == "rsplit" || method == "splitlines") {
    const Value parts = known && method != "splitlines" ? pieces(*known, arguments) : Value();
    if (!parts.is_none()) return parts;
    const Unknown& why = text.as<UnknownValue>()->info;
    return list_of_such(why, Value(new UnknownValue(why, UnknownValue::Sort::text)));
  }
  constexpr std::string_view kAsLong[] = {"strip", "lstrip", "rstrip", "lower", "upper", "replace"};
  const bool is_as_long = std::find(std::begin(kAsLong), std::end(kAsLong), method) != std::end(kAsLong);
  if (is_as_long && is_whole_text(text)) return text;
  if (!known) return {};
  if (method == "endswith") return ends_with(*known, arguments);
  if (method == "replace") return replaced(*known, arguments);
  if (method == "__str__") return text;
  if (method == "lower") return mapped(*known, std::tolower);
  if (method == "upper") return mapped(*known, std::toupper);
  return {};
}

}  // namespace vramlint::interp

#include <algorithm>
#include <set>

#include "model/builder.h"
#include "usage/judge.h"

namespace vramlint::usage {

namespace {

/// The innermost place that is the program's.
Span place_of(const interp::Error& error) {
  if (error.span && !model::is_prelude(error.span.source)) return error.span;
  for (const Span& call : error.calls) {
    if (call && !model::is_prelude(call.source)) return call;
  }
  return {};
}

/// Whether the message has the value in it, where that is a text.
bool quotes(const interp::Error& error, const config::Node& value) {
  const auto* text = std::get_if<std::string>(&value.value);
  return text && !text->empty() && error.message.find(*text) != std::string::npos;
}

/// Whether the message has the number as a word of its own: "cuda:2", but not "12".
bool says_number(const std::string& message, int64_t number) {
  const std::string digits = std::to_string(number);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (size_t at = message.find(digits); at != std::string::npos; at = message.find(digits, at + 1)) {
    const size_t end = at + digits.size();
    const bool whole = (at == 0 || !is_digit(message[at - 1])) && (end == message.size() || !is_digit(message[end]));
    if (whole) return true;
  }
  return false;
}

/// Whether the message speaks of the value, or of an item of it.
bool speaks_of(const interp::Error& error, const config::Node& value) {
  if (const auto* number = std::get_if<int64_t>(&value.value)) return says_number(error.message, *number);
  const config::Sequence* list = value.sequence();
  return quotes(error, value) || (list && std::any_of(list->items.begin(), list->items.end(), [&](const auto& item) {
                                    return !item.sequence() && speaks_of(error, item);
                                  }));
}

/// `Runner(**cfg["runner"])`: the section has a key that is no parameter there.
bool is_unexpected(const interp::Error& error, const Key& key) {
  return error.message.ends_with(" keyword argument '" + key.name + "'");
}

bool speaks_of(const interp::Error& error, const Key& key) {
  return is_unexpected(error, key) || speaks_of(error, *key.value);
}

Stop stop_of(const Failure& failure, const Keys& keys) {
  Stop stop{.key = {}, .span = {}, .error = failure.error.type + ": " + failure.error.message, .related = {}};
  std::vector<size_t> order;
  for (size_t index : failure.keys) {
    if (std::find(order.begin(), order.end(), index) == order.end()) order.push_back(index);
  }
  std::stable_partition(order.begin(), order.end(),
                        [&](size_t index) { return speaks_of(failure.error, keys.all()[index]); });
  for (size_t index : order) {
    const Key& key = keys.all()[index];
    if (!stop.span) {
      stop.key = key.path;
      stop.span = key.value->span ? key.value->span : key.span;
    } else {
      stop.related.push_back({key.value->span, "`{0}` contributes to the error"_words(key.path)});
    }
  }
  if (const Span place = place_of(failure.error))
    stop.related.insert(stop.related.begin(), {place, "raised here"_words});
  return stop;
}

/// Whether code that was not followed may have called what the error asks for.
bool is_mended(const interp::Error& error, const Doubt& doubt) {
  constexpr const char* kStarter = "init_process_group";
  return error.message.find(kStarter) != std::string::npos && doubt.names(kStarter);
}

/// Whether it is raised by a part of the numerical libraries that is only modelled.
bool is_of_arrays(const interp::Error& error) {
  if (!error.span || !model::is_prelude(error.span.source)) return false;
  const std::string& path = error.span.source->path();
  return path.find("/numpy/") != std::string::npos || path.find("/scipy/") != std::string::npos ||
         path.find("/sympy/") != std::string::npos;
}

/// What a value of the config is called in Python's own messages.
struct TypeName {
  const char* operator()(std::monostate) const { return "NoneType"; }
  const char* operator()(bool) const { return "'bool'"; }
  const char* operator()(int64_t) const { return "'int'"; }
  const char* operator()(double) const { return "'float'"; }
  const char* operator()(const std::string&) const { return "'str'"; }
  const char* operator()(const config::Sequence&) const { return "'list'"; }
  const char* operator()(const config::Mapping&) const { return "'dict'"; }
  const char* operator()(const config::Opaque&) const { return "''"; }
};

/// Errors that code raises on purpose are taken as they are; those of an operation only where the config's own value is
/// what does not suit it, for anything else may come of what was not followed before.
bool is_of_the_config(const interp::Error& error, const Key& key) {
  const config::Node& value = *key.value;
  if (error.type == "KeyError") return value.mapping() || quotes(error, value);
  if ((error.type != "TypeError" && error.type != "AttributeError") || is_unexpected(error, key)) return true;
  return error.message.find(std::visit(TypeName(), value.value)) != std::string::npos;
}

}  // namespace

void judge_failures(const Keys& keys, const Doubt& doubt, const Notes& notes, Usage& usage) {
  std::set<size_t> told;
  for (const Failure& failure : notes.failures) {
    const auto is_told = [&](size_t key) { return told.contains(key); };
    const auto suits = [&](size_t key) { return is_of_the_config(failure.error, keys.all()[key]); };
    if (is_mended(failure.error, doubt) || is_of_arrays(failure.error) ||
        std::all_of(failure.keys.begin(), failure.keys.end(), is_told) ||
        std::none_of(failure.keys.begin(), failure.keys.end(), suits))
      continue;
    told.insert(failure.keys.begin(), failure.keys.end());
    usage.stops.push_back(stop_of(failure, keys));
  }
}

}  // namespace vramlint::usage

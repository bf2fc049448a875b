// Methods of str that look for text in text.
#include <algorithm>

#include "interp/builtins_parts.h"
#include "interp/text.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

std::string_view text_of(Interpreter& interpreter, const Value& value, Span span) {
  if (!value.is_string()) interpreter.raise("TypeError", "must be str, not " + type_name(interpreter, value), span);
  return value.as_string();
}

// `text[start:end]` of find, count, startswith; offset is where it begins in code points, empty if start lies beyond.
struct Window {
  std::string_view text;
  int64_t offset = 0;
  bool valid = true;
};

Window window_of(Interpreter& interpreter, const String& self, const Arguments& arguments, size_t first) {
  int64_t length = length_of(interpreter, self, arguments.span);
  auto bound = [&](size_t place, int64_t otherwise) {
    if (arguments.positional.size() <= place || arguments.positional[place].is_none()) return otherwise;
    int64_t at = index_of(interpreter, arguments.positional[place], arguments.span);
    return at < 0 ? std::max<int64_t>(at + length, 0) : at;
  };
  int64_t start = bound(first, 0), end = std::min(bound(first + 1, length), length);
  if (start > length || start > end) return {{}, start, false};
  if (self.is_ascii)
    return {std::string_view(self.text).substr(static_cast<size_t>(start), static_cast<size_t>(end - start)), start,
            true};
  return {code_point_slice(self.text, start, end), start, true};
}

int64_t position(Interpreter& interpreter, const String& self, const Arguments& arguments, bool last) {
  std::string_view wanted = text_of(interpreter, arguments.positional[0], arguments.span);
  Window window = window_of(interpreter, self, arguments, 1);
  if (!window.valid) return -1;
  interpreter.budget().touch_text((last ? 4 : 2) * window.text.size(), arguments.span);
  size_t at = last ? find_last_text(window.text, wanted) : find_text(window.text, wanted);
  return at == std::string_view::npos ? -1 : window.offset + code_point_count(window.text.substr(0, at));
}

template <bool kLast>
Value find(Interpreter& interpreter, const String& self, Arguments& arguments) {
  return Value::integer(position(interpreter, self, arguments, kLast));
}

template <bool kLast>
Value index(Interpreter& interpreter, const String& self, Arguments& arguments) {
  int64_t at = position(interpreter, self, arguments, kLast);
  if (at < 0) interpreter.raise("ValueError", "substring not found", arguments.span);
  return Value::integer(at);
}

Value count(Interpreter& interpreter, const String& self, Arguments& arguments) {
  std::string_view wanted = text_of(interpreter, arguments.positional[0], arguments.span);
  Window window = window_of(interpreter, self, arguments, 1);
  if (!window.valid) return Value::integer(0);
  if (wanted.empty()) return Value::integer(code_point_count(window.text) + 1);
  int64_t found = 0;
  for (size_t at = find_text(window.text, wanted); at != std::string_view::npos;
       at = find_text(window.text, wanted, at + wanted.size())) {
    interpreter.budget().touch(4, arguments.span);
    ++found;
  }
  return Value::integer(found);
}

template <bool kEnd>
Value borders(Interpreter& interpreter, const String& self, Arguments& arguments) {
  Window window = window_of(interpreter, self, arguments, 1);
  auto matches = [&](const Value& value) {
    std::string_view wanted = text_of(interpreter, value, arguments.span);
    interpreter.budget().touch_text(std::min(wanted.size(), window.text.size()), arguments.span);
    return window.valid && (kEnd ? window.text.ends_with(wanted) : window.text.starts_with(wanted));
  };
  const Value& wanted = arguments.positional[0];
  if (auto* tuple = wanted.as<Tuple>())
    return Value::boolean(std::any_of(tuple->items.begin(), tuple->items.end(), matches));
  if (!wanted.is_string()) {
    interpreter.raise("TypeError",
                      std::string(kEnd ? "endswith" : "startswith") + " first arg must be str or a tuple of str, not " +
                          type_name(interpreter, wanted),
                      arguments.span);
  }
  return Value::boolean(matches(wanted));
}

Value replace(Interpreter& interpreter, const String& self, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "replace", {"old", "new", "count"}, 2);
  std::string_view old = text_of(interpreter, given[0], arguments.span),
                   fresh = text_of(interpreter, given[1], arguments.span);
  int64_t left = given[2].is_unbound() ? -1 : index_of(interpreter, given[2], arguments.span);
  std::string out;
  std::string_view rest = self.text;
  if (old.empty()) {
    for (std::string_view piece : code_points(rest)) {
      if (left != 0) out += fresh;
      if (left > 0) --left;
      interpreter.budget().allocate(static_cast<int64_t>(2 * (fresh.size() + piece.size())),
                                    arguments.span);  // as a text grows
      out += piece;
    }
    if (left != 0) out += fresh;
    return Value::string(std::move(out));
  }
  for (size_t at = find_text(rest, old); left != 0 && at != std::string_view::npos; at = find_text(rest, old)) {
    interpreter.budget().allocate(static_cast<int64_t>(2 * (at + fresh.size())), arguments.span);
    out += rest.substr(0, at);
    out += fresh;
    rest.remove_prefix(at + old.size());
    if (left > 0) --left;
  }
  return Value::string(out + std::string(rest));
}

// ---------------------------------------------------------------- splitting

bool is_blank(std::string_view piece) {
  int32_t c = code_point_value(piece);
  return (c >= 9 && c <= 13) || (c >= 0x1c && c <= 0x20) || c == 0x85 || c == 0xa0 || c == 0x3000 ||
         (c >= 0x2000 && c <= 0x200a);
}

/// The parts of a text, charged one by one: they may be many more bytes than the text.
class Parts {
 public:
  Parts(Interpreter& interpreter, Span span) : budget_(interpreter.budget()), span_(span) {}
  void add(std::string_view piece) {
    constexpr size_t kPart = sizeof(String) + sizeof(Value) + 16;
    budget_.allocate(static_cast<int64_t>(kPart + piece.size()), span_);
    parts_.push_back(Value::string(std::string(piece)));
  }
  int64_t count() const { return static_cast<int64_t>(parts_.size()); }
  Value list() { return Value::list(std::move(parts_)); }
  Value reversed() {
    std::reverse(parts_.begin(), parts_.end());
    return list();
  }

 private:
  Budget& budget_;
  Span span_;
  std::vector<Value> parts_;
};

Value split_blanks(std::string_view text, int64_t most, Parts parts) {
  size_t at = 0, begin = std::string_view::npos;
  for (std::string_view piece : code_points(text)) {
    const bool blank = is_blank(piece);
    if (begin == std::string_view::npos && !blank) {
      if (parts.count() == most) return parts.add(text.substr(at)), parts.list();
      begin = at;
    } else if (begin != std::string_view::npos && blank) {
      parts.add(text.substr(begin, at - begin));
      begin = std::string_view::npos;
    }
    at += piece.size();
  }
  if (begin != std::string_view::npos) parts.add(text.substr(begin));
  return parts.list();
}

Value rsplit_blanks(Interpreter& interpreter, std::string_view text, int64_t most, Parts parts, Span span) {
  interpreter.budget().allocate(static_cast<int64_t>(text.size() * 2 * sizeof(std::string_view)), span);
  std::vector<std::string_view> pieces = listed_code_points(text);
  size_t end = pieces.size();
  while (true) {
    while (end > 0 && is_blank(pieces[end - 1])) --end;
    if (end == 0) break;
    size_t stop = static_cast<size_t>(pieces[end - 1].data() - text.data()) + pieces[end - 1].size();
    size_t begin = end;
    bool rest = parts.count() == most;
    while (begin > 0 && !is_blank(pieces[begin - 1])) --begin;
    if (rest) begin = 0;
    auto from = static_cast<size_t>(pieces[begin].data() - text.data());
    parts.add(text.substr(from, stop - from));
    if (rest) break;
    end = begin;
  }
  return parts.reversed();
}

Value split_at(std::string_view text, std::string_view separator, int64_t most, Parts parts) {
  for (size_t at = find_text(text, separator); parts.count() != most && at != std::string_view::npos;
       at = find_text(text, separator)) {
    parts.add(text.substr(0, at));
    text.remove_prefix(at + separator.size());
  }
  parts.add(text);
  return parts.list();
}

Value rsplit_at(Interpreter& interpreter, std::string_view text, std::string_view separator, int64_t most, Parts parts,
                Span span) {
  for (size_t at = text.rfind(separator); parts.count() != most && at != std::string_view::npos;
       at = text.rfind(separator)) {
    interpreter.budget().touch_text((text.size() - at) * (1 + separator.size() / 16), span);
    parts.add(text.substr(at + separator.size()));
    text = text.substr(0, at);
  }
  parts.add(text);
  return parts.reversed();
}

template <bool kRight>
Value split(Interpreter& interpreter, const String& self, Arguments& arguments) {
  std::vector<Value> given =
      bind_parameters(interpreter, arguments, kRight ? "rsplit" : "split", {"sep", "maxsplit"}, 0);
  int64_t most = given[1].is_unbound() ? -1 : index_of(interpreter, given[1], arguments.span);
  Parts parts(interpreter, arguments.span);
  if (given[0].is_unbound() || given[0].is_none()) {
    return kRight ? rsplit_blanks(interpreter, self.text, most, parts, arguments.span)
                  : split_blanks(self.text, most, parts);
  }
  std::string_view separator = text_of(interpreter, given[0], arguments.span);
  if (separator.empty()) interpreter.raise("ValueError", "empty separator", arguments.span);
  return kRight ? rsplit_at(interpreter, self.text, separator, most, parts, arguments.span)
                : split_at(self.text, separator, most, parts);
}

/// Where the first of \n \v \f \r \x1c \x1d \x1e stands, or the text ends.
size_t end_of_line(std::string_view text) {
  size_t at = 0;
  for (; at < text.size(); ++at) {
    const auto c = static_cast<unsigned char>(text[at]);
    if (c < ' ' && ((c >= '\n' && c <= '\r') || (c >= 0x1c && c <= 0x1e))) break;
  }
  return at;
}

Value splitlines(Interpreter& interpreter, const String& self, Arguments& arguments) {
  std::vector<Value> given = bind_parameters(interpreter, arguments, "splitlines", {"keepends"}, 0);
  bool keep = !given[0].is_unbound() && interpreter.truthy(given[0], arguments.span);
  Parts lines(interpreter, arguments.span);
  std::string_view text = self.text;
  while (!text.empty()) {
    const size_t stop = end_of_line(text);
    interpreter.budget().touch(stop, arguments.span);
    size_t next = stop;
    if (stop < text.size()) next += text[stop] == '\r' && stop + 1 < text.size() && text[stop + 1] == '\n' ? 2 : 1;
    lines.add(text.substr(0, keep ? next : stop));
    text.remove_prefix(next);
  }
  return lines.list();
}

template <bool kRight>
Value partition(Interpreter& interpreter, const String& self, Arguments& arguments) {
  std::string_view separator = text_of(interpreter, arguments.positional[0], arguments.span);
  if (separator.empty()) interpreter.raise("ValueError", "empty separator", arguments.span);
  std::string_view text = self.text;
  if (kRight) interpreter.budget().touch_text(4 * text.size(), arguments.span);
  size_t at = kRight ? find_last_text(text, separator) : find_text(text, separator);
  auto make = [](std::string_view piece) { return Value::string(std::string(piece)); };
  if (at == std::string_view::npos) {
    return kRight ? Value::tuple({make(""), make(""), make(text)}) : Value::tuple({make(text), make(""), make("")});
  }
  return Value::tuple({make(text.substr(0, at)), make(separator), make(text.substr(at + separator.size()))});
}

Value join(Interpreter& interpreter, const String& self, Arguments& arguments) {
  std::vector<Value> parts = interpreter.to_vector(arguments.positional[0], arguments.span);
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].is_string() || parts[i].is_unknown()) continue;
    interpreter.raise("TypeError",
                      "sequence item " + std::to_string(i) + ": expected str instance, " +
                          type_name(interpreter, parts[i]) + " found",
                      arguments.span);
  }
  return joined_texts(interpreter, parts, self.text, arguments.span);
}

// ---------------------------------------------------------------- translating

Value translate(Interpreter& interpreter, const String& self, Arguments& arguments) {
  auto* table = arguments.positional[0].as<Dict>();
  if (!table) interpreter.raise("TypeError", "translate() needs a dict here", arguments.span);
  std::string out;
  for (std::string_view piece : code_points(self.text)) {
    interpreter.budget().touch_entries(1, arguments.span);
    const Value* to = table->find(Value::integer(code_point_value(piece)));
    if (!to) {
      out += piece;
    } else if (to->is_string()) {
      interpreter.budget().allocate(static_cast<int64_t>(to->as_string().size()), arguments.span);
      out += to->as_string();
    } else if (to->is_integral()) {
      append_code_point(out, static_cast<uint32_t>(to->as_int()));
    }
  }
  return Value::string(std::move(out));
}

Value make_translation(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "maketrans", 1, 3);
  auto* table = new Dict;
  Value result(table);
  for (const Value& each : arguments.positional)
    if (each.is_string()) interpreter.budget().touch_entries(2 * each.as_string().size(), arguments.span);
  if (auto* given = arguments.positional[0].as<Dict>()) {
    interpreter.budget().touch_entries(2 * given->size(), arguments.span);
    for (const Dict::Entry& entry : given->entries()) {
      if (entry.live)
        table->set(entry.key.is_string() ? Value::integer(code_point_value(entry.key.as_string())) : entry.key,
                   entry.value);
    }
    return result;
  }
  if (arguments.positional.size() < 2)
    interpreter.raise("TypeError", "maketrans() takes a dict or two strings", arguments.span);
  auto from = listed_code_points(text_of(interpreter, arguments.positional[0], arguments.span));
  auto to = listed_code_points(text_of(interpreter, arguments.positional[1], arguments.span));
  if (from.size() != to.size()) {
    interpreter.raise("ValueError", "the first two maketrans arguments must have equal length", arguments.span);
  }
  for (size_t i = 0; i < from.size(); ++i)
    table->set(Value::integer(code_point_value(from[i])), Value::integer(code_point_value(to[i])));
  if (arguments.positional.size() == 3) {
    for (std::string_view piece : code_points(text_of(interpreter, arguments.positional[2], arguments.span))) {
      table->set(Value::integer(code_point_value(piece)), Value::none());
    }
  }
  return result;
}

}  // namespace

void add_str_search_methods(Interpreter& interpreter, const Class& cls) {
  auto add = [&](std::string_view name, size_t least, size_t most, Method<String> body) {
    define_method<String>(interpreter, cls, name, least, most, Effect::pure, body, Cost::text);
  };
  auto add_text = [&](std::string_view name, size_t least, size_t most, Method<String> body) {
    define_method<String>(interpreter, cls, name, least, most, Effect::text, body, Cost::text);
  };
  add("find", 1, 3, find<false>);
  add("rfind", 1, 3, find<true>);
  add("index", 1, 3, index<false>);
  add("rindex", 1, 3, index<true>);
  add("count", 1, 3, count);
  define_method<String>(interpreter, cls, "startswith", 1, 3, Effect::pure, borders<false>);
  define_method<String>(interpreter, cls, "endswith", 1, 3, Effect::pure, borders<true>);
  add_text("replace", 2, kKeywords, replace);
  add("split", 0, kKeywords, split<false>);
  add("rsplit", 0, kKeywords, split<true>);
  add("splitlines", 0, kKeywords, splitlines);
  add("partition", 1, 1, partition<false>);
  add("rpartition", 1, 1, partition<true>);
  add_text("join", 1, 1, join);
  add_text("translate", 1, 1, translate);
  define_pure(interpreter, interpreter.heap().dict(cls.attributes), "maketrans", make_translation);
}

}  // namespace vramlint::interp

// What re.py and fnmatch.py are made of: regular expressions, and the shell's patterns.
#include "interp/builtins_parts.h"
#include "interp/pattern.h"
#include "interp/standard.h"
#include "interp/text.h"

namespace vramlint::interp {

namespace {

constexpr int64_t kValuesOfALook = 4;  // an item of a pattern that is tried takes as long as so many values

/// Numbers of characters for places in bytes, asked in rising order or from the beginning again.
class Places {
 public:
  explicit Places(std::string_view text) : text_(text), is_ascii_(is_ascii(text)) {}
  int64_t operator()(size_t byte) {
    if (is_ascii_) return static_cast<int64_t>(byte);
    if (byte < byte_) byte_ = 0, place_ = 0;
    place_ += code_point_count(text_.substr(byte_, byte - byte_));
    byte_ = byte;
    return place_;
  }

 private:
  std::string_view text_;
  bool is_ascii_;
  size_t byte_ = 0;
  int64_t place_ = 0;
};

Value match_value(std::string_view text, const std::vector<Pattern::Group>& match, Places& places) {
  std::vector<Value> groups;
  for (const Pattern::Group& group : match) {
    if (!group.took_part) {
      groups.push_back(Value::none());
      continue;
    }
    groups.push_back(Value::tuple({Value::string(std::string(text.substr(group.begin, group.end - group.begin))),
                                   Value::integer(places(group.begin)), Value::integer(places(group.end))}));
  }
  return Value::tuple(std::move(groups));
}

std::shared_ptr<const Pattern> pattern_of(Interpreter& interpreter, std::string_view text, const Value& flags,
                                          bool for_ascii, const Span& span) {
  interpreter.budget().touch(text.size(), span);
  return Pattern::of(text, static_cast<uint32_t>(flags.as_int()), for_ascii);
}

// find(pattern, text, flags, where, from): matches as tuples of groups (text, start, end). where: 0 all of them, 1 at
// the start, 2 the whole text, 3 the first. An Unknown where the pattern is beyond this, of bytes, or takes too long.
Value find_in_pattern(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "find", 5, 5);
  const std::vector<Value>& given = arguments.positional;
  if (given[0].as<ByteString>())
    return Value::unknown("the regular expression " + interpreter.repr(given[0]) + " is not evaluated", arguments.span);
  if (!given[0].is_string() || !given[1].is_string() || !given[2].is_integral() || !given[4].is_integral())
    interpreter.raise("TypeError", "expected string or bytes-like object", arguments.span);
  const std::string_view text = given[1].as_string();
  const auto unknown = [&] {
    return Value::unknown("the regular expression " + string_repr(given[0].as_string()) + " is not evaluated",
                          arguments.span);
  };
  const bool for_ascii = is_ascii(given[0].as_string()) && is_ascii(text);
  const auto pattern = pattern_of(interpreter, given[0].as_string(), given[2], for_ascii, arguments.span);
  if (!pattern) return unknown();
  const size_t from = code_point_slice(text, 0, std::max<int64_t>(given[4].as_int(), 0)).size();
  const Pattern::Search search = pattern->find(text, static_cast<Pattern::Where>(given[3].as_int()), from);
  interpreter.budget().touch(kValuesOfALook * search.work, arguments.span);
  if (search.given_up) return unknown();
  std::vector<Value> found;
  Places places(text);
  for (const auto& match : search.matches) {
    interpreter.budget().step(arguments.span);
    found.push_back(match_value(text, match, places));
  }
  return Value::list(std::move(found));
}

// first(pattern, text, flags, where, from): the groups of its first match, or None.
Value first_in_pattern(Interpreter& interpreter, Arguments& arguments) {
  Value found = find_in_pattern(interpreter, arguments);
  const auto* matches = found.as<List>();
  if (!matches) return found;
  return matches->items.empty() ? Value::none() : matches->items.front();
}

struct Item {
  size_t length = 1;
  bool fits = false;
};

/// The item of a shell's pattern at its start, other than `*`: `?`, `[abc]`, `[!a-c]` or a letter that stands for
/// itself.
Item shell_item(std::string_view pattern, char letter) {
  if (pattern[0] == '?') return {1, true};
  const size_t close = pattern[0] == '[' ? pattern.find(']', pattern.substr(1, 1) == "!" ? 3 : 2) : pattern.npos;
  if (close == pattern.npos) return {1, pattern[0] == letter};
  std::string_view inside = pattern.substr(1, close - 1);
  const bool negated = inside.starts_with('!');
  if (negated) inside.remove_prefix(1);
  bool found = false;
  for (size_t i = 0; i < inside.size(); ++i) {
    const bool range = i + 2 < inside.size() && inside[i + 1] == '-';
    found |= range ? inside[i] <= letter && letter <= inside[i + 2] : inside[i] == letter;
    if (range) i += 2;
  }
  return {close + 1, found != negated};
}

bool matches_shell(std::string_view text, std::string_view pattern) {
  size_t at = 0, next = 0, star = pattern.npos, from = 0;
  while (at < text.size()) {
    if (next < pattern.size() && pattern[next] == '*') {
      star = next++;
      from = at;
      continue;
    }
    const Item item = next < pattern.size() ? shell_item(pattern.substr(next), text[at]) : Item{};
    if (item.fits) {
      next += item.length;
      ++at;
    } else if (star != pattern.npos) {
      next = star + 1;
      at = ++from;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', next) == pattern.npos;
}

// shell(text, pattern): whether a name fits a pattern of the shell; None for texts that are not ASCII.
Value shell(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "shell", 2, 2);
  const std::string text = interpreter.str(arguments.positional[0]), pattern = interpreter.str(arguments.positional[1]);
  interpreter.budget().touch(text.size() * pattern.size() / 8, arguments.span);
  return is_ascii(text) && is_ascii(pattern) ? Value::boolean(matches_shell(text, pattern)) : Value::none();
}

// names(pattern, flags): of its groups, "" for one without a name.
Value group_names(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "names", 2, 2);
  const std::string text = interpreter.str(arguments.positional[0]);
  if (!arguments.positional[1].is_integral())
    interpreter.raise("TypeError", "flags should be RegexFlag or int", arguments.span);
  const auto pattern = pattern_of(interpreter, text, arguments.positional[1], is_ascii(text), arguments.span);
  std::vector<Value> names;
  if (pattern) {
    for (const std::string& name : pattern->names()) names.push_back(Value::string(name));
  }
  return Value::list(std::move(names));
}

}  // namespace

void fill_pattern_module(Interpreter& interpreter, Dict& names) {
  define_pure(interpreter, names, "find", find_in_pattern);
  define_pure(interpreter, names, "first", first_in_pattern);
  define_pure(interpreter, names, "names", group_names);
  define_pure(interpreter, names, "shell", shell);
}

}  // namespace vramlint::interp

// Regular expressions for re.py, on std::regex without backtracking, so that no pattern can take exponential time. What
// that cannot express (look-behind, back references, named groups beyond plain ones, flags inside) is an Unknown.
#include <algorithm>
#include <cctype>
#include <map>
#include <mutex>
#include <regex>

#include "interp/builtins_parts.h"
#include "interp/standard.h"
#include "interp/text.h"

namespace vramlint::interp {

namespace {

constexpr size_t kMaxPattern = 2000;
constexpr size_t kMaxText = 2000;
constexpr size_t kMaxTextOfCounted = 200;  // where `{n}` multiplies the states

/// A pattern in ECMAScript's spelling, with the names of its groups.
struct Translated {
  std::string text;
  std::vector<std::string> names;  ///< by group number, from 1; "" for one without a name
};

std::optional<Translated> translated(std::string_view pattern) {
  Translated out;
  bool in_class = false;
  for (size_t i = 0; i < pattern.size(); ++i) {
    char c = pattern[i];
    if (c == '\\') {
      if (i + 1 >= pattern.size()) return {};
      char next = pattern[++i];
      bool unsupported = std::isdigit(static_cast<unsigned char>(next)) || next == 'B' || next == 'G';
      if (unsupported) return {};
      if (next == 'A')
        out.text += '^';
      else if (next == 'Z')
        out.text += '$';
      else
        (out.text += '\\') += next;
    } else if (in_class || c != '(') {
      if (c == '[') in_class = true;
      if (c == ']') in_class = false;
      out.text += c;
    } else if (pattern.substr(i, 4) == "(?P<") {
      size_t close = pattern.find('>', i);
      if (close == std::string_view::npos) return {};
      out.names.emplace_back(pattern.substr(i + 4, close - i - 4));
      out.text += '(';
      i = close;
    } else if (pattern.substr(i, 2) == "(?") {
      std::string_view kind = pattern.substr(i, 3);
      if (kind != "(?:" && kind != "(?=" && kind != "(?!") return {};
      out.text += kind;
      i += 2;
    } else {
      out.names.emplace_back();
      out.text += '(';
    }
  }
  return out;
}

struct Expression {
  std::regex regex;
  std::vector<std::string> names;
};

std::optional<Expression> compiled(std::string_view pattern, bool ignore_case) {
  if (pattern.size() > kMaxPattern) return {};
  std::optional<Translated> plain = translated(pattern);
  if (!plain) return {};
  auto flags = std::regex::ECMAScript | std::regex_constants::__polynomial;
  if (ignore_case) flags |= std::regex::icase;
  try {
    return Expression{std::regex(plain->text, flags), std::move(plain->names)};
  } catch (const std::regex_error&) {
    return {};
  }
}

/// Programs ask for the same few patterns again and again, and to compile one is most of the work. Compiled ones are
/// only read, and so are shared between threads; those in use live on when the table is emptied.
class Expressions {
 public:
  std::shared_ptr<const std::optional<Expression>> get(std::string_view pattern, bool ignore_case) {
    constexpr size_t kMost = 1024;
    const std::pair key(std::string(pattern), ignore_case);
    std::lock_guard lock(mutex_);
    if (table_.size() >= kMost) table_.clear();
    std::shared_ptr<const std::optional<Expression>>& entry = table_[key];
    if (!entry) entry = std::make_shared<const std::optional<Expression>>(compiled(pattern, ignore_case));
    return entry;
  }

 private:
  std::mutex mutex_;
  std::map<std::pair<std::string, bool>, std::shared_ptr<const std::optional<Expression>>> table_;
};

Expressions& expressions() {
  static Expressions table;
  return table;
}

Value match_value(std::string_view text, const std::smatch& match) {
  std::vector<Value> groups;
  for (size_t i = 0; i < match.size(); ++i) {
    if (!match[i].matched) {
      groups.push_back(Value::none());
      continue;
    }
    size_t begin = static_cast<size_t>(match.position(i)), end = begin + static_cast<size_t>(match.length(i));
    groups.push_back(Value::tuple({Value::string(std::string(text.substr(begin, end - begin))),
                                   Value::integer(code_point_count(text.substr(0, begin))),
                                   Value::integer(code_point_count(text.substr(0, end)))}));
  }
  return Value::tuple(std::move(groups));
}

/// How many states the pattern's machine has at most: what `{n}` counts is written out n times.
int64_t states(std::string_view pattern) {
  constexpr int64_t kMost = 100'000;  // std::regex makes no more
  auto count = static_cast<int64_t>(pattern.size()) + 1;
  for (size_t i = pattern.find('{'); i != std::string_view::npos; i = pattern.find('{', i + 1)) {
    int64_t times = 0, largest = 1;
    for (size_t at = i + 1; at < pattern.size() && pattern[at] != '}'; ++at) {
      times =
          std::isdigit(static_cast<unsigned char>(pattern[at])) ? std::min(times * 10 + (pattern[at] - '0'), kMost) : 0;
      largest = std::max(largest, times);
    }
    count = std::min(count * largest, kMost);
  }
  return count;
}

// find(pattern, text, ignore_case, anchor): every match as a tuple of groups (text, start, end). anchor: 0 anywhere and
// all of them, 1 at the start, 2 the whole text. An Unknown where the pattern is beyond this.
Value find(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "find", 4, 4);
  const std::vector<Value>& given = arguments.positional;
  if (!given[0].is_string() || !given[1].is_string())
    interpreter.raise("TypeError", "expected string or bytes-like object", arguments.span);
  const auto length = static_cast<int64_t>(std::min(given[1].as_string().size(), kMaxText));
  const int64_t begins = given[3].as_int() == 0 ? length * length / 32 : 0;  // a search begins anew at each character
  interpreter.budget().touch(states(given[0].as_string()) * (16 + length + begins), arguments.span);
  const auto shared = expressions().get(given[0].as_string(), given[2].as_bool());
  const std::optional<Expression>& expression = *shared;
  bool counted = given[0].as_string().find('{') != std::string_view::npos;
  bool fits = given[1].as_string().size() <= (counted ? kMaxTextOfCounted : kMaxText);
  if (!expression || !fits || !is_ascii(given[0].as_string()) || !is_ascii(given[1].as_string())) {
    return Value::unknown("the regular expression " + string_repr(given[0].as_string()) + " is not evaluated",
                          arguments.span);
  }
  std::string text(given[1].as_string());
  int64_t anchor = given[3].as_int();
  std::vector<Value> found;
  std::smatch match;
  if (anchor == 2) {
    if (std::regex_match(text, match, expression->regex)) found.push_back(match_value(text, match));
  } else if (anchor == 1) {
    if (std::regex_search(text, match, expression->regex, std::regex_constants::match_continuous))
      found.push_back(match_value(text, match));
  } else {
    for (std::sregex_iterator it(text.begin(), text.end(), expression->regex), end; it != end; ++it) {
      interpreter.budget().step(arguments.span);
      found.push_back(match_value(text, *it));
    }
  }
  return Value::list(std::move(found));
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

Value group_names(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "names", 1, 1);
  std::optional<Translated> plain = translated(interpreter.str(arguments.positional[0]));
  std::vector<Value> names;
  if (plain) {
    for (const std::string& name : plain->names) names.push_back(Value::string(name));
  }
  return Value::list(std::move(names));
}

}  // namespace

void fill_pattern_module(Interpreter& interpreter, Dict& names) {
  define_pure(interpreter, names, "find", find);
  define_pure(interpreter, names, "names", group_names);
  define_pure(interpreter, names, "shell", shell);
}

}  // namespace vramlint::interp

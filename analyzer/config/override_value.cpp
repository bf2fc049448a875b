// The grammar of mmcv's DictAction (mmcv 1.7, mmcv/utils/config.py; mmengine 0.10 has the same).
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "config/overrides.h"

namespace vramlint::config {

namespace {

constexpr int kMaxDepth = 100;

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Python's int() and float() allow single underscores between digits.
std::optional<std::string> without_underscores(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      out += text[i];
    } else if (i == 0 || i + 1 == text.size() || !is_digit(text[i - 1]) || !is_digit(text[i + 1])) {
      return std::nullopt;
    }
  }
  return out;
}

std::optional<Node> parse_int(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit)) return std::nullopt;
  int64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc()) return Node{.value = number};
  return Node{.value = Opaque{.text = std::string(text), .reason = "an integer beyond 64 bits"}};
}

std::optional<Node> parse_float(std::string_view text) {
  std::string_view unsigned_text = text.starts_with('-') || text.starts_with('+') ? text.substr(1) : text;
  std::string word = lower(unsigned_text);
  double sign = text.starts_with('-') ? -1 : 1;
  if (word == "inf" || word == "infinity") return Node{.value = sign * INFINITY};
  if (word == "nan") return Node{.value = static_cast<double>(NAN)};
  if (unsigned_text.empty() || !(is_digit(unsigned_text[0]) || unsigned_text[0] == '.')) return std::nullopt;
  double number = 0;
  auto [end, error] = std::from_chars(unsigned_text.data(), unsigned_text.data() + unsigned_text.size(), number);
  if (end != unsigned_text.data() + unsigned_text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) number = std::strtod(std::string(unsigned_text).c_str(), nullptr);
  return Node{.value = sign * number};
}

Node parse_scalar(std::string_view text) {
  if (std::optional<std::string> digits = without_underscores(text)) {
    if (std::optional<Node> number = parse_int(*digits)) return *number;
    if (std::optional<Node> number = parse_float(*digits)) return *number;
  }
  std::string word = lower(text);
  if (word == "true" || word == "false") return {.value = word == "true"};
  if (text == "None") return {};
  return {.value = std::string(text)};
}

/// The end of the first element: the first comma outside brackets.
size_t element_end(std::string_view text) {
  int round = 0, square = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ',' && round == 0 && square == 0) return i;
    round += (text[i] == '(') - (text[i] == ')');
    square += (text[i] == '[') - (text[i] == ']');
  }
  return text.size();
}

bool balanced(std::string_view text) {
  auto count = [text](char c) { return std::count(text.begin(), text.end(), c); };
  return count('(') == count(')') && count('[') == count(']');
}

std::string stripped(std::string_view text) {
  constexpr std::string_view kQuotes = "'\"";
  size_t begin = text.find_first_not_of(kQuotes);
  if (begin == std::string_view::npos) return "";
  std::string out(text.substr(begin, text.find_last_not_of(kQuotes) - begin + 1));
  std::erase(out, ' ');
  return out;
}

Node parse(std::string_view raw, int depth, std::string& error) {
  std::string text = stripped(raw);
  std::string_view rest = text;
  bool is_tuple = rest.size() > 1 && rest.front() == '(' && rest.back() == ')';
  bool is_list = rest.size() > 1 && rest.front() == '[' && rest.back() == ']';
  if (!is_tuple && !is_list && rest.find(',') == std::string_view::npos) return parse_scalar(rest);
  if (is_tuple || is_list) rest = rest.substr(1, rest.size() - 2);
  Sequence sequence{.is_tuple = is_tuple};
  while (!rest.empty() && error.empty()) {
    if (depth >= kMaxDepth) error = "is nested too deep";
    if (!balanced(rest)) error = "has brackets that do not match";
    if (!error.empty()) break;
    size_t end = element_end(rest);
    sequence.items.push_back(parse(rest.substr(0, end), depth + 1, error));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {.value = std::move(sequence)};
}

}  // namespace

Node parse_override_value(std::string_view text, std::string& error) { return parse(text, 0, error); }

}  // namespace vramlint::config

#include "config/launch/shell_arithmetic.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>

namespace vramlint::config {

namespace {

constexpr int64_t kMost = int64_t{1} << 53;
constexpr int kDeepest = 30;

using Number = std::optional<int64_t>;

Number number_of(std::string_view text) {
  int64_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = !text.empty() && result.ec == std::errc() && result.ptr == text.data() + text.size();
  return whole && std::abs(value) <= kMost ? Number(value) : std::nullopt;
}

Number calculated(char op, int64_t left, int64_t right) {
  const auto within = [](__int128 value) {
    return value >= -kMost && value <= kMost ? Number(static_cast<int64_t>(value)) : std::nullopt;
  };
  switch (op) {
    case '+':
      return within(__int128{left} + right);
    case '-':
      return within(__int128{left} - right);
    case '*':
      return within(__int128{left} * right);
    case '/':
      return right == 0 ? std::nullopt : Number(left / right);
    default:
      return right == 0 ? std::nullopt : Number(left % right);
  }
}

class Reader {
 public:
  Reader(std::string_view text, const ShellLookup& lookup) : text_(text), lookup_(lookup) {}

  Number whole() {
    const Number value = sum();
    skip();
    return at_ == text_.size() ? value : std::nullopt;
  }

 private:
  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  char take(std::string_view operators) {
    skip();
    if (at_ < text_.size() && text_[at_] == '\\') ++at_;  // `\*` is one for the shell
    return at_ < text_.size() && operators.find(text_[at_]) != std::string_view::npos ? text_[at_++] : '\0';
  }

  Number sum() {
    Number left = product();
    while (const char op = left ? take("+-") : '\0') {
      const Number right = product();
      left = right ? calculated(op, *left, *right) : std::nullopt;
    }
    return left;
  }

  Number product() {
    Number left = operand();
    while (const char op = left ? take("*/%") : '\0') {
      const Number right = operand();
      left = right ? calculated(op, *left, *right) : std::nullopt;
    }
    return left;
  }

  Number operand() {
    bool negative = false;
    while (take("-")) negative = !negative;
    const Number value = take("(") ? parenthesised() : name_or_number();
    return value && negative ? Number(-*value) : value;
  }

  Number parenthesised() {
    if (++depth_ > kDeepest) return {};
    const Number inside = sum();
    --depth_;
    return take(")") ? inside : std::nullopt;
  }

  Number name_or_number() {
    skip();
    const bool braced = text_.substr(at_).starts_with("${");
    at_ += braced ? 2 : at_ < text_.size() && text_[at_] == '$';
    const size_t begin = at_;
    const auto in_name = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
    while (at_ < text_.size() && in_name(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (braced && (at_ >= text_.size() || text_[at_++] != '}')) return {};
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) return number_of(name);
    const std::optional<std::string> held = lookup_(name);
    return held ? number_of(*held) : std::nullopt;
  }

  const std::string_view text_;
  const ShellLookup& lookup_;
  size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::optional<int64_t> shell_arithmetic(std::string_view expression, const ShellLookup& lookup) {
  return Reader(expression, lookup).whole();
}

std::optional<std::string> arithmetic_in(std::string_view text) {
  const auto between = [&](std::string_view open, std::string_view close) {
    return text.starts_with(open) && text.ends_with(close) && text.size() >= open.size() + close.size();
  };
  if (between("$((", "))")) return std::string(text.substr(3, text.size() - 5));
  if (between("$[", "]")) return std::string(text.substr(2, text.size() - 3));
  constexpr std::string_view kExpr = "expr ";
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text.starts_with(kExpr) ? std::optional<std::string>(text.substr(kExpr.size())) : std::nullopt;
}

}  // namespace vramlint::config

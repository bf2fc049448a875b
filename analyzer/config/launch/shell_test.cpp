// [ … ], test … and [[ … ]]: what is known of a condition.
#include <charconv>

#include "config/launch/shell_state.h"

namespace vramlint::config {

namespace {

using TestTruth = std::optional<bool>;

TestTruth both(TestTruth left, TestTruth right) {
  if ((left && !*left) || (right && !*right)) return false;
  return left && right ? TestTruth(true) : TestTruth();
}
TestTruth either(TestTruth left, TestTruth right) {
  if ((left && *left) || (right && *right)) return true;
  return left && right ? TestTruth(false) : TestTruth();
}
TestTruth inverse(TestTruth value) { return value ? TestTruth(!*value) : TestTruth(); }

std::optional<int64_t> number(const ShellText& text) {
  int64_t value = 0;
  const char* end = text.text.data() + text.text.size();
  const auto result = std::from_chars(text.text.data(), end, value);
  return text.unknown.empty() && result.ec == std::errc() && result.ptr == end ? std::optional(value) : std::nullopt;
}

TestTruth compare_numbers(const std::string& operation, const ShellText& left, const ShellText& right) {
  const auto a = number(left), b = number(right);
  if (!a || !b) return std::nullopt;
  if (operation == "-eq") return *a == *b;
  if (operation == "-ne") return *a != *b;
  if (operation == "-lt") return *a < *b;
  if (operation == "-le") return *a <= *b;
  if (operation == "-gt") return *a > *b;
  if (operation == "-ge") return *a >= *b;
  return std::nullopt;
}

}  // namespace

/// A recursive descent over the words: or, and, not, primary.
struct ShellTest {
  ShellRunner& runner;
  const std::vector<ShellText>& words;
  size_t at, end;
  bool patterns;  // [[ ]]
  int depth = 0;

  bool is(std::string_view text) const { return at < end && words[at].text == text; }

  TestTruth any() {
    TestTruth result = all();
    while (is("||") || is("-o")) {
      ++at;
      result = either(result, all());
    }
    return result;
  }
  TestTruth all() {
    TestTruth result = inverted();
    while (is("&&") || is("-a")) {
      ++at;
      result = both(result, inverted());
    }
    return result;
  }
  TestTruth inverted() {
    bool odd = false;
    for (; is("!") && at + 1 < end; ++at) odd = !odd;
    const TestTruth result = primary();
    return odd ? inverse(result) : result;
  }
  TestTruth primary() {
    if (is("(") && depth < 50) {
      ++at;
      ++depth;
      const TestTruth result = any();
      --depth;
      if (is(")")) ++at;
      return result;
    }
    if (at + 2 < end && is_binary(words[at + 1].text)) {
      at += 3;
      return binary(words[at - 3], words[at - 2].text, words[at - 1]);
    }
    if (at + 1 < end && words[at].text.size() == 2 && words[at].text[0] == '-') {
      at += 2;
      return unary(words[at - 2].text, words[at - 1]);
    }
    if (at >= end) return false;
    ++at;
    return words[at - 1].unknown.empty() ? TestTruth(!words[at - 1].text.empty()) : TestTruth();
  }

  static bool is_binary(const std::string& text) {
    for (const std::string_view known : {"=", "==", "!=", "=~", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge"}) {
      if (text == known) return true;
    }
    return false;
  }

  TestTruth binary(const ShellText& left, const std::string& operation, const ShellText& right) const {
    if (operation[0] == '-') return compare_numbers(operation, left, right);
    if (!left.unknown.empty() || !right.unknown.empty()) return std::nullopt;
    const bool same = patterns ? shell_pattern_matches(right.text, left.text) : left.text == right.text;
    if (operation == "=" || operation == "==") return same;
    if (operation == "!=") return !same;
    return std::nullopt;
  }

  TestTruth unary(const std::string& operation, const ShellText& operand) const {
    if (!operand.unknown.empty()) return std::nullopt;
    if (operation == "-z") return operand.text.empty();
    if (operation == "-n") return !operand.text.empty();
    if (operation == "-v") return runner.state.variables.count(operand.text) > 0 ? TestTruth(true) : TestTruth();
    const bool of_file = operation == "-f" || operation == "-e" || operation == "-d" || operation == "-r";
    if (!of_file) return std::nullopt;
    const std::filesystem::path path = runner.files_.root() / runner.state.directory / operand.text;
    const bool there = operation == "-d" ? runner.files_.is_directory(path) : runner.files_.is_file(path);
    return there ? TestTruth(true) : TestTruth();  // what is not in the repository may be there when it runs
  }
};

std::optional<bool> ShellRunner::test(const std::vector<ShellText>& words) {
  const bool brackets = words[0].text != "test";
  ShellTest test{*this, words, 1, words.size() - (brackets && words.size() > 1 ? 1 : 0), words[0].text == "[["};
  const std::optional<bool> result = test.any();
  return test.at == test.end ? result : std::nullopt;
}

}  // namespace vramlint::config

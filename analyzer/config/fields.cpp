#include "config/fields.h"

#include <algorithm>

#include "syntax/python.h"

namespace vramlint::config {

namespace {

/// Where a place in an expression's text stands in the file: exact where the scalar is written in one piece.
Span place_in_file(const Node& node, const std::string& text, Span inner) {
  size_t at = node.span.text().find(text);
  if (at == std::string_view::npos || inner.end > text.size()) return node.span;
  auto shift = node.span.begin + static_cast<uint32_t>(at);
  return {node.span.source, shift + inner.begin, shift + inner.end};
}

}  // namespace

size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> table(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) table[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) table[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replaced = table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      table[i][j] = std::min({replaced, table[i - 1][j] + 1, table[i][j - 1] + 1});
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
    }
  }
  return table[a.size()][b.size()];
}

std::string_view nearest_name(std::string_view misspelt, std::span<const std::string_view> names) {
  constexpr size_t kLongest = 64;
  if (misspelt.size() > kLongest) return {};
  std::string_view nearest;
  size_t best = std::max<size_t>(2, misspelt.size() / 3 + 1);
  for (std::string_view name : names) {
    if (size_t edits = edits_between(misspelt, name); edits < best) {
      best = edits;
      nearest = name;
    }
  }
  return nearest;
}

void FieldReader::wrong_type(const Entry& entry, const Words& expected) {
  complain(entry.value.span ? entry.value.span : entry.key_span, "`{0}` must be {1}"_words(entry.key, expected));
}

std::optional<std::string> FieldReader::text(const Entry& entry) {
  if (const auto* text = std::get_if<std::string>(&entry.value.value)) return *text;
  bool number = std::holds_alternative<int64_t>(entry.value.value) || std::holds_alternative<double>(entry.value.value);
  if (number) return std::string(entry.value.span.text());
  wrong_type(entry, "a string"_words);
  return std::nullopt;
}

std::vector<std::string> FieldReader::texts(const Entry& entry) {
  std::vector<std::string> found;
  if (const auto* text = std::get_if<std::string>(&entry.value.value)) return {*text};
  const Sequence* list = entry.value.sequence();
  if (!list) wrong_type(entry, "a string or a list of strings"_words);
  for (const Node& item : list ? list->items : std::vector<Node>()) {
    if (const auto* text = std::get_if<std::string>(&item.value)) {
      found.push_back(*text);
    } else {
      complain(item.span, "every item of `{0}` must be a string"_words(entry.key));
    }
  }
  return found;
}

std::optional<bool> FieldReader::boolean(const Entry& entry) {
  if (const auto* value = std::get_if<bool>(&entry.value.value)) return *value;
  wrong_type(entry, "true or false"_words);
  return std::nullopt;
}

std::optional<Expression> FieldReader::expression(const Entry& entry, const Node& node) {
  bool scalar = node.value.index() != 0 && !node.mapping() && !node.sequence();
  const auto* written = std::get_if<std::string>(&node.value);
  if (!scalar || (written && written->find_first_not_of(" \t\r\n") == std::string::npos)) {
    complain(node.span, "`{0}` must be a Python expression over `cfg`, as one text in quotes"_words(entry.key));
    return std::nullopt;
  }
  std::string text = written ? *written : std::string(node.span.text());
  if (const auto* truth = std::get_if<bool>(&node.value)) text = *truth ? "True" : "False";
  auto source = std::make_unique<Source>(project.source->path(), text);
  syntax::PythonExpression parsed = syntax::parse_python_expression(*source);
  if (!parsed.problems.empty()) {
    complain(place_in_file(node, text, parsed.problems[0].span),
             "`{0}` is not a Python expression: {1}"_words(entry.key, parsed.problems[0].message));
    return std::nullopt;
  }
  project.expressions.push_back(std::move(source));
  return Expression{.source = project.expressions.back().get(), .span = node.span};
}

std::vector<Expression> FieldReader::expressions(const Entry& entry) {
  std::vector<Expression> found;
  auto add = [&](const Node& node) {
    if (auto one = expression(entry, node)) found.push_back(*one);
  };
  if (const Sequence* list = entry.value.sequence()) {
    for (const Node& item : list->items) add(item);
  } else {
    add(entry.value);
  }
  return found;
}

}  // namespace vramlint::config

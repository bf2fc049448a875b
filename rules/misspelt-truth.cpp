#include <algorithm>
#include <array>
#include <cctype>

#include "rule.h"

namespace vramlint::rules {
namespace {
namespace misspelt_truth_rule {

using config::Node;

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// Two neighbours changed places: "Ture".
bool is_swapped(const std::string& text, std::string_view word) {
  if (text.size() != word.size() || text == word) return false;
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    std::string tried = text;
    std::swap(tried[i], tried[i + 1]);
    if (tried == word) return true;
  }
  return false;
}

/// One letter too many or too few, or letters grown onto the end: "Tru", "Falsee", "Trueyaml".
bool is_stretched(const std::string& text, std::string_view word) {
  if (text.starts_with(word) && text.size() > word.size()) {
    return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c); });
  }
  return text.size() + 1 == word.size() && word.starts_with(text);
}

/// "TrueCosineAnnealing": capitals begin words of their own.
bool is_name(std::string_view text, std::string_view word) {
  if (text.size() <= word.size() || !std::islower(static_cast<unsigned char>(text[word.size() - 1]))) return false;
  return std::isupper(static_cast<unsigned char>(text[word.size()])) != 0;
}

std::string_view meant(const std::string& text) {
  static constexpr std::array<std::string_view, 2> words = {"true", "false"};
  for (const std::string_view word : words) {
    if (is_swapped(text, word) || is_stretched(text, word)) return word == "true" ? "True" : "False";
  }
  return {};
}

void look_at(const Node& node, const std::string& key, Report& report) {
  const auto* text = std::get_if<std::string>(&node.value);
  if (!text || !node.span || node.span.text() != *text) return;  // quoted: a text on purpose
  const std::string_view word = meant(lower(*text));
  if (word.empty() || is_name(*text, word)) return;
  Fix fix{.title = "Write `{0}`"_words(word),
          .safety = Safety::display,
          .edits = {{node.span, std::string(word)}},
          .effect = {}};
  report.add(
      node.span,
      "`{0}` is the string \"{1}\", not a boolean: `if` takes any non-empty string for true. Probably `{2}` is meant."_words(
          key, *text, word),
      {}, {std::move(fix)});
}

void walk(const Node& node, const std::string& key, Report& report) {
  look_at(node, key, report);
  if (const config::Mapping* mapping = node.mapping()) {
    for (const config::Entry& entry : mapping->entries)
      walk(entry.value, key.empty() ? entry.key : key + "." + entry.key, report);
  }
  if (const config::Sequence* sequence = node.sequence()) {
    for (size_t i = 0; i < sequence->items.size(); ++i) walk(sequence->items[i], key + "." + std::to_string(i), report);
  }
}

void check(const Analysis& analysis, Report& report) { walk(analysis.config->root, "", report); }

}  // namespace misspelt_truth_rule
}  // namespace

extern const Rule misspelt_truth = {
    .name = "misspelt-truth",
    .code = "VL1110",
    .summary = "A value looks like a misspelt `True` or `False`; it is read as a text, which counts as true.",
    .severity = Severity::warning,
    .needs = Stage::config,
    .check = misspelt_truth_rule::check,
};

}  // namespace vramlint::rules

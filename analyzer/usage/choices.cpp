#include <algorithm>
#include <cctype>

#include "usage/judge.h"

namespace vramlint::usage {

namespace {

std::string without(const std::string& text, int (*drops)(int)) {
  std::string rest;
  for (const char c : text) {
    const auto letter = static_cast<unsigned char>(c);
    if (!drops(letter)) rest += static_cast<char>(std::tolower(letter));
  }
  return rest;
}

std::string digits_of(const std::string& text) {
  return without(text, [](int c) { return static_cast<int>(!std::isdigit(c)); });
}

/// Letters to insert, drop or change until one is the other.
size_t distance(const std::string& one, const std::string& other) {
  std::vector<size_t> row(other.size() + 1);
  for (size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= one.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i);
    for (size_t j = 1; j < row.size(); ++j) {
      const size_t changed = diagonal + (one[i - 1] != other[j - 1]);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, changed}));
    }
  }
  return row.back();
}

/// Not `adamw` for `adam` or `resnet50` for `resnet34`: those are names of their own.
bool is_slip_of(const std::string& text, const std::string& name) {
  constexpr size_t kShortest = 5, kCut = 3, kLetters = 2, kLongest = 64;
  if (text.size() < kShortest || name.size() > kLongest || text.size() > kLongest) return false;
  if (digits_of(text) != digits_of(name)) return false;
  const std::string one = without(text, std::ispunct), other = without(name, std::ispunct);
  if (one == other) return true;
  if (other.starts_with(one)) return other.size() - one.size() >= kCut;
  return !one.starts_with(other) && distance(one, other) <= kLetters;
}

}  // namespace

void judge_choices(const Keys& keys, const Doubt& doubt, const Notes& notes, Usage& usage) {
  for (const auto& [index, choice] : notes.choices) {
    const Key& key = keys.all()[index];
    const auto* text = std::get_if<std::string>(&key.value->value);
    if (text) usage.compared.push_back({key.path, choice.tried});
    if (!text || choice.matched || choice.tried.size() < 2 || doubt.says(*text)) continue;
    const auto meant = std::find_if(choice.tried.begin(), choice.tried.end(),
                                    [&](const auto& tried) { return is_slip_of(*text, tried.first); });
    if (meant == choice.tried.end()) continue;
    Misspelt misspelt{.key = key.path, .span = key.value->span, .text = *text, .meant = meant->first, .tried = {}};
    for (const auto& [name, place] : choice.tried) misspelt.tried.push_back({place, "compared with `{0}`"_words(name)});
    usage.misspelt.push_back(std::move(misspelt));
  }
}

}  // namespace vramlint::usage

#include "syntax/yaml_mapping.h"

#include <array>
#include <charconv>
#include <string>
#include <unordered_map>

namespace vramlint::syntax {
namespace {

/// Keys that are equal in Python have equal texts: 1, 1.0 and True are one key. Empty when a key cannot be hashed.
struct KeyText {
  std::string operator()(std::monostate) const { return "n"; }
  std::string operator()(bool value) const { return number(value ? 1 : 0); }
  std::string operator()(int64_t value) const { return "i" + std::to_string(value); }
  std::string operator()(double value) const {
    const bool integral = value >= -9e18 && value <= 9e18 && value == static_cast<double>(static_cast<int64_t>(value));
    return integral ? number(static_cast<int64_t>(value)) : "f" + std::to_string(value);
  }
  std::string operator()(const std::string& value) const { return "s" + value; }
  std::string operator()(const YamlOther& value) const { return "o" + value.text; }
  std::string operator()(const YamlSequence&) const { return {}; }
  std::string operator()(const YamlMapping&) const { return {}; }

 private:
  static std::string number(int64_t value) { return "i" + std::to_string(value); }
};

/// Whether nothing is lost where one of them counts.
bool are_equal_scalars(const YamlNode& one, const YamlNode& other) {
  if (one.value.index() != other.value.index()) return false;
  const auto is_same = [&](const auto& value) {
    using Held = std::decay_t<decltype(value)>;
    if constexpr (std::is_same_v<Held, YamlSequence> || std::is_same_v<Held, YamlMapping> ||
                  std::is_same_v<Held, YamlOther>)
      return false;
    else
      return value == std::get<Held>(other.value);
  };
  return std::visit(is_same, one.value);
}

std::string key_text(const YamlNode& key) { return std::visit(KeyText{}, key.value); }

}  // namespace

bool YamlMappingMaker::is_merge_key(const YamlNode& key) const {
  const auto* other = std::get_if<YamlOther>(&key.value);
  return other != nullptr && other->text == "tag:yaml.org,2002:merge";
}

/// A plain `=` is a text where it is a key.
YamlPtr YamlMappingMaker::usable_key(YamlPtr key) const {
  const auto* other = std::get_if<YamlOther>(&key->value);
  if (other == nullptr || other->text != "tag:yaml.org,2002:value") return key;
  auto text = std::make_shared<YamlNode>(*key);
  text->value = "=";
  return text;
}

void YamlMappingMaker::merge(const YamlEntry& entry, std::vector<YamlEntry>& merged) {
  const auto* one = std::get_if<YamlMapping>(&entry.value->value);
  const auto* many = std::get_if<YamlSequence>(&entry.value->value);
  const auto wrong = [&](const YamlNode& value) {
    problems_.push_back(
        {ProblemKind::syntax_error, value.span, "a merge key (`<<`) takes a mapping or a list of mappings"_words});
  };
  if (one != nullptr) merged.insert(merged.end(), one->entries.begin(), one->entries.end());
  if (one == nullptr && many == nullptr) wrong(*entry.value);
  if (many == nullptr) return;
  // The first of a list wins, so it comes last.
  for (auto item = many->items.rbegin(); item != many->items.rend(); ++item) {
    const auto* mapping = std::get_if<YamlMapping>(&(*item)->value);
    if (mapping == nullptr) {
      wrong(**item);
    } else {
      merged.insert(merged.end(), mapping->entries.begin(), mapping->entries.end());
    }
  }
}

YamlMapping YamlMappingMaker::make(std::vector<YamlEntry> written) {
  std::vector<YamlEntry> all;
  for (const YamlEntry& entry : written) {
    if (is_merge_key(*entry.key)) merge(entry, all);
  }
  const size_t merged = all.size();
  for (YamlEntry& entry : written) {
    if (!is_merge_key(*entry.key)) all.push_back({usable_key(std::move(entry.key)), std::move(entry.value)});
  }
  YamlMapping mapping;
  std::unordered_map<std::string, size_t> places;
  std::vector<bool> is_own;
  for (size_t i = 0; i < all.size(); ++i) {
    std::string text = key_text(*all[i].key);
    if (text.empty()) {
      problems_.push_back({ProblemKind::syntax_error, all[i].key->span, "a list or mapping cannot be a key"_words});
      continue;
    }
    const auto [place, is_new] = places.try_emplace(std::move(text), mapping.entries.size());
    if (is_new) {
      mapping.entries.push_back(all[i]);
      is_own.push_back(i >= merged);
      continue;
    }
    YamlEntry& first = mapping.entries[place->second];
    if (i >= merged && is_own[place->second]) {
      const std::string_view name = all[i].key->span.text();
      if (are_equal_scalars(*first.value, *all[i].value))
        problems_.push_back({ProblemKind::repeated_key, all[i].key->span,
                             "`{0}` is written twice, with the same value"_words(name), first.key->span});
      else
        problems_.push_back({ProblemKind::duplicate_key, all[i].key->span,
                             "duplicate key `{0}`: the last one wins"_words(name), first.key->span});
    }
    // Of keys that are equal but not the same, as 1 and True, Python keeps the first.
    if (first.key->value.index() == all[i].key->value.index()) first.key = all[i].key;
    first.value = all[i].value;
    is_own[place->second] = i >= merged;
  }
  return mapping;
}

size_t null_word_end(std::string_view text, size_t begin) {
  constexpr std::array<std::string_view, 4> kWords = {"~", "null", "Null", "NULL"};
  for (const std::string_view word : kWords) {
    if (text.substr(std::min(begin, text.size())).starts_with(word)) return begin + word.size();
  }
  return begin;
}

bool is_python_float(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  if (text.empty() || !((text[0] >= '0' && text[0] <= '9') || text[0] == '.')) return false;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return end == text.data() + text.size() && error != std::errc::invalid_argument;
}

}  // namespace vramlint::syntax

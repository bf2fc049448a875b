#include <algorithm>

#include "config/fields.h"
#include "usage/closed_arms.h"
#include "usage/judge.h"
#include "usage/walk.h"

namespace vramlint::usage {

namespace {

std::string shown(const config::Node& value) {
  const auto* text = std::get_if<std::string>(&value.value);
  return text ? "\"" + *text + "\"" : std::string(value.span.text());
}

class UnreadJudge {
 public:
  UnreadJudge(const Keys& keys, const Doubt& doubt, const Notes& notes, Usage& usage)
      : keys_(keys), doubt_(doubt), arms_(closed_arms(notes)), usage_(usage) {}

  void all() {
    for (size_t child : keys_.all()[Keys::kRoot].children) visit(child, false);
  }

 private:
  /// Keys that are there for the reader, for YAML anchors, or for a config loader itself.
  static bool is_exempt(const Key& key) {
    return key.name.empty() || key.name[0] == '_' || key.name[0] == '.' || key.name[0] == '$' ||
           key.name.starts_with("x-") || key.name == "defaults" || key.name == "hydra" || key.name == "<<";
  }

  /// `sealed`: whatever reads the section that it is in has been seen.
  void visit(size_t index, bool sealed) {
    const Key& key = keys_.all()[index];
    if (is_exempt(key)) return;
    const bool doubted = sealed ? doubt_.may_reach(key) : doubt_.may_read(key);
    if (!doubted && keys_.untouched(index)) return add(key);
    if (doubted && keys_.untouched(index) && key.children.empty()) sleeps(key, doubt_.places_of(key, sealed));
    if (doubted && !key.named && doubt_.may_take_whole(key)) return;
    const bool seals = doubt_.is_sealed(key);
    const bool asked_more = key.there || !key.conditions.empty();
    if (seals && !asked_more && keys_.nothing_inside(key)) return;  // judge_ineffective speaks of the section
    for (size_t child : key.children) visit(child, seals);
  }

  void add(const Key& key) {
    Unread unread{.key = key.path, .span = key.span, .is_section = !key.children.empty(), .inside = {}, .readers = {}};
    for (size_t child : key.children) unread.inside.push_back(keys_.all()[child].name);
    usage_.unread.push_back(std::move(unread));
  }

  /// If every place that may read it lies in an arm that another key closes.
  void sleeps(const Key& key, const std::vector<Span>& places) {
    const ClosedArm* arm = nullptr;
    for (const Span& place : places) {
      const auto around = std::find_if(arms_.begin(), arms_.end(),
                                       [&](const ClosedArm& candidate) { return covers(candidate.place, place); });
      if (around == arms_.end()) return;
      if (!arm) arm = &*around;
    }
    if (!arm) return;
    const Key& other = keys_.all()[arm->key];
    const Form form = arm->is_else ? "`{0}` is read only where `{1}` is not \"{2}\", and here it is {3}"_words
                                   : "`{0}` is read only where `{1}` is \"{2}\", and here it is {3}"_words;
    usage_.dormant.push_back(
        {.key = key.path,
         .span = key.span,
         .message = form(key.path, other.path, arm->text, shown(*other.value)),
         .related = {{places.front(), "read here"_words}, {arm->condition, "decided here"_words}}});
  }

  const Keys& keys_;
  const Doubt& doubt_;
  const std::vector<ClosedArm> arms_;
  Usage& usage_;
};

bool is_unread(const Usage& usage, const std::string& key) {
  return std::any_of(usage.unread.begin(), usage.unread.end(), [&](const Unread& one) { return one.key == key; });
}

/// What was meant by what the program asks for: names of a few letters are near one another by chance, and so are those
/// that are numbered.
const Key* meant_by(const Miss& miss, const Keys& keys, const Usage& usage) {
  constexpr size_t kFewLetters = 4;
  const auto letters = [](std::string_view name) {
    std::string kept(name);
    std::erase_if(kept, [](char c) { return c >= '0' && c <= '9'; });
    return kept;
  };
  const Key* only = nullptr;
  for (size_t child : keys.all()[miss.section].children) {
    const Key& key = keys.all()[child];
    const std::string_view name = key.name;
    if (name.size() < kFewLetters || letters(name) == letters(miss.name) || !is_unread(usage, key.path)) continue;
    if (config::nearest_name(miss.name, {&name, 1}).empty()) continue;
    if (only) return nullptr;
    only = &key;
  }
  return only;
}

}  // namespace

void judge_unread(const Keys& keys, const Doubt& doubt, const Notes& notes, Usage& usage) {
  UnreadJudge(keys, doubt, notes, usage).all();
  for (const Miss& miss : notes.missed) {
    const Key* key = meant_by(miss, keys, usage);
    const auto same = [&](const Mistaken& one) { return one.key == key->path; };
    if (key && std::none_of(usage.mistaken.begin(), usage.mistaken.end(), same))
      usage.mistaken.push_back({key->path, key->span, miss.name, miss.place});
  }
}

}  // namespace vramlint::usage

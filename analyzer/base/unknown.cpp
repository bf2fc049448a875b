#include "base/unknown.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/text_hash.h"

namespace vramlint {

namespace {

/// What stands for all that a cause leaves open in one way.
struct Line {
  Unknown shown;
  size_t count = 1;
  size_t behind = 0;  ///< operators on what comes of it
  bool says_remedy = false;
};

/// The lines of one cause, by their place among all.
struct Lines {
  size_t first;
  std::vector<std::string> remedies = {};  ///< each is said once
  std::array<std::optional<size_t>, static_cast<size_t>(Gap::behind) + 1> of_gap = {};
};

std::string counted(size_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

std::string_view noun_of(Gap gap) {
  switch (gap) {
    case Gap::given:
      return "more call";
    case Gap::held:
      return "more part";
    case Gap::own:
    case Gap::around:
    case Gap::training:
      return "more place";
    case Gap::behind:
      return "more operator";
  }
  return "";
}

Unknown written(Line line) {
  std::string& text = line.shown.reason;
  if (line.count > 1 && line.shown.gap != Gap::training)
    text += "; so with " + counted(line.count - 1, noun_of(line.shown.gap));
  if (line.behind > 0)
    text += "; " + counted(line.behind, "operator") + " behind it " + (line.behind == 1 ? "is" : "are") +
            " not counted either";
  if (line.says_remedy && !line.shown.remedy.empty()) text += ". " + line.shown.remedy;
  return std::move(line.shown);
}

size_t hash_of(const std::string& text, const Span& span) { return text_hash(text) ^ (size_t{span.begin} << 20); }
size_t hash_of(const Unknown& unknown) { return hash_of(unknown.reason, unknown.span); }
size_t hash_of(const Assumption& assumption) { return hash_of(assumption.text, assumption.span); }

template <typename T>
void append_each_once(std::vector<T>& to, const std::vector<T>& items) {
  std::unordered_multimap<size_t, size_t> places;
  for (size_t i = 0; i < to.size(); ++i) places.emplace(hash_of(to[i]), i);
  for (const T& item : items) {
    const size_t hash = hash_of(item);
    const auto [first, last] = places.equal_range(hash);
    if (std::any_of(first, last, [&](const auto& place) { return to[place.second] == item; })) continue;
    places.emplace(hash, to.size());
    to.push_back(item);
  }
}

}  // namespace

void append_once(std::vector<Unknown>& to, const std::vector<Unknown>& items) { append_each_once(to, items); }
void append_once(std::vector<Assumption>& to, const std::vector<Assumption>& items) { append_each_once(to, items); }

Unknown unknown_by(const Unknown& why, std::string what, Span span, Gap gap, Pull pull) {
  return {std::move(what) + ": " + why.reason, std::move(span), pull, why.reason, why.remedy, gap};
}

std::vector<Unknown> said_once(const std::vector<Unknown>& noted) {
  std::vector<Line> lines;
  std::unordered_map<std::string, Lines> by_cause;
  for (const Unknown& one : noted) {
    if (one.cause.empty()) {
      lines.push_back({one});
      continue;
    }
    const auto [known, is_new] = by_cause.try_emplace(one.cause, Lines{lines.size()});
    std::optional<size_t>& alike = known->second.of_gap[static_cast<size_t>(one.gap)];
    Line* first = is_new ? nullptr : &lines[known->second.first];
    if (first && one.gap == Gap::behind && first->shown.gap != Gap::behind) {
      ++first->behind;
    } else if (!alike) {
      alike = lines.size();
      std::vector<std::string>& remedies = known->second.remedies;
      const bool says_remedy = std::ranges::find(remedies, one.remedy) == remedies.end();
      if (says_remedy) remedies.push_back(one.remedy);
      lines.push_back({.shown = one, .says_remedy = says_remedy});
    } else {
      Line& line = lines[*alike];
      ++line.count;
      if (line.shown.pull == Pull::up && one.pull == Pull::either) line.shown = one;
    }
  }
  std::vector<Unknown> said;
  said.reserve(lines.size());
  for (Line& line : lines) said.push_back(written(std::move(line)));
  return said;
}

std::vector<Assumption> said_once(const std::vector<Assumption>& noted) {
  std::vector<Assumption> said;
  std::vector<size_t> counts;
  std::unordered_map<std::string, size_t> lines;
  for (const Assumption& one : noted) {
    const auto [line, is_new] = lines.try_emplace(one.text, said.size());
    if (is_new) {
      said.push_back(one);
      counts.push_back(0);
    } else {
      ++counts[line->second];
    }
  }
  for (size_t i = 0; i < said.size(); ++i)
    if (counts[i] > 0) said[i].text += "; so at " + counted(counts[i], "more place");
  return said;
}

}  // namespace vramlint

#include "base/flood.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/printable.h"
#include "base/words.h"

namespace vramlint {
namespace {

constexpr size_t kLongestReason = 400;  // of what one rule goes without: a finding says all of it

void cut(std::string& text) {
  if (text.size() > kLongestMessage) text = abridged(text);
}

void cut_reason(std::string& text) {
  if (text.size() > kLongestReason) text = std::string(clipped(text, kLongestReason)) + "…";
}

/// "rule: reason": of one reason for many rules the same is left.
void cut_reason_of(std::string& item) {
  const size_t at = item.find(": ");
  if (at == std::string::npos) return cut_reason(item);
  std::string reason = item.substr(at);
  cut_reason(reason);
  item.replace(at, std::string::npos, reason);
}

std::string counted(const std::string& text, size_t more) {
  return fmt::format("{} (and {} more like it)", text, more);
}

Words counted(const Words& words, size_t more) { return "{0} (and {1} more like it)"_words(words, more); }

/// Leaves the first kMostRepeats of each key. `text` is the message of an item.
template <typename Item, typename Key, typename Text>
void count_repeats(std::vector<Item>& items, Key key, Text text) {
  if (items.size() <= kMostRepeats) return;
  struct Seen {
    size_t count = 0, last = 0;
  };
  std::map<decltype(key(items.front())), Seen> seen;
  std::vector<Item> kept;
  for (Item& item : items) {
    Seen& same = seen[key(item)];
    if (++same.count > kMostRepeats) continue;
    same.last = kept.size();
    kept.push_back(std::move(item));
  }
  for (const auto& [_, same] : seen) {
    if (same.count > kMostRepeats) text(kept[same.last]) = counted(text(kept[same.last]), same.count - kMostRepeats);
  }
  items = std::move(kept);
}

/// All that it says.
template <typename Each>
void each_words(Finding& finding, Each each) {
  each(finding.message);
  for (Related& item : finding.related) each(item.message);
  for (Fix& fix : finding.fixes) each(fix.title);
}

void cut(Finding& finding) {
  if (finding.related.size() > kMostRepeats) {
    const size_t more = finding.related.size() - kMostRepeats;
    finding.related.resize(kMostRepeats);
    finding.related.push_back({{}, "and {0} more places"_words(more)});
  }
  each_words(finding, [](Words& words) { words.abridge(); });
}

}  // namespace

void stem(std::vector<Finding>& findings) {
  for (Finding& finding : findings) cut(finding);
  count_repeats(
      findings,
      [](const Finding& item) { return std::tuple(item.rule, item.severity, item.config, item.message.text()); },
      [](Finding& item) -> Words& { return item.message; });
}

void stem(ConfigOutcome& outcome) {
  for (std::string* name : {&outcome.recipe, &outcome.dialect, &outcome.peak_phase}) cut(*name);
  for (PhasePeak& phase : outcome.phases) cut(phase.name);
  for (Unknown& unknown : outcome.unknowns) cut(unknown.reason);
  for (Assumption& assumption : outcome.assumptions) cut(assumption.text);
  for (std::string& item : outcome.not_checked) cut_reason_of(item);
  count_repeats(
      outcome.unknowns, [](const Unknown& item) { return item.reason; },
      [](Unknown& item) -> std::string& { return item.reason; });
  count_repeats(
      outcome.assumptions, [](const Assumption& item) { return item.text; },
      [](Assumption& item) -> std::string& { return item.text; });
}

}  // namespace vramlint

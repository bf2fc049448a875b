#include "baseline.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/digest.h"
#include "base/printable.h"

namespace vramlint {
namespace {

using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;  // in the entries' order

Key key_of(const BaselineEntry& entry) { return {entry.file, entry.rule, entry.line, entry.value, entry.config}; }

/// What an entry keeps of a text.
std::string kept(std::string_view text) {
  constexpr size_t kMost = 160;
  const size_t begin = std::min(text.find_first_not_of(" \t\r"), text.size());
  text = text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
  if (text.size() <= kMost) return std::string(text);
  Digest digest;
  digest.add(text);
  return std::string(clipped(text, kMost)) + "…" + digest.text();
}

/// Turns findings into entries, and knows what is the same for all of a run.
class Maker {
 public:
  Maker(const Outcome& outcome, std::span<const Rule* const> rules) {
    for (const Rule* rule : rules) {
      if (rule->concern == Concern::memory) memory_.push_back(rule->name);
      if (rule->needs == Stage::timeline || rule->needs == Stage::peak) of_peak_.push_back(rule->name);
    }
    for (const ConfigOutcome& config : outcome.configs) {
      int64_t& peak = peaks_[config.path];  // of several recipes the largest
      peak = std::max(peak, config.peak.process.point.count);
    }
  }

  BaselineEntry entry(const Finding& finding) const {
    BaselineEntry made{.rule = finding.rule, .file = finding.config};
    const bool is_of_peak = std::find(of_peak_.begin(), of_peak_.end(), finding.rule) != of_peak_.end();
    if (finding.span && !is_of_peak) {
      made.file = finding.span.source->path();
      made.line = kept(finding.span.source->line(finding.span.start().line));
      made.value = kept(finding.span.text());
    }
    if (std::find(memory_.begin(), memory_.end(), finding.rule) == memory_.end()) return made;
    made.config = finding.config;
    const auto peak = peaks_.find(finding.config);
    if (peak != peaks_.end()) made.peak = peak->second;
    return made;
  }

 private:
  std::vector<std::string_view> memory_;
  std::vector<std::string_view> of_peak_;  // which setting they stand at follows from the values of all
  std::map<std::string_view, int64_t> peaks_;
};

/// Findings of one place: those of several configs are one.
using Place = std::pair<Key, std::pair<uint32_t, uint32_t>>;

Place place_of(const BaselineEntry& entry, const Span& span) { return {key_of(entry), {span.begin, span.end}}; }

struct Remaining {
  const BaselineEntry* entry;
  int64_t left;  ///< places that it still stands for
  bool met = false;
};

bool has_grown(const BaselineEntry& before, const BaselineEntry& now, int64_t percent) {
  if (!before.peak || !now.peak) return false;
  return static_cast<double>(*now.peak) > static_cast<double>(*before.peak) * (1 + static_cast<double>(percent) / 100);
}

bool was_checked(const BaselineEntry& entry, std::span<const Rule* const> rules, Coverage& coverage) {
  const auto called = [&](const Rule* rule) { return rule->name == entry.rule; };
  const auto rule = std::find_if(rules.begin(), rules.end(), called);
  return rule != rules.end() && coverage.covers(**rule, entry.file);
}

}  // namespace

std::string written(const Baseline& baseline) {
  nlohmann::ordered_json entries = nlohmann::ordered_json::array();
  for (const BaselineEntry& entry : baseline.entries) {
    nlohmann::ordered_json object = {{"rule", entry.rule}, {"file", entry.file}};
    if (!entry.config.empty()) object["config"] = entry.config;
    object["line"] = entry.line;
    object["value"] = entry.value;
    if (entry.count != 1) object["count"] = entry.count;
    if (entry.peak) object["peak"] = *entry.peak;
    entries.push_back(std::move(object));
  }
  const nlohmann::ordered_json document = {
      {"vramlint_baseline", 1}, {"peak_growth_percent", baseline.growth}, {"entries", std::move(entries)}};
  return printable_json(document.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) + "\n";
}

std::vector<BaselineEntry> baseline_entries(const Outcome& outcome, std::span<const Rule* const> rules) {
  const Maker maker(outcome, rules);
  std::map<Key, BaselineEntry> entries;
  std::map<Place, bool> seen;
  for (const Finding& finding : outcome.findings) {
    BaselineEntry made = maker.entry(finding);
    if (!seen.emplace(place_of(made, finding.span), true).second) continue;
    const Key key = key_of(made);
    const auto [at, is_new] = entries.emplace(key, std::move(made));
    if (!is_new) ++at->second.count;
  }
  std::vector<BaselineEntry> sorted;
  for (auto& [_, entry] : entries) sorted.push_back(std::move(entry));
  return sorted;
}

BaselineUse subtract(const Baseline& baseline, std::span<const Rule* const> rules, Coverage& coverage,
                     Outcome& outcome) {
  std::map<Key, Remaining> entries;
  for (const BaselineEntry& entry : baseline.entries) entries.emplace(key_of(entry), Remaining{&entry, entry.count});
  const Maker maker(outcome, rules);
  std::map<Place, bool> known;
  BaselineUse use{.path = baseline.path};
  const auto is_known = [&](const Finding& finding) {
    const BaselineEntry made = maker.entry(finding);
    const auto at = entries.find(key_of(made));
    if (at == entries.end()) return false;
    at->second.met = true;
    const auto [place, is_new] = known.emplace(place_of(made, finding.span), false);
    if (is_new) {
      place->second = !has_grown(*at->second.entry, made, baseline.growth) && at->second.left-- > 0;
      use.known += place->second;
    }
    return place->second;
  };
  std::vector<Finding>& findings = outcome.findings;
  findings.erase(std::remove_if(findings.begin(), findings.end(), is_known), findings.end());
  for (const auto& item : entries) use.gone += !item.second.met && was_checked(*item.second.entry, rules, coverage);
  return use;
}

}  // namespace vramlint

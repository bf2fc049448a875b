#include <algorithm>
#include <cctype>

#include "rules/checkpoint_calls.h"
#include "rules/kept_results.h"
#include "rules/peak_story.h"
#include "rules/unused_graphs.h"

namespace vramlint::rules {
namespace {
namespace peak_appears_late_rule {

constexpr double kLeast = 1.05;  // of what the first steps need, where they do not fit either
constexpr std::string_view kTurns = "the step is followed as it is then, too";

/// What makes the phase another one; nowhere for what is done behind the loop.
Span condition_of(const graph::Graph& phase) {
  for (const Assumption& one : phase.assumptions)
    if (one.text.ends_with(kTurns)) return one.span;
  return {};
}

bool names(std::string_view text, const std::string& key) {
  const auto is_part = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    const size_t after = at + key.size();
    if ((at == 0 || !is_part(text[at - 1])) && (after == text.size() || !is_part(text[after]))) return true;
  }
  return false;
}

void find_named(const config::Node& node, std::string_view text, std::vector<Span>& found) {
  const config::Mapping* mapping = node.mapping();
  if (!mapping) return;
  for (const config::Entry& entry : mapping->entries) {
    const bool is_number = std::holds_alternative<int64_t>(entry.value.value);
    if (is_number && entry.value.span && names(text, entry.key)) found.push_back(entry.value.span);
    find_named(entry.value, text, found);
  }
}

/// The one number of the config that the condition calls by its name, else where the peak is told.
Span place_of(const Analysis& analysis, size_t late, const Span& condition) {
  std::vector<Span> found;
  if (condition) find_named(analysis.config->root, condition.text(), found);
  return found.size() == 1 ? found.front() : place_of_phase(analysis, late);
}

Words advice_for(const Analysis& analysis, size_t late) {
  if (are_most_of(analysis, analysis.outcome.phases[late].peak.process))
    return "Most of it are results that are kept on the GPU until the loop ends, whatever the batch: move each to the host."_words;
  if (unused_graph(analysis))
    return "It computes no gradients, but its forward is recorded for a backward: run it under `torch.no_grad()`."_words;
  if (!peaks_behind_training(analysis, late)) return "Getting through the first steps proves nothing yet."_words;
  return "It computes no gradients: a smaller batch there, or autocast around it, is enough."_words;
}

void report_late(const Analysis& analysis, size_t first, size_t late, Report& report) {
  const PhasePeak &begins = analysis.outcome.phases[first], &ends = analysis.outcome.phases[late];
  const Span condition = condition_of(analysis.built->phases[late]);
  std::vector<Related> related;
  if (condition) related.push_back({condition, "decided here"_words});
  const Words first_needs = describe(begins.peak.process), late_needs = describe(ends.peak.process);
  const Words device = describe_device(analysis);
  if (begins.peak.process.point > analysis.device->budget) {
    report.add(
        Severity::note, place_of(analysis, late, condition),
        "The first steps do not show the peak: phase `{0}` needs {1}, and phase `{2}`, which comes later, {3}; {4}. Even on a larger GPU, getting through the first steps proves nothing yet."_words(
            begins.name, first_needs, ends.name, late_needs, device),
        std::move(related));
    return;
  }
  report.add(
      place_of(analysis, late, condition),
      sentences(
          {"Training begins and fits (phase `{0}`: {1}), and runs out of memory later: phase `{2}` needs {3}, {4}."_words(
               begins.name, first_needs, ends.name, late_needs, device),
           advice_for(analysis, late)}),
      std::move(related));
}

/// The first phase of the same training; another stage is another program.
size_t first_of_training(const Analysis& analysis, size_t late) {
  size_t first = 0;
  while (first < late && analysis.built->facts[first].stage != analysis.built->facts[late].stage) ++first;
  return first;
}

void check(const Analysis& analysis, Report& report) {
  const std::vector<PhasePeak>& phases = analysis.outcome.phases;
  if (!analysis.built || analysis.built->phases.size() != phases.size()) return;
  const auto needs = [&](size_t phase) { return phases[phase].peak.process.point; };
  const auto fits = [&](size_t phase) { return needs(phase) <= analysis.device->budget; };
  const auto more = [&](size_t late, size_t first) {
    return static_cast<double>(needs(late).count) >= kLeast * static_cast<double>(needs(first).count);
  };
  for (const bool at_first : {true, false}) {
    for (size_t late = 1; late < phases.size(); ++late) {
      const size_t first = first_of_training(analysis, late);
      if (first == late || fits(late) || !trains(analysis.built->phases[first]) || fits(first) != at_first) continue;
      if (!at_first && (peaks_behind_training(analysis, late) || !more(late, first))) continue;
      return report_late(analysis, first, late, report);
    }
  }
}

}  // namespace peak_appears_late_rule
}  // namespace

extern const Rule peak_appears_late = {
    .name = "peak-appears-late",
    .code = "VL1015",
    .summary = "Training fits when it begins, and a later phase of it does not.",
    .severity = Severity::warning,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .check = peak_appears_late_rule::check,
};

}  // namespace vramlint::rules

#include <algorithm>

#include "rules/accumulated_batch.h"
#include "rules/largest_batch.h"
#include "rules/learning_rate.h"
#include "rules/mixed_precision_fix.h"
#include "rules/peak_story.h"
#include "rules/setting_fixes.h"

namespace vramlint::rules {
namespace {
namespace peak_memory_exceeds_device_rule {

/// Fewer where a step takes long to simulate.
int trials(const Analysis& analysis) {
  constexpr size_t kMostEvents = 150'000;  // of all trials together
  constexpr int kLeast = 6, kMost = 12;
  size_t events = 1;
  for (const graph::Graph& graph : analysis.built->phases) events += graph.events.size();
  return std::clamp(static_cast<int>(kMostEvents / events), kLeast, kMost);
}

std::string describe_calm(const LargestBatch& batch) {
  if (batch.calm == batch.size) return {};
  const std::string without = batch.calm > 0 ? "up to " + std::to_string(batch.calm) : "no batch";
  return ", slowly: " + without + " fits without the allocator giving back its cache and trying again";
}

/// Of what is known in part no more is said than what is needed at least.
std::string describe_need(const ConfigOutcome& outcome) {
  const bool is_bound = outcome.status == Status::partial && are_lower_bounds(outcome.unknowns);
  return is_bound ? "at least " + to_string(outcome.peak.process.low) : describe(outcome.peak.process);
}

void check(const Analysis& analysis, Report& report) {
  const ConfigOutcome& outcome = analysis.outcome;
  if (!analysis.device || outcome.fits.value_or(true)) return;

  std::string message = "Training needs " + describe_need(outcome) + " at the peak";
  if (outcome.phases.size() > 1) message += " (phase `" + outcome.peak_phase + "`)";
  message += ", " + describe_device(analysis);
  if (outcome.peak.process.point <= analysis.device->budget)
    message +=
        ", but the allocator finds no room for a request there: its settings keep it from the rest, or that lies "
        "in pieces";
  if (const std::string top = describe_top(analysis); !top.empty()) message += "; " + top;
  message += ".";
  const std::vector<Lever> levers = rules::levers(analysis, report.session(), trials(analysis));
  report.tell_keys(shares_of(levers));
  if (const std::string settings = describe_levers(levers); !settings.empty())
    message += " The settings that lower it most: " + settings + ".";

  std::vector<Fix> fixes;
  if (auto turned = switch_fix(analysis, report.session())) {
    message += " With " + turned->setting + " it fits.";
    fixes.push_back(std::move(turned->fix));
  }
  if (const auto batch = largest_batch(analysis, report.session())) {
    if (batch->size > 0) {
      message += " The largest batch that fits is " + std::to_string(batch->size) + describe_calm(*batch) + ".";
      message += describe_learning_rate(analysis, batch->fix, batch->size, report.session());
      if (auto accumulated = accumulated_batch(analysis, report.session(), batch->size)) {
        message += " With more gradient accumulation the effective batch can stay what it is.";
        fixes.push_back(std::move(*accumulated));
      }
      fixes.push_back(batch->fix);
    } else {
      message += analysis.built->batch->value == 1 ? " The batch is 1 already." : " Not even a batch of 1 fits.";
    }
  }
  if (auto precision = mixed_precision_fix(analysis, report.session())) {
    message += " With mixed precision it fits.";
    fixes.push_back(std::move(*precision));
  }
  if (fixes.empty()) {
    if (auto other = neighbour_fix(analysis, report.session())) {
      const bool is_whole = other->fix.effect->fits.has_value();
      message += " With " + other->setting + (is_whole ? " it fits." : " what is known of it fits.");
      fixes.push_back(std::move(other->fix));
    }
  }
  report.add(place_of_peak(analysis, levers), std::move(message), related_places(analysis, levers), std::move(fixes));
}

}  // namespace peak_memory_exceeds_device_rule
}  // namespace

extern const Rule peak_memory_exceeds_device = {
    .name = "peak-memory-exceeds-device",
    .code = "VL1001",
    .summary = "One training step needs more memory at its peak than the device has.",
    .severity = Severity::error,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .check = peak_memory_exceeds_device_rule::check,
};

}  // namespace vramlint::rules

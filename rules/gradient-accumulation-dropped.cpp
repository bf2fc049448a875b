#include <algorithm>

#include "rules/accumulation_keys.h"

namespace vramlint::rules {
namespace {
namespace gradient_accumulation_dropped_rule {

/// Also where nothing reads the section that the key is in.
bool is_unread(const usage::Usage& usage, const std::string& key) {
  const auto covers = [&](const usage::Unread& one) {
    return one.readers.empty() && (one.key == key || key.starts_with(one.key + "."));
  };
  return std::any_of(usage.unread.begin(), usage.unread.end(), covers);
}

bool is_ineffective(const usage::Usage& usage, const std::string& key) {
  return std::any_of(usage.ineffective.begin(), usage.ineffective.end(),
                     [&](const usage::Ineffective& one) { return one.key == key && !one.is_note; });
}

void check(const Analysis& analysis, Report& report) {
  if (!analysis.usage) return;
  for (const AccumulationKey& one : accumulation_keys(*analysis.config)) {
    if (one.steps < 2) continue;
    const bool unread = is_unread(*analysis.usage, one.key);
    if (!unread && !is_ineffective(*analysis.usage, one.key)) continue;
    const std::string steps = std::to_string(one.steps);
    std::string message = "`" + one.key + "` asks for gradient accumulation over " + steps +
                          " batches, and the training program " +
                          (unread ? "never reads it" : "reads it without using it") +
                          ": the optimizer steps after every batch. The effective batch is ";
    const auto& batch = analysis.built ? analysis.built->batch : std::nullopt;
    message += batch ? std::to_string(batch->value) + " and not " + std::to_string(batch->value * one.steps)
                     : "one " + steps + "th of what the config says";
    report.add(one.span,
               message +
                   ", and a learning rate chosen for the larger one is too high. Accumulation needs code: divide "
                   "the loss by the number of batches, and call `step()` and `zero_grad()` after the last of them.");
  }
}

}  // namespace gradient_accumulation_dropped_rule
}  // namespace

extern const Rule gradient_accumulation_dropped = {
    .name = "gradient-accumulation-dropped",
    .code = "VL1116",
    .summary = "The config asks for gradient accumulation, and the training program steps after every batch.",
    .severity = Severity::warning,
    .concern = Concern::idle,
    .needs = Stage::whole_usage,
    .check = gradient_accumulation_dropped_rule::check,
};

}  // namespace vramlint::rules

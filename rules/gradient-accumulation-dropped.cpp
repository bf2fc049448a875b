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
    const Form asked = unread ? "`{0}` asks for gradient accumulation over {1} batches, and the training program never "
                                "reads it: the optimizer steps after every batch."_words
                              : "`{0}` asks for gradient accumulation over {1} batches, and the training program reads "
                                "it without using it: the optimizer steps after every batch."_words;
    const auto& batch = analysis.built ? analysis.built->batch : std::nullopt;
    const Words effective =
        batch
            ? "The effective batch is {0} and not {1}, and a learning rate chosen for the larger one is too high."_words(
                  batch->value, batch->value * one.steps)
            : "The effective batch is 1/{0} of what the config says, and a learning rate chosen for the larger one is too high."_words(
                  one.steps);
    report.add(one.span, sentences({asked(one.key, one.steps), effective,
                                    "Accumulation needs code: divide the loss by the number of batches, and call "
                                    "`step()` and `zero_grad()` after the last of them."_words}));
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

#include "rules/setting_steps.h"

namespace vramlint::rules {
namespace {
namespace shortened_run_rule {

/// Of what is off unless the value is true, or a number above 0.
bool is_on(const config::Node& value) {
  if (const auto* truth = std::get_if<bool>(&value.value)) return *truth;
  if (const auto* count = std::get_if<int64_t>(&value.value)) return *count > 0;
  const auto* share = std::get_if<double>(&value.value);
  return share && *share > 0;
}

/// Lightning: 1.0 is all of them, another number a share or a count (pytorch_lightning/trainer/trainer.py, 2.6).
bool is_limit(const config::Node& value) {
  if (const auto* count = std::get_if<int64_t>(&value.value)) return *count > 0;
  const auto* share = std::get_if<double>(&value.value);
  return share && *share > 0 && *share < 1;
}

void look(const Analysis& analysis, const config::Node& node, const std::string& path, Report& report) {
  const config::Mapping* mapping = node.mapping();
  if (!mapping) return;
  for (const config::Entry& entry : mapping->entries) {
    const std::string key = path.empty() ? entry.key : path + "." + entry.key;
    look(analysis, entry.value, key, report);
    const bool shortens =
        shortens_run(entry.key) ? is_on(entry.value) : entry.key == "limit_train_batches" && is_limit(entry.value);
    if (!shortens || !entry.value.span || !use_of(analysis, key).starts_with("read")) continue;
    report.add(
        entry.value.span,
        "`{0}: {1}` shortens training to a few batches, to try the program out: what such a run saves has hardly been trained. Turn it off for a run that counts."_words(
            key, std::string(entry.value.span.text())));
  }
}

void check(const Analysis& analysis, Report& report) {
  if (analysis.usage && analysis.config) look(analysis, analysis.config->root, "", report);
}

}  // namespace shortened_run_rule
}  // namespace

extern const Rule shortened_run = {
    .name = "shortened-run",
    .code = "VL1121",
    .summary = "A switch for trying the program out is on: training ends after a few batches.",
    .severity = Severity::note,
    .concern = Concern::other,
    .needs = Stage::usage,
    .check = shortened_run_rule::check,
};

}  // namespace vramlint::rules

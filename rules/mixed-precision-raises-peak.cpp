#include <algorithm>
#include <array>

#include "config/plain_yaml.h"
#include "rules/harm.h"
#include "rules/leaf_overrides.h"
#include "rules/peak_story.h"
#include "rules/setting_steps.h"

namespace vramlint::rules {
namespace {
namespace mixed_precision_raises_peak_rule {

constexpr double kLeast = 0.02;  // of the peak

bool names_precision(const std::string& key) {
  constexpr std::array names = {"amp", "fp16", "bf16", "half", "mixed", "precision"};
  const std::string last = key.substr(key.rfind('.') + 1);
  return std::any_of(names.begin(), names.end(),
                     [&](const char* name) { return last.find(name) != std::string::npos; });
}

bool is_half(graph::Dtype dtype) { return dtype == graph::Dtype::float16 || dtype == graph::Dtype::bfloat16; }

bool computes_in_half(const Analysis& analysis) {
  return std::any_of(analysis.built->phases.begin(), analysis.built->phases.end(), [](const graph::Graph& graph) {
    return std::any_of(graph.tensors.begin(), graph.tensors.end(),
                       [](const graph::Tensor& tensor) { return is_half(tensor.type.dtype); });
  });
}

/// Switches that are on, and in configs of mmcv's kind sections that are on by being there, such as `fp16 = dict()`.
std::vector<Step> switches_off(const Analysis& analysis) {
  std::vector<Step> steps = setting_steps(analysis);
  std::erase_if(
      steps, [](const Step& step) { return !names_precision(step.key) || (step.to != "false" && step.to != "False"); });
  const config::Mapping* root = analysis.config->root.mapping();
  if (!root || config::is_data(*analysis.source)) return steps;
  for (const config::Entry& entry : root->entries) {
    if (!entry.value.mapping() || !entry.value.span || !names_precision(entry.key)) continue;
    std::vector<Edit> edits = own_edits(analysis, entry.key, entry.value.span, "None");
    if (!edits.empty()) steps.push_back({entry.key, entry.value.span, "None", std::move(edits), {}});
  }
  return steps;
}

void check(const Analysis& analysis, Report& report) {
  if (!analysis.built || analysis.timelines.empty() || !computes_in_half(analysis)) return;
  for (const Step& step : switches_off(analysis)) {
    const Analysis without = what_if(analysis, step.edits, report.session());
    if (!still_trains(analysis, without) || computes_in_half(without)) continue;
    const Bytes now = analysis.outcome.peak.process.point, then = without.outcome.peak.process.point;
    if (static_cast<double>((now - then).count) < kLeast * static_cast<double>(now.count)) continue;
    const FixEffect effect = {without.outcome.peak.allocated, without.outcome.peak.process, without.outcome.fits,
                              without.outcome.retries};
    report.add(step.span,
               "Mixed precision (`{0}`) raises the peak: {1} with it, {2} without. Operators that autocast runs in "
               "float32 keep their input or output in both formats; what they keep twice is more here than what the "
               "others save."_words(step.key, describe(analysis.outcome.peak.process), describe(effect.process)),
               {},
               {{.title = "Set `{0}` to {1}: float32 throughout"_words(step.key, step.to),
                 .safety = Safety::unsafe,
                 .edits = step.edits,
                 .effect = effect}});
  }
}

}  // namespace mixed_precision_raises_peak_rule
}  // namespace

extern const Rule mixed_precision_raises_peak = {
    .name = "mixed-precision-raises-peak",
    .code = "VL1014",
    .summary = "A step in mixed precision needs more memory than the same step in float32.",
    .severity = Severity::warning,
    .concern = Concern::memory,
    .needs = Stage::build,
    .check = mixed_precision_raises_peak_rule::check,
};

}  // namespace vramlint::rules

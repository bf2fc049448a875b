#include <algorithm>
#include <array>
#include <cctype>

#include "config/plain_yaml.h"
#include "rules/harm.h"
#include "rules/setting_steps.h"

namespace vramlint::rules {
namespace {
namespace size_does_not_reach_input_rule {

constexpr int64_t kLeastSize = 16;

bool names_size(std::string_view name) {
  constexpr std::array<std::string_view, 10> names = {"shape",        "image_size",  "img_size",  "input_size",
                                                      "resolution",   "input_shape", "img_shape", "image_shape",
                                                      "spatial_size", "grid_size"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// What is for another part of the work than training may well change nothing in it.
bool is_for_training(std::string key) {
  constexpr std::array others = {"test", "val", "eval", "infer", "sampl", "predict", "demo", "export", "log", "vis"};
  std::transform(key.begin(), key.end(), key.begin(), [](unsigned char c) { return std::tolower(c); });
  return std::none_of(others.begin(), others.end(),
                      [&](const char* other) { return key.find(other) != std::string::npos; });
}

bool is_size(const config::Node& value) {
  const auto large = [](const config::Node& node) {
    const auto* number = std::get_if<int64_t>(&node.value);
    return number && *number >= kLeastSize;
  };
  const config::Sequence* list = value.sequence();
  return list ? list->items.size() >= 2 && list->items.size() <= 3 &&
                    std::all_of(list->items.begin(), list->items.end(), large)
              : large(value);
}

/// The program makes the input by itself, of data whose sizes it reads: no recipe says how large a batch is.
bool makes_input(const Analysis& analysis) {
  for (size_t stage = 0; stage < config::stage_count(*analysis.experiment); ++stage) {
    const config::Experiment& one = config::stage_at(*analysis.experiment, stage);
    if (one.batch || !one.inputs.empty() || !one.targets.empty() || one.programs.empty()) return false;
  }
  return true;
}

void check(const Analysis& analysis, Report& report) {
  if (!analysis.built || analysis.timelines.empty() || !analysis.usage || !config::is_data(*analysis.source)) return;
  if (!makes_input(analysis)) return;
  for (const Step& step : setting_steps(analysis)) {
    const config::Node* value = analysis.config->root.find_path(step.key);
    const bool asks = value && is_size(*value) && names_size(step.key.substr(step.key.rfind('.') + 1));
    if (!asks || !is_for_training(step.key) || use_of(analysis, step.key) != "read and used") continue;
    const Analysis after = what_if(analysis, step.edits, report.session());
    if (!still_trains(analysis, after) || !trains_the_same(analysis, after)) continue;
    report.add(
        step.span,
        "`{0}` does not set the size of the input: with {1} in its place the training step computes the same and needs as much. The data decide how large the input is; a setting that resizes or crops them changes it."_words(
            step.key, step.to));
  }
}

}  // namespace size_does_not_reach_input_rule
}  // namespace

extern const Rule size_does_not_reach_input = {
    .name = "size-does-not-reach-input",
    .code = "VL1122",
    .summary = "A setting that is called a size of the input is read, and the training step is the same without it.",
    .severity = Severity::note,
    .concern = Concern::idle,
    .needs = Stage::build,
    .check = size_does_not_reach_input_rule::check,
};

}  // namespace vramlint::rules

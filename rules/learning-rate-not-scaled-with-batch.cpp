#include "rules/learning_rate.h"
#include "rules/setting_steps.h"
#include "rules/twin.h"

namespace vramlint::rules {
namespace {
namespace learning_rate_not_scaled_with_batch_rule {

std::optional<int64_t> number_at(const config::Node& root, std::string_view path) {
  const config::Node* node = root.find_path(path);
  constexpr int64_t kMost = int64_t{1} << 30;
  const auto* number = node ? std::get_if<int64_t>(&node->value) : nullptr;
  return number && *number > 0 && *number <= kMost ? std::optional(*number) : std::nullopt;
}

/// `auto_scale_lr` of mmengine's runner, and of mmdetection 2: what the config's learning rate is meant for.
struct Scaling {
  int64_t meant = 0;  ///< samples a step
  Span place;
  const config::Node* enable = nullptr;
};

/// Empty where it is on: the runner multiplies then (mmengine/runner/runner.py, scale_lr [0.10]).
std::optional<Scaling> scaling_of(const config::Node& root) {
  const config::Node* enable = root.find_path("auto_scale_lr.enable");
  const auto* on = enable ? std::get_if<bool>(&enable->value) : nullptr;
  const std::optional<int64_t> meant = number_at(root, "auto_scale_lr.base_batch_size");
  if (!meant || (on && *on) || (enable && !on)) return std::nullopt;
  return Scaling{*meant, root.find_path("auto_scale_lr.base_batch_size")->span, enable};
}

std::optional<int64_t> gpus_of(const config::Experiment& experiment) {
  if (experiment.one_process) return 1;
  const auto& distributed = experiment.distributed;
  return distributed && !distributed->assumed ? std::optional(distributed->gpus) : std::nullopt;
}

std::optional<double> rate_in(const config::Node& root) {
  for (const char* path : {"optim_wrapper.optimizer.lr", "optimizer.lr"}) {
    const config::Node* node = root.find_path(path);
    if (const auto* rate = node ? std::get_if<double>(&node->value) : nullptr) return *rate;
  }
  return std::nullopt;
}

std::vector<Fix> fix_of(const Scaling& scaling) {
  if (!scaling.enable) return {};
  const std::optional<Edit> on = turned(*scaling.enable);
  if (!on) return {};
  return {{.title = "Set `auto_scale_lr.enable` to True: the runner scales the learning rate"_words,
           .safety = Safety::unsafe,
           .edits = {*on}}};
}

/// Both configs are run: a program that scales the rate by itself makes its optimizer with another one.
void compare_with_twin(const Analysis& analysis, Report& report) {
  const std::optional<double> rate = learning_rate(analysis);
  const auto twin = rate ? larger_twin(analysis, report.session()) : std::nullopt;
  if (!twin) return;
  const model::KeyFact& batch = *analysis.built->batch;
  const std::vector<Edit> edits = {{batch.span, std::to_string(twin->batch)}};
  if (!is_spelt_out(batch.span)) return;
  if (learning_rate(what_if(analysis, edits, report.session())) != rate) return;
  report.add(
      Severity::note, batch.span,
      sentences(
          {"`{0}` is {1} here and {2} in {3}, the configs differ in nothing else, and both train with a learning rate of {4}."_words(
               batch.key, batch.value, twin->batch, twin->source->path(), describe_rate(*rate)),
           describe_usual_rate(analysis, *rate, static_cast<double>(batch.value) / static_cast<double>(twin->batch))}),
      {{twin->batch_place, "the other batch"_words}});
}

void check_scaling(const Analysis& analysis, Report& report) {
  const config::Node& root = analysis.config->root;
  const std::optional<Scaling> scaling = scaling_of(root);
  std::optional<int64_t> batch = number_at(root, "train_dataloader.batch_size");
  if (!batch) batch = number_at(root, "data.samples_per_gpu");
  const std::optional<double> rate = rate_in(root);
  const std::optional<int64_t> gpus = gpus_of(*analysis.experiment);
  if (!scaling || !batch || !rate || !gpus) return;
  const int64_t samples = *batch * *gpus;
  const bool is_made_up =
      scaling->meant % samples == 0 && scaling->meant / samples == analysis.experiment->accumulation;
  if (samples == scaling->meant || is_made_up) return;
  const double scaled = *rate * static_cast<double>(samples) / static_cast<double>(scaling->meant);
  const Words cards = *gpus == 1 ? "{0} GPU"_words(*gpus) : "{0} GPUs"_words(*gpus);
  report.add(
      scaling->place,
      "The learning rate of {0} is meant for {1} samples a step, and this training has {2} × {3} = {4}: without "
      "`enable=True` nothing scales it to {5}. Turn it on, or set the learning rate and `base_batch_size` to what "
      "is meant."_words(describe_rate(*rate), scaling->meant, cards, *batch, samples, describe_rate(scaled)),
      {}, fix_of(*scaling));
}

void check(const Analysis& analysis, Report& report) {
  check_scaling(analysis, report);
  compare_with_twin(analysis, report);
}

}  // namespace learning_rate_not_scaled_with_batch_rule
}  // namespace

extern const Rule learning_rate_not_scaled_with_batch = {
    .name = "learning-rate-not-scaled-with-batch",
    .code = "VL1117",
    .summary = "The config says for which batch its learning rate is meant, and trains with another one.",
    .severity = Severity::warning,
    .concern = Concern::other,
    .needs = Stage::experiment,
    .check = learning_rate_not_scaled_with_batch_rule::check,
};

}  // namespace vramlint::rules

#include "rules/peak_story.h"
#include "rules/wrappers.h"

namespace vramlint::rules {
namespace {
namespace sharding_would_fit_rule {

using config::DistributedFacts;
using config::ZeroFacts;

/// How the GPUs hold the model now: all of it each, or divided so far.
struct Now {
  int64_t gpus = 1;
  int stage = 0;  ///< of ZeRO
  Span span;
};

/// Empty where it is not known how many GPUs train. What one process sees is all there is for a program of one.
std::optional<Now> now_of(const Analysis& analysis) {
  const config::Experiment& stage = config::stage_at(*analysis.experiment, analysis.built->stage);
  const DistributedFacts* wrapper = wrapper_at_peak(analysis);
  const int64_t seen = stage.gpus.value_or(1);
  if (!wrapper) return stage.distributed ? std::nullopt : std::optional(Now{seen, 0, {}});
  if (std::holds_alternative<config::DdpFacts>(wrapper->kind))
    return Now{wrapper->gpus > 1 ? wrapper->gpus : seen, 0, wrapper->span};
  const auto* zero = std::get_if<ZeroFacts>(&wrapper->kind);
  return zero ? std::optional(Now{wrapper->gpus, zero->stage, wrapper->span}) : std::nullopt;
}

/// What the stage divides.
Words name_of(int stage) {
  if (stage == 1)
    return "ZeRO stage 1 (DeepSpeed's; PyTorch has ZeroRedundancyOptimizer) divides the optimizer's states among them"_words;
  if (stage == 2)
    return "ZeRO stage 2 (DeepSpeed's; PyTorch has FSDP's SHARD_GRAD_OP) divides the optimizer's states and the gradients among them"_words;
  return "ZeRO stage 3 (DeepSpeed's; PyTorch has FSDP's FULL_SHARD) divides the optimizer's states, the gradients and the parameters among them"_words;
}

/// What a level divides of what stands at the peak.
Bytes divided_bytes(const Analysis& analysis, int stage) {
  Bytes bytes = held_as(analysis, Category::optimizer);
  if (stage >= 2) bytes += held_as(analysis, Category::gradient);
  if (stage >= 3) bytes += held_as(analysis, Category::parameter);
  return bytes;
}

Words describe_now(const Analysis& analysis, const Now& now) {
  const Form form = now.span ? "Each of the {0} GPUs holds {1} of optimizer states, {2} of gradients and {3} of "
                               "parameters at the peak, and the step does not fit."_words
                             : "One of the {0} GPUs holds {1} of optimizer states, {2} of gradients and {3} of "
                               "parameters at the peak, and the step does not fit."_words;
  return form(now.gpus, held_as(analysis, Category::optimizer), held_as(analysis, Category::gradient),
              held_as(analysis, Category::parameter));
}

void check(const Analysis& analysis, Report& report) {
  if (!analysis.built || analysis.outcome.fits.value_or(true)) return;
  const std::optional<Now> now = now_of(analysis);
  if (!now || now->gpus < 2) return;
  std::vector<Words> others;
  for (int stage = now->stage + 1; stage <= 3; ++stage) {
    const auto after = wrapped_otherwise(analysis, {ZeroFacts{.stage = stage}, now->gpus, now->span});
    if (!after) return;
    if (!after->fits.value_or(false)) {
      others.push_back("Stage {0} does not suffice ({1})."_words(stage, describe(after->peak.process)));
      continue;
    }
    const Bytes whole = divided_bytes(analysis, stage);
    const Words then = "{0} ({1} / {2} = {3}): a GPU then needs {4} and not {5}; {6}."_words(
        name_of(stage), whole, now->gpus, Bytes(whole.count / now->gpus), describe(after->peak.process),
        describe(analysis.outcome.peak.process), describe_device(analysis));
    report.add(now->span ? now->span : place_of_peak(analysis),
               sentences({describe_now(analysis, *now), then, sentences(others)}));
    return;
  }
}

}  // namespace sharding_would_fit_rule
}  // namespace

extern const Rule sharding_would_fit = {
    .name = "sharding-would-fit",
    .code = "VL1036",
    .summary = "The step does not fit, and would if its GPUs divided optimizer states, gradients or parameters.",
    .severity = Severity::note,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .check = sharding_would_fit_rule::check,
};

}  // namespace vramlint::rules

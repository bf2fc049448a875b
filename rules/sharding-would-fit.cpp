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

std::string name_of(int stage) {
  constexpr std::string_view kAlso[] = {"", "ZeroRedundancyOptimizer", "FSDP's SHARD_GRAD_OP", "FSDP's FULL_SHARD"};
  return "ZeRO stage " + std::to_string(stage) + " (DeepSpeed's; PyTorch has " + std::string(kAlso[stage]) + ")";
}

std::string_view divided_by(int stage) {
  constexpr std::string_view kWhat[] = {"", "the optimizer's states", "the optimizer's states and the gradients",
                                        "the optimizer's states, the gradients and the parameters"};
  return kWhat[stage];
}

/// What a level divides of what stands at the peak.
Bytes divided_bytes(const Analysis& analysis, int stage) {
  Bytes bytes = held_as(analysis, Category::optimizer);
  if (stage >= 2) bytes += held_as(analysis, Category::gradient);
  if (stage >= 3) bytes += held_as(analysis, Category::parameter);
  return bytes;
}

std::string describe_now(const Analysis& analysis, const Now& now) {
  return (now.span ? "Each" : "One") + std::string(" of the ") + std::to_string(now.gpus) + " GPUs holds " +
         to_string(held_as(analysis, Category::optimizer)) + " of optimizer states, " +
         to_string(held_as(analysis, Category::gradient)) + " of gradients and " +
         to_string(held_as(analysis, Category::parameter)) + " of parameters at the peak";
}

void check(const Analysis& analysis, Report& report) {
  if (!analysis.built || analysis.outcome.fits.value_or(true)) return;
  const std::optional<Now> now = now_of(analysis);
  if (!now || now->gpus < 2) return;
  std::string others;
  for (int stage = now->stage + 1; stage <= 3; ++stage) {
    const auto after = wrapped_otherwise(analysis, {ZeroFacts{.stage = stage}, now->gpus, now->span});
    if (!after) return;
    if (!after->fits.value_or(false)) {
      others += " Stage " + std::to_string(stage) + " does not suffice (" + describe(after->peak.process) + ").";
      continue;
    }
    const Bytes whole = divided_bytes(analysis, stage);
    report.add(now->span ? now->span : place_of_peak(analysis),
               describe_now(analysis, *now) + ", and the step does not fit. " + name_of(stage) + " divides " +
                   std::string(divided_by(stage)) + " among them (" + to_string(whole) + " / " +
                   std::to_string(now->gpus) + " = " + to_string(Bytes(whole.count / now->gpus)) +
                   "): a GPU then needs " + describe(after->peak.process) + " and not " +
                   describe(analysis.outcome.peak.process) + "; " + describe_device(analysis) + "." + others);
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

#include "rules/crowded.h"
#include "rules/peak_story.h"
#include "rules/wrappers.h"

namespace vramlint::rules {
namespace {
namespace data_parallel_imbalance_rule {

constexpr double kCrowded = 0.8;  // of the device
constexpr double kLeast = 0.1;    // of the allocated peak
constexpr Bytes kLeastBytes{int64_t{256} << 20};

/// At the peak of the first GPU, what the others have no part of.
struct Extra {
  Bytes inputs, outputs, states;
  Bytes sum() const { return inputs + outputs + states; }
};

Extra extra_at_peak(const Analysis& analysis) {
  return {held_as(analysis, "other GPUs' share of the batch"),
          held_as(analysis, "gathered outputs and the loss on them"), held_as(analysis, Category::optimizer)};
}

Words describe_parts(const Extra& extra) {
  std::vector<Words> parts;
  const auto tell = [&](Bytes bytes, Form what) {
    if (bytes.count > 0) parts.push_back(what(bytes));
  };
  tell(extra.inputs, "{0} of the other GPUs' samples"_words);
  tell(extra.outputs, "{0} of gathered outputs and the loss on them"_words);
  tell(extra.states, "{0} of optimizer states"_words);
  return listed(parts);
}

void check(const Analysis& analysis, Report& report) {
  const config::DistributedFacts* wrapper = wrapper_at_peak(analysis);
  if (!wrapper || !std::holds_alternative<config::DataParallelFacts>(wrapper->kind) || wrapper->gpus < 2) return;
  // Of a step that is written as a function it is not known what is scattered.
  if (!config::stage_at(*analysis.experiment, analysis.built->stage).phases.empty()) return;
  if (!is_crowded(analysis, kCrowded)) return;
  const Extra extra = extra_at_peak(analysis);
  const Bytes peak = analysis.timelines[peak_phase(analysis)].peak_allocated;
  if (extra.sum() < kLeastBytes) return;
  if (static_cast<double>(extra.sum().count) < kLeast * static_cast<double>(peak.count)) return;
  Words message =
      "DataParallel's first GPU holds {0} that the other {1} do not, of {2} allocated at the peak: {3}; {4}."_words(
          extra.sum(), wrapper->gpus - 1, peak, describe_parts(extra), describe_device(analysis));
  if (const auto after = wrapped_otherwise(analysis, {config::DdpFacts{}, wrapper->gpus, wrapper->span}))
    message =
        sentences({message, "In DistributedDataParallel every GPU needs {0} for the same samples, and not {1}."_words(
                                describe(after->peak.process), describe(analysis.outcome.peak.process))});
  report.add(wrapper->span ? wrapper->span : place_of_peak(analysis), std::move(message));
}

}  // namespace data_parallel_imbalance_rule
}  // namespace

extern const Rule data_parallel_imbalance = {
    .name = "data-parallel-imbalance",
    .code = "VL1037",
    .summary = "Memory is short on DataParallel's first GPU, which holds far more than the others.",
    .severity = Severity::note,
    .concern = Concern::memory,
    .needs = Stage::timeline,
    .check = data_parallel_imbalance_rule::check,
};

}  // namespace vramlint::rules

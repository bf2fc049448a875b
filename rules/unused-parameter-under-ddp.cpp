#include <algorithm>

#include "rules/residents.h"

namespace vramlint::rules {
namespace {
namespace unused_parameter_under_ddp_rule {

/// What the step itself makes is not among the parameters that were wrapped.
bool is_unused(const Resident& resident) { return resident.trainable && !resident.reached && !resident.made; }

/// The reducer waits for the gradients of all parameters, unless it looks for those that get none, or was told that
/// every step is like the first. Of a step that is written as a function it is not known what is wrapped.
bool waits_for_all(const config::Experiment& experiment) {
  const auto& distributed = experiment.distributed;
  const auto* ddp = distributed ? std::get_if<config::DdpFacts>(&distributed->kind) : nullptr;
  return ddp && !ddp->find_unused_parameters && !ddp->static_graph && experiment.phases.empty();
}

/// torch/csrc/distributed/c10d/reducer.cpp, ensure_prior_reduction_finished [1.13.1], [2.4]: raised when the second
/// forward begins.
void check(const Analysis& analysis, Report& report) {
  for (const Residents& all : residents(analysis)) {
    if (!waits_for_all(config::stage_at(*analysis.experiment, all.stage))) continue;
    const std::vector<ResidentGroup> groups = outermost(analysis, all, is_unused);
    if (groups.empty()) continue;
    std::vector<Words> names;
    std::vector<Related> related;
    for (size_t i = 0; i < groups.size(); ++i) {
      names.push_back(groups[i].name);
      if (i > 0 && i < 8) related.push_back({groups[i].made, "{0} is made here"_words(groups[i].name)});
    }
    report.add(groups[0].made,
               "no gradient reaches {0} in {1}, and DistributedDataParallel waits for the gradients of all parameters: "
               "its second iteration raises \"Expected to have finished reduction in the prior iteration\". Freeze or "
               "leave out what is not used, or set `find_unused_parameters=True`."_words(first_of(names),
                                                                                         describe_steps(analysis, all)),
               std::move(related));
  }
}

}  // namespace unused_parameter_under_ddp_rule
}  // namespace

extern const Rule unused_parameter_under_ddp = {
    .name = "unused-parameter-under-ddp",
    .code = "VL1009",
    .summary = "A trainable parameter gets no gradient, and DistributedDataParallel raises in the second iteration.",
    .severity = Severity::warning,
    .concern = Concern::run,
    .needs = Stage::build,
    .check = unused_parameter_under_ddp_rule::check,
    .manual = {}};

}  // namespace vramlint::rules

#include <algorithm>
#include <set>

#include "graph/torch_profile.h"
#include "rule.h"

namespace vramlint::rules {
namespace {
namespace checkpoint_without_use_reentrant_rule {

struct CheckpointCall {
  Span span;
  size_t calls = 0;  ///< in the phase that has most of them
  Bytes held;        ///< by the segments of that phase
  std::string phase;
};

/// The tensors that the Functions called at the place keep until their backward, each storage once.
Bytes held_at(const graph::Graph& graph, const Span& span) {
  std::set<graph::StorageId> storages;
  for (const graph::Event& event : graph.events) {
    const auto* node = std::get_if<graph::Node>(&event);
    if (!node || !node->backward || node->span != span) continue;
    for (const graph::TensorId input : node->inputs) storages.insert(graph.tensors[input].storage);
  }
  Bytes held;
  for (const graph::StorageId storage : storages) {
    const graph::Storage& facts = graph.storages[storage];
    const bool kept = facts.kind == graph::StorageKind::intermediate || facts.kind == graph::StorageKind::input;
    if (kept) held += facts.bytes.point;
  }
  return held;
}

CheckpointCall& at(std::vector<CheckpointCall>& calls, const Span& span) {
  const auto known = std::find_if(calls.begin(), calls.end(), [&](const auto& call) { return call.span == span; });
  return known != calls.end() ? *known : calls.emplace_back(CheckpointCall{.span = span, .held = {}, .phase = {}});
}

std::vector<CheckpointCall> checkpoint_calls(const Analysis& analysis) {
  std::vector<CheckpointCall> found;
  for (size_t phase = 0; phase < analysis.built->phases.size(); ++phase) {
    const graph::Graph& graph = analysis.built->phases[phase];
    std::vector<CheckpointCall> here;
    for (const Span& call : analysis.built->facts[phase].unsaid_checkpoints) ++at(here, call).calls;
    for (CheckpointCall& call : here) {
      CheckpointCall& known = at(found, call.span);
      if (call.calls > known.calls) known = {call.span, call.calls, held_at(graph, call.span), graph.phase};
    }
  }
  return found;
}

/// torch/utils/checkpoint.py: the argument is there since 1.11, with True for its default; since 2.1 the default is
/// None, which warns and goes on as True [1.13.1; pull request 100551 for 2.1; the main branch after 2.9].
Words what_torch_does(const graph::TorchProfile& torch, const std::string& version) {
  if (torch.at_least(2, 1))
    return "PyTorch {0} then takes the re-entrant variant and warns that a later release will raise instead"_words(
        version);
  return "PyTorch {0} then takes the re-entrant variant without a word; from 2.1 on it warns that a later release will "
         "raise instead"_words(version);
}

void check(const Analysis& analysis, Report& report) {
  const auto torch = graph::torch_profile(analysis.outcome.torch);
  if (!analysis.built || !torch || !torch->at_least(1, 11)) return;
  for (const CheckpointCall& call : checkpoint_calls(analysis)) {
    const Words step = call.phase == "train" ? "the step"_words : "the step ({0})"_words(call.phase);
    const Words often = call.calls == 1 ? "once"_words : "{0} times"_words(call.calls);
    std::vector<Words> message = {"{0} calls checkpoint() here {1} without `use_reentrant`: {2}."_words(
        step, often, what_torch_does(*torch, analysis.outcome.torch))};
    if (call.held > Bytes(0)) message.push_back("What the checkpoints keep until backward is {0}."_words(call.held));
    message.push_back("Say `use_reentrant=False`, or True if the old behaviour is wanted."_words);
    report.add(call.span, sentences(message));
  }
}

}  // namespace checkpoint_without_use_reentrant_rule
}  // namespace

extern const Rule checkpoint_without_use_reentrant = {
    .name = "checkpoint-without-use-reentrant",
    .code = "VL1007",
    .summary = "A step checkpoints without saying `use_reentrant`, so that the release of PyTorch decides how.",
    .severity = Severity::note,
    .concern = Concern::memory,
    .needs = Stage::build,
    .check = checkpoint_without_use_reentrant_rule::check,
    .manual = {}};

}  // namespace vramlint::rules

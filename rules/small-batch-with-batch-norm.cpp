#include <algorithm>
#include <set>
#include <vector>

#include "rules/checkpoint_calls.h"
#include "rules/peak_story.h"

namespace vramlint::rules {
namespace {
namespace small_batch_with_batch_norm_rule {

constexpr int64_t kFewSamples = 2;
constexpr int64_t kFewValues = 32;     // a channel's
constexpr int64_t kManyValues = 1000;  // with two images a ResNet-50 has 98 in its last layers

/// Batch norm in training mode, in a step that trains, of layers that keep running averages: what standardises weights
/// by `F.batch_norm` has none.
struct Normed {
  std::set<std::string> modules;
  const graph::Node* first = nullptr;
  std::string module;  ///< of the first
  int64_t samples = 0, values = 0;
};

bool is_training_batch_norm(const graph::Node& node) {
  constexpr size_t kRunningMean = 3, kTraining = 5;
  if (!node.recorded || !node.call.op || !node.call.op->schema.starts_with("batch_norm(")) return false;
  const auto* training = std::get_if<bool>(&node.call.args.at(kTraining));
  return training && *training && std::holds_alternative<graph::OperandRef>(node.call.args.at(kRunningMean));
}

/// By event: nodes that a backward goes through, told by what they write. A picture for the log is made by none.
std::vector<bool> behind_a_loss(const graph::Graph& graph) {
  std::vector<bool> wanted(graph.storages.size()), found(graph.events.size());
  const auto storage = [&](graph::TensorId tensor) { return graph.tensors[tensor].storage; };
  for (size_t at = graph.events.size(); at-- > 0;) {
    if (const auto* backward = std::get_if<graph::Backward>(&graph.events[at]))
      for (const graph::TensorId root : backward->roots) wanted[storage(root)] = true;
    const auto* node = std::get_if<graph::Node>(&graph.events[at]);
    found[at] = node && std::any_of(node->results.begin(), node->results.end(),
                                    [&](graph::TensorId result) { return wanted[storage(result)]; });
    if (!found[at]) continue;
    for (const graph::TensorId input : node->inputs) wanted[storage(input)] = true;
  }
  return found;
}

Normed few_samples(const graph::Graph& graph) {
  Normed found;
  const std::vector<bool> trained = behind_a_loss(graph);
  for (size_t at = 0; at < graph.events.size(); ++at) {
    const auto* node = std::get_if<graph::Node>(&graph.events[at]);
    if (!node || !trained[at] || !is_training_batch_norm(*node)) continue;
    const graph::TensorType& input = node->call.operands.at(0).type;
    if (input.shape.size() < 2 || !input.shape[0].known() || input.shape[0].point > kFewSamples) continue;
    const int64_t values = input.numel() / std::max<int64_t>(input.shape[1].point, 1);
    if (values >= kManyValues) continue;
    found.modules.insert(graph.modules[node->module]);
    if (found.first && found.values <= values) continue;
    found.first = node;
    found.module = graph.modules[node->module];
    found.samples = input.shape[0].point;
    found.values = values;
  }
  return found;
}

/// In one process SyncBatchNorm runs as ordinary batch norm; the config is written for several.
bool asks_for_sync(const config::Node& node) {
  if (const auto* text = std::get_if<std::string>(&node.value)) return text->find("SyncB") != std::string::npos;
  if (const config::Sequence* list = node.sequence())
    return std::any_of(list->items.begin(), list->items.end(), asks_for_sync);
  const config::Mapping* mapping = node.mapping();
  return mapping && std::any_of(mapping->entries.begin(), mapping->entries.end(), [](const config::Entry& entry) {
           const auto* truth = std::get_if<bool>(&entry.value.value);
           const bool names_sync =
               entry.key.find("sync") != std::string::npos && entry.key.find("b") != std::string::npos;
           return (truth && *truth && names_sync) || asks_for_sync(entry.value);
         });
}

Words describe(const Normed& found) {
  const Words count = found.modules.size() == 1
                          ? "`{0}` computes"_words(found.module)
                          : "{0} layers (`{1}`, …) compute"_words(found.modules.size(), found.module);
  const Words samples = found.samples == 1 ? "a single sample"_words : "{0} samples"_words(found.samples);
  return "Batch norm in training mode: {0} mean and variance of {1} a GPU, with as few as {2} values a channel, and "
         "evaluation uses running averages of these noisy figures. Gradient accumulation does not help, as each of its "
         "batches is normalised by itself. Use `SyncBatchNorm` over several GPUs, `GroupNorm`, or more samples a "
         "GPU."_words(count, samples, found.values);
}

void check(const Analysis& analysis, Report& report) {
  if (!analysis.built || asks_for_sync(analysis.config->root)) return;
  for (size_t phase = 0; phase < analysis.built->phases.size(); ++phase) {
    const graph::Graph& graph = analysis.built->phases[phase];
    if (!trains(graph)) continue;
    const Normed found = few_samples(graph);
    if (!found.first) continue;
    const model::PhaseFacts& facts = analysis.built->facts[phase];
    std::vector<Related> related;
    if (found.first->span) related.push_back({found.first->span, "normalised here: `{0}`"_words(found.module)});
    const bool is_severe = found.values < kFewValues;
    const Span place = facts.batch ? facts.batch->span : place_of_peak(analysis);
    report.add(is_severe ? Severity::warning : Severity::note, place, describe(found), std::move(related));
    return;
  }
}

}  // namespace small_batch_with_batch_norm_rule
}  // namespace

extern const Rule small_batch_with_batch_norm = {
    .name = "small-batch-with-batch-norm",
    .code = "VL1020",
    .summary = "Batch norm in training mode computes its statistics of one or two samples a GPU.",
    .severity = Severity::note,
    .concern = Concern::other,
    .needs = Stage::build,
    .check = small_batch_with_batch_norm_rule::check,
};

}  // namespace vramlint::rules

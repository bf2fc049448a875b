#include <algorithm>
#include <map>
#include <set>

#include "rules/peak_story.h"

namespace vramlint::rules {
namespace {
namespace fp16_without_loss_scaling_rule {

constexpr double kLeastScale = 8;  // a smaller factor is a weight

/// Follows a loss back to the numbers that it was made of.
class Losses {
 public:
  explicit Losses(const graph::Graph& graph) : graph_(graph) {}

  /// Only what comes before is known.
  void add(const graph::Node& node) {
    for (const graph::TensorId result : node.results) made_by_[result] = &node;
    in_half_ |= node.recorded && std::any_of(node.results.begin(), node.results.end(), [&](graph::TensorId result) {
                  return graph_.tensors[result].type.dtype == graph::Dtype::float16;
                });
  }
  bool in_half() const { return in_half_; }

  const graph::Node* node_of(graph::TensorId tensor) const {
    const auto at = made_by_.find(tensor);
    return at == made_by_.end() ? nullptr : at->second;
  }

  bool is_scaled(graph::TensorId loss) const {
    std::vector<graph::TensorId> open = {loss};
    std::set<graph::TensorId> seen;
    while (!open.empty()) {
      const graph::TensorId tensor = open.back();
      open.pop_back();
      const graph::Node* node = node_of(tensor);
      if (!node || !seen.insert(tensor).second) continue;
      if (scales(*node)) return true;
      for (const graph::TensorId input : node->inputs) {
        if (graph_.tensors[input].type.numel() == 1) open.push_back(input);
      }
    }
    return false;
  }

 private:
  /// GradScaler.scale() multiplies by a tensor of one number that needs no gradient (torch/amp/grad_scaler.py).
  bool scales(const graph::Node& node) const {
    if (!node.call.op || !node.call.op->schema.starts_with("mul")) return false;
    const auto is_number = [](const graph::Arg& arg) {
      const auto* real = std::get_if<double>(&arg);
      const auto* integer = std::get_if<int64_t>(&arg);
      return (real && *real >= kLeastScale) || (integer && static_cast<double>(*integer) >= kLeastScale);
    };
    const auto is_scale = [&](graph::TensorId input) {
      const graph::Tensor& tensor = graph_.tensors[input];
      return !tensor.requires_grad && tensor.type.numel() == 1;
    };
    return std::any_of(node.call.args.begin(), node.call.args.end(), is_number) ||
           (node.inputs.size() == 2 && std::any_of(node.inputs.begin(), node.inputs.end(), is_scale));
  }

  const graph::Graph& graph_;
  std::map<graph::TensorId, const graph::Node*> made_by_;
  bool in_half_ = false;
};

/// The node that makes a loss which is not scaled.
const graph::Node* unscaled(const graph::Graph& graph) {
  Losses losses(graph);
  for (const graph::Event& event : graph.events) {
    if (const auto* node = std::get_if<graph::Node>(&event)) losses.add(*node);
    const auto* backward = std::get_if<graph::Backward>(&event);
    if (!backward || !losses.in_half() || !backward->wanted.empty()) continue;
    for (const graph::TensorId root : backward->roots) {
      if (losses.node_of(root) && !losses.is_scaled(root)) return losses.node_of(root);
    }
  }
  return nullptr;
}

void check(const Analysis& analysis, Report& report) {
  if (!analysis.built) return;
  for (size_t phase = 0; phase < analysis.built->phases.size(); ++phase) {
    const model::PhaseFacts& facts = analysis.built->facts[phase];
    // What a recipe says in short says nothing of the scaling.
    if (config::stage_at(*analysis.experiment, facts.stage).phases.empty()) continue;
    if (!analysis.built->phases[phase].unknowns.empty()) continue;
    const graph::Node* loss = unscaled(analysis.built->phases[phase]);
    if (!loss) continue;
    report.add(
        loss->span ? loss->span : place_of_peak(analysis),
        "The step computes in float16, and the loss made here is not scaled before backward: gradients below about 3e-8, half of the smallest positive float16 number, become zero, and training may stall. Use `torch.amp.GradScaler`, or bfloat16, which needs no scaling."_words);
    return;
  }
}

}  // namespace fp16_without_loss_scaling_rule
}  // namespace

extern const Rule fp16_without_loss_scaling = {
    .name = "fp16-without-loss-scaling",
    .code = "VL1032",
    .summary = "A step computes in float16 and goes backward from a loss that is not scaled.",
    .severity = Severity::warning,
    .concern = Concern::other,
    .needs = Stage::build,
    .check = fp16_without_loss_scaling_rule::check,
};

}  // namespace vramlint::rules

// Backward, and the programs that run inside of it.
#include <ATen/core/grad_mode.h>
#include <ATen/core/ivalue.h>
#include <ATen/ops/zeros.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/function_hook.h>

#include <set>
#include <utility>

#include "probes/executor/tensors.h"
#include "probes/steps/run.h"

namespace vramlint::probes {

namespace {

using torch::autograd::variable_list;

/// Says that a node of the autograd graph begins.
class Announcement : public torch::autograd::FunctionPreHook {
 public:
  explicit Announcement(std::function<void()> announce) : announce_(std::move(announce)) {}
  variable_list operator()(const variable_list& gradients) override {
    announce_();
    return gradients;
  }

 private:
  std::function<void()> announce_;
};

}  // namespace

/// The nodes that the call has made are those behind its results that are not older than the call.
void Run::watch_backward(const graph::Node& node, const std::vector<at::Tensor>& results, uint64_t first_sequence) {
  std::vector<torch::autograd::Node*> open;
  std::set<torch::autograd::Node*> seen;
  const auto meet = [&](torch::autograd::Node* found) {
    if (found && found->sequence_nr() >= first_sequence && found->sequence_nr() != UINT64_MAX &&
        seen.insert(found).second) {
      open.push_back(found);
    }
  };
  for (const at::Tensor& result : results) {
    if (result.defined()) meet(result.grad_fn().get());
  }
  while (!open.empty()) {
    torch::autograd::Node* found = open.back();
    open.pop_back();
    found->add_pre_hook(std::make_unique<Announcement>([this, &node] { reach(&node); }));
    for (const auto& edge : found->next_edges()) meet(edge.function.get());
  }
}

StorageSet Run::persistent_storages() const {
  StorageSet storages;
  for (const graph::Parameter& parameter : graph_.parameters) storages.insert(storage_of(live_[parameter.tensor]));
  for (const graph::TensorId input : graph_.inputs) storages.insert(storage_of(live_[input]));
  return storages;
}

void Run::play(const graph::Backward& backward) {
  if (depth_ == 0) saved_ = std::max(saved_, saved_bytes(persistent_storages()));
  variable_list roots, gradients;
  bool given = false;
  for (size_t i = 0; i < backward.roots.size(); ++i) {
    if (!live_[backward.roots[i]].requires_grad()) continue;
    roots.push_back(live_[backward.roots[i]]);
    gradients.push_back(backward.gradients[i] ? live_[*backward.gradients[i]] : at::Tensor());
    given = given || backward.gradients[i].has_value();
  }
  if (!given) gradients.clear();
  if (roots.empty()) return;
  ++depth_;
  if (backward.wanted.empty()) {
    torch::autograd::backward(roots, gradients, backward.retain_graph);
  } else {
    variable_list found =
        torch::autograd::grad(roots, tensors(backward.wanted), gradients, backward.retain_graph, false, true);
    for (size_t i = 0; i < backward.results.size(); ++i) live_[backward.results[i]] = std::move(found[i]);
  }
  --depth_;
}

// ---------------------------------------------------------------- programs

/// Tensors that the program uses and that Python no longer holds live on through what the node keeps.
std::vector<graph::TensorId> Run::lend(const graph::Program& program, const std::vector<at::Tensor>& captured) {
  std::vector<graph::TensorId> lent;
  for (size_t i = 0; i < program.captured.size(); ++i) {
    const graph::TensorId id = program.captured[i];
    if (live_[id].defined()) continue;
    live_[id] = captured[i].defined() ? captured[i].tensor_data() : make_tensor(graph_.tensors[id].type);
    if (graph_.tensors[id].requires_grad) live_[id].requires_grad_(true);
    lent.push_back(id);
  }
  return lent;
}

void Run::leave(const graph::Program& program, const std::vector<graph::TensorId>& lent) {
  for (graph::TensorId tensor = program.first_tensor; tensor < program.end_tensor; ++tensor) drop(tensor);
  for (const graph::TensorId tensor : lent) live_[tensor] = at::Tensor();
}

variable_list Run::play_backward(const graph::Program& program, std::vector<at::Tensor> captured,
                                 variable_list incoming) {
  const std::vector<graph::TensorId> lent = lend(program, captured);
  captured.clear();
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    const graph::TensorType& type = graph_.tensors[program.inputs[i]].type;
    const bool came = i < incoming.size() && incoming[i].defined();
    live_[program.inputs[i]] = came ? incoming[i] : at::zeros(sizes_of(type.shape), options_of(type.dtype));
  }
  ++depth_;
  for (const graph::Event& event : program.events) play(event);
  --depth_;
  variable_list gradients;
  for (const auto& output : program.outputs) gradients.push_back(output ? live_[*output] : at::Tensor());
  leave(program, lent);
  return gradients;
}

void Run::play_again(const graph::Program& program, const std::vector<at::Tensor>& captured,
                     const std::function<bool()>& enough) {
  const std::vector<graph::TensorId> lent = lend(program, captured);
  ++depth_;
  for (const graph::Event& event : program.events) {
    if (enough()) break;
    play(event);
  }
  --depth_;
  leave(program, lent);
}

}  // namespace vramlint::probes

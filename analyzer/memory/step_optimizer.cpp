// The part of a step that deals with gradients as the optimizer finds them.
#include <algorithm>
#include <set>

#include "memory/step.h"
#include "memory/strategies/clipping.h"

namespace vramlint::memory {

/// With set_to_none=False the gradients are zeroed where they are; sparse ones have no rows then.
void Step::play(const graph::ZeroGrad& zero) {
  const bool usual = context_.experiment.optimizer.set_to_none.value_or(context_.torch.set_to_none_by_default);
  const bool none = zero.set_to_none.value_or(usual);
  if (!accumulation_.clears(event_, pass_)) return;
  const auto clear = [&](graph::TensorId leaf) { none ? gradients_.clear(leaf) : gradients_.empty_sparse(leaf); };
  for (const graph::TensorId parameter : zero.parameters) clear(parameter);
  if (!zero.parameters.empty()) return;
  for (const graph::Parameter& parameter : graph_.parameters) clear(parameter.tensor);
}

void Step::play(const graph::ReadGradient& read) {
  if (const Gradient& gradient = gradients_[read.leaf]) hold(read.result, gradient->storage);
}

void Step::play(const graph::SetGradient& set) {
  gradients_.replace(set.leaf, make_gradient(storage_of(set.value), graph_.tensors[set.value].type));
}

/// Gradients that are accumulated are clipped before the step alone.
void Step::play(const graph::ClipGradients& clip) {
  if (!accumulation_.steps(pass_)) return;
  std::vector<Trained> clipped;
  for (Trained& one : trained({}, true)) {
    const auto& chosen = clip.parameters;
    const bool all = chosen.empty() || std::find(chosen.begin(), chosen.end(), one.tensor) != chosen.end();
    if (all) clipped.push_back(std::move(one));
  }
  const auto& facts = context_.experiment.clipping;
  clip_gradients(storages_, clip, clipped, facts ? facts->foreach : std::nullopt, context_.torch);
}

void Step::play(const graph::OptimizerStep& step) {
  if (!accumulation_.steps(pass_)) return;
  storages_.mark("optimizer step");
  after_optimizer_ = true;
  OptimizerPlay play = optimizer_play(step.optimizer, true);
  const OptimizerStrategy* strategy = find_optimizer(play.facts().name);
  if (distribution_) distribution_->before_step();
  (strategy ? *strategy : kUnknownOptimizer).step(play);
  if (distribution_) distribution_->after_step();
  if (context_.experiment.ema) average_.update(context_.scenario.ask());
}

void Step::construct_optimizers() {
  std::set<std::optional<uint32_t>> optimizers;
  for (const graph::Event& event : graph_.events) {
    if (const auto* step = std::get_if<graph::OptimizerStep>(&event)) optimizers.insert(step->optimizer);
  }
  for (const auto& optimizer : optimizers) {
    OptimizerPlay play = optimizer_play(optimizer, false);
    const OptimizerStrategy* strategy = find_optimizer(play.facts().name);
    if (strategy && strategy->construct) strategy->construct(play);
  }
}

/// Of trainings before this one: gradients stay until they are zeroed, states as long as their optimizer.
void Step::find_leftovers() {
  for (size_t i = 0; i < graph_.parameters.size(); ++i) {
    const graph::TensorId tensor = graph_.parameters[i].tensor;
    const auto& left = graph_.leftovers.gradients;
    if (std::find(left.begin(), left.end(), tensor) == left.end()) continue;
    const graph::TensorType& type = graph_.tensors[tensor].type;
    const Label owned = {.category = Category::gradient, .module = owner_[i], .op = "earlier training"};
    gradients_.replace(tensor, make_gradient(storages_.make(type.bytes(), owned), type));
  }
  for (const graph::EndedStates& each : graph_.leftovers.states) {
    std::vector<Trained> parameters;
    for (size_t i = 0; i < graph_.parameters.size(); ++i)
      if (std::ranges::find(each.parameters, graph_.parameters[i].tensor) != each.parameters.end())
        parameters.push_back(trained(i));
    OptimizerPlay play(storages_, optimizer_states_[each.optimizer], std::move(parameters),
                       optimizer_facts(each.optimizer), context_.torch, context_.scenario);
    const OptimizerStrategy* strategy = find_optimizer(play.facts().name);
    if (strategy && strategy->construct) strategy->construct(play);
    (strategy ? *strategy : kUnknownOptimizer).step(play);
  }
}

const config::OptimizerFacts& Step::optimizer_facts(std::optional<uint32_t> optimizer) const {
  return optimizer ? own_optimizers_.at(*optimizer) : context_.experiment.optimizer;
}

Trained Step::trained(size_t parameter) const {
  const graph::TensorId tensor = graph_.parameters[parameter].tensor;
  const graph::TensorType& type = graph_.tensors[tensor].type;
  return {tensor, type, context_.scenario.pick(type.bytes()), owner_[parameter]};
}

std::vector<Trained> Step::trained(std::optional<uint32_t> optimizer, bool with_gradient) const {
  std::vector<bool> chosen(graph_.tensors.size(), !optimizer);
  if (optimizer) {
    for (const graph::TensorId tensor : graph_.optimizers.at(*optimizer).parameters) chosen.at(tensor) = true;
  }
  std::vector<Trained> result;
  for (size_t i = 0; i < graph_.parameters.size(); ++i) {
    const graph::TensorId tensor = graph_.parameters[i].tensor;
    const graph::Tensor& facts = graph_.tensors[tensor];
    const bool buffer = graph_.parameters[i].buffer && !optimizer;  // a program's own optimizer says what it trains
    const bool trains = chosen[tensor] && !buffer && facts.requires_grad;
    if (!trains || (with_gradient && !gradients_[tensor])) continue;
    Trained& one = result.emplace_back(trained(i));
    if (const Gradient& gradient = gradients_[tensor]; with_gradient && gradients_.is_sparse(tensor, gradient))
      one.rows = context_.scenario.pick(gradient->type.bytes());
  }
  return result;
}

OptimizerPlay Step::optimizer_play(std::optional<uint32_t> optimizer, bool with_gradient) {
  std::vector<Trained> parameters = trained(optimizer, with_gradient);
  if (distribution_) parameters = distribution_->trained(std::move(parameters));
  return OptimizerPlay(storages_, optimizer_states_[optimizer], std::move(parameters), optimizer_facts(optimizer),
                       context_.torch, context_.scenario);
}

}  // namespace vramlint::memory

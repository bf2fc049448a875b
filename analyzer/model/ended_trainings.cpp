#include "model/ended_trainings.h"

#include <algorithm>
#include <unordered_set>

#include "interp/objects.h"
#include "model/placement.h"
#include "model/tensor.h"

namespace vramlint::model {
namespace {

using graph::TensorId;
using interp::Value;

bool holds(const std::vector<TensorId>& all, TensorId one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

const graph::EndedStates* states_of(const std::vector<graph::EndedStates>& all, uint32_t optimizer) {
  const auto found = std::ranges::find(all, optimizer, &graph::EndedStates::optimizer);
  return found == all.end() ? nullptr : &*found;
}

/// Set to None between the step and the end of the round.
bool is_zeroed(const Builder& builder, TensorId parameter, size_t step, size_t end) {
  for (size_t event = step; event < std::min(end, builder.graph.events.size()); ++event) {
    const auto* zero = std::get_if<graph::ZeroGrad>(&builder.graph.events[event]);
    const bool is_none = zero && zero->set_to_none.value_or(builder.torch.set_to_none_by_default);
    if (is_none && (zero->parameters.empty() || holds(zero->parameters, parameter))) return true;
  }
  return false;
}

const EndedStep* ended_step_of(const Builder& builder, uint32_t optimizer) {
  const auto found = std::find_if(builder.ended_steps.begin(), builder.ended_steps.end(),
                                  [&](const EndedStep& each) { return each.optimizer == optimizer; });
  return found == builder.ended_steps.end() ? nullptr : &*found;
}

void find_gradients(Builder& builder) {
  for (const graph::Parameter& each : builder.graph.parameters) {
    for (Tensor* tensor : builder.on_storage(builder.graph.tensors[each.tensor].storage)) {
      if (tensor->id != each.tensor || tensor->grad.is_none()) continue;
      builder.before_change(*tensor);
      tensor->grad = Value::none();
      builder.set_gradient(each.tensor, true);
      builder.graph.leftovers.gradients.push_back(each.tensor);
    }
  }
}

/// Of an instance of torch.optim.Optimizer.
std::optional<uint32_t> number_of(const interp::Dict& attributes) {
  const Value *number = attributes.find("_number"), *groups = attributes.find("param_groups");
  if (!number || !number->is_int() || !groups || !groups->is(interp::ObjectKind::list)) return std::nullopt;
  return static_cast<uint32_t>(number->as_int());
}

std::vector<TensorId> trained_by(const interp::Dict& attributes, const EndedStep& ended) {
  std::vector<TensorId> trained;
  size_t place = 0;
  for (const Value& group : attributes.find("param_groups")->as<interp::List>()->items) {
    const auto* entries = group.as<interp::Dict>();
    const Value* parameters = entries ? entries->find("params") : nullptr;
    if (!parameters || !parameters->is(interp::ObjectKind::list)) continue;
    for (const Value& each : parameters->as<interp::List>()->items) {
      const Tensor* tensor = as_tensor(each);
      const bool is_trained = place < ended.trained.size() && ended.trained[place++];
      if (is_trained && tensor && tensor->on_device()) trained.push_back(*tensor->id);
    }
  }
  return trained;
}

}  // namespace

void note_ended_step(Builder& builder, uint32_t optimizer, const std::vector<Tensor*>& parameters) {
  EndedStep ended{optimizer, {}};
  for (Tensor* tensor : parameters) {
    const bool is_trained = tensor && tensor->requires_grad && tensor->leaf;
    ended.trained.push_back(is_trained);
    if (!is_trained || !tensor->grad.is_none()) continue;
    builder.before_change(*tensor);
    tensor->grad = make_tensor(tensor->builder, graph::like(tensor->type_info, tensor->type_info.dtype));
  }
  if (!ended_step_of(builder, optimizer)) builder.ended_steps.push_back(std::move(ended));
}

void note_ended_zero(const Builder& builder, const std::vector<Tensor*>& parameters, std::optional<bool> set_to_none) {
  if (builder.ended_steps.empty() || !set_to_none.value_or(builder.torch.set_to_none_by_default)) return;
  for (Tensor* tensor : parameters) {
    if (!tensor || tensor->grad.is_none()) continue;
    tensor->builder->before_change(*tensor);
    tensor->grad = Value::none();
  }
}

void note_step(Builder& builder, uint32_t optimizer) {
  RoundStep step{{optimizer, {}}, builder.graph.events.size()};
  for (const TensorId parameter : builder.graph.optimizers.at(optimizer).parameters)
    if (builder.has_gradient(parameter)) step.trained.parameters.push_back(parameter);
  builder.round_steps.push_back(std::move(step));
}

void find_leftovers(interp::Interpreter& interpreter, Builder& builder, const Value& names) {
  if (builder.ended_steps.empty()) return;
  find_gradients(builder);
  visit_parts(interpreter, names, [&](const Value& part) {
    const auto* instance = part.as<interp::Instance>();
    const auto* attributes = instance ? instance->attributes.as<interp::Dict>() : nullptr;
    const std::optional<uint32_t> number = attributes ? number_of(*attributes) : std::nullopt;
    const EndedStep* ended = number ? ended_step_of(builder, *number) : nullptr;
    std::vector<graph::EndedStates>& found = builder.graph.leftovers.states;
    if (ended && !states_of(found, *number)) found.push_back({*number, trained_by(*attributes, *ended)});
  });
}

void settle_leftovers(graph::Graph& graph) {
  std::unordered_set<uint32_t> steps;
  std::unordered_set<TensorId> trained;
  for (const graph::Event& event : graph.events) {
    const auto* step = std::get_if<graph::OptimizerStep>(&event);
    if (!step || !step->optimizer || !steps.insert(*step->optimizer).second) continue;
    const auto& parameters = graph.optimizers.at(*step->optimizer).parameters;
    trained.insert(parameters.begin(), parameters.end());
  }
  std::erase_if(graph.leftovers.states, [&](const graph::EndedStates& each) { return steps.contains(each.optimizer); });
  std::erase_if(graph.leftovers.gradients, [&](TensorId each) { return trained.contains(each); });
}

graph::Leftovers left_by(const Builder& builder, size_t events) {
  graph::Leftovers left;
  for (const RoundStep& step : builder.round_steps) {
    if (step.event >= events) continue;
    const auto& [optimizer, parameters] = step.trained;
    if (!states_of(left.states, optimizer)) left.states.push_back(step.trained);
    for (const TensorId each : parameters)
      if (!is_zeroed(builder, each, step.event, events)) left.gradients.push_back(each);
  }
  return left;
}

void take_over(const graph::Graph& other, const graph::Leftovers& left, const graph::Leftovers& own,
               graph::Graph& graph) {
  const auto counterpart = [&](TensorId tensor) -> std::optional<TensorId> {
    for (size_t i = 0; i < std::min(other.parameters.size(), graph.parameters.size()); ++i)
      if (other.parameters[i].tensor == tensor && other.parameters[i].name == graph.parameters[i].name)
        return graph.parameters[i].tensor;
    return std::nullopt;
  };
  for (const TensorId each : left.gradients)
    if (const auto here = counterpart(each); here && !holds(own.gradients, *here))
      graph.leftovers.gradients.push_back(*here);
  for (const graph::EndedStates& each : left.states) {
    if (each.optimizer >= graph.optimizers.size()) continue;
    const graph::EndedStates* known = states_of(own.states, each.optimizer);
    graph::EndedStates states{each.optimizer, {}};
    for (const TensorId parameter : each.parameters)
      if (const auto here = counterpart(parameter); here && !(known && holds(known->parameters, *here)))
        states.parameters.push_back(*here);
    if (!states.parameters.empty()) graph.leftovers.states.push_back(std::move(states));
  }
}

void let_go_of_others(graph::Graph& graph, const std::unordered_set<TensorId>& live) {
  std::unordered_set<graph::StorageId> held;
  for (const TensorId tensor : live) held.insert(graph.tensors[tensor].storage);
  for (const graph::Parameter& each : graph.parameters) {
    const graph::StorageId storage = graph.tensors[each.tensor].storage;
    if (each.buffer && !held.contains(storage)) graph.storages[storage].bytes = Interval::exactly(Bytes(0));
  }
}

}  // namespace vramlint::model

#include "model/device.h"

#include "base/check.h"
#include "model/apply.h"
#include "model/bind.h"
#include "model/bounded_sizes.h"
#include "model/tensor.h"
#include "ops/registry.h"

namespace vramlint::model {
namespace {

using graph::TensorId;
using interp::Interpreter;
using interp::Value;

/// A layer that forward makes when it runs first is there in every later step.
bool is_parameter(const Tensor& tensor) {
  return tensor.leaf && tensor.requires_grad && !tensor.cls.is_none() && !tensor.cls.same(tensor.builder->tensor_class);
}

}  // namespace

bool may_hold_sizes(const graph::TensorType& type) {
  constexpr int64_t kMost = 4096;  // as on the host
  return !graph::is_differentiable(type.dtype) && type.dtype != graph::Dtype::boolean && type.numel() <= kMost;
}

void move_to_device(Interpreter& interpreter, Tensor& tensor) {
  Builder& builder = *tensor.builder;
  if (tensor.of_batch && builder.follows_program && !tensor.requires_grad) return bring(tensor);
  if (is_open(tensor.type_info)) return note_open(interpreter, tensor.type_info, "what is moved to the GPU here");
  if (!may_hold_sizes(tensor.type_info)) tensor.values.reset();
  graph::TensorType type = tensor.type_info;
  type.strides = graph::contiguous_strides(type.shape);
  type.offset = 0;
  const graph::Op* op = ops::find_schema("empty.memory_format");
  const bool parameter = is_parameter(tensor) && !builder.behind_loop;  // else it lives from there on
  const bool lasts = !parameter && tensor.before_step && builder.follows_program;
  auto kind = parameter      ? graph::StorageKind::parameter
              : op && !lasts ? graph::StorageKind::intermediate
                             : graph::StorageKind::buffer;
  graph::StorageId storage = builder.add_storage(type.bytes(), kind);
  TensorId id = builder.add_tensor({type, storage, tensor.requires_grad, true});
  if (parameter) {
    builder.graph.parameters.push_back({"made in the step", id, false});
    builder.made_in_step.emplace_back(id, user_span(interpreter));
  } else if (lasts) {
    builder.graph.parameters.push_back({"made before the step", id, true});
  } else if (op) {
    std::vector<Value> sizes;
    for (const graph::Dim& dim : type.shape) sizes.push_back(Value::integer(dim.point));
    interp::Arguments arguments{{Value::list(std::move(sizes))}, {{"dtype", Value::none()}}, {}};
    std::optional<Bound> bound = bind(interpreter, *op, arguments, false);
    VRAMLINT_CHECK(bound, "empty takes a list of sizes");
    graph::Node node;
    node.call = bound->call;
    node.outputs = {{.type = type}};
    node.results = {id};
    node.module = builder.module;
    node.span = user_span(interpreter);
    builder.append(std::move(node));
  }
  tensor.type_info = type;
  tensor.place(id);
}

void bring(Tensor& tensor) {
  Builder& builder = *tensor.builder;
  if (!may_hold_sizes(tensor.type_info)) tensor.values.reset();
  const graph::StorageId storage = builder.add_storage(tensor.type_info.bytes(), graph::StorageKind::input);
  const TensorId id = builder.add_tensor({tensor.type_info, storage, tensor.requires_grad, true});
  tensor.place(id);
  builder.graph.inputs.push_back(id);
  builder.append(graph::Input{id});
}

void ask_as(const Tensor* from, Tensor& to) {
  to.of_batch |= from && from->of_batch;
  if (from && to.asked != Place::host && from->asked != Place::unsaid) to.asked = from->asked;
}

Place place_of(Interpreter& interpreter, const Value& device) {
  if (device.is_none() || device.is_unknown()) return Place::unsaid;
  if (device.is_integral()) return Place::device;
  const auto* instance = device.as<interp::Instance>();
  const auto* attributes = instance ? instance->attributes.as<interp::Dict>() : nullptr;
  if (attributes && attributes->find("_unsaid")) return Place::unsaid;
  std::string name = interpreter.str(device);
  return name.starts_with("cpu") ? Place::host : Place::device;
}

}  // namespace vramlint::model

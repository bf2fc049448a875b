#include "model/apply.h"

#include <algorithm>
#include <unordered_map>

#include "base/check.h"
#include "interp/listed.h"
#include "interp/opaque.h"
#include "model/adopted_optimizer.h"
#include "model/autocast.h"
#include "model/bounded_sizes.h"
#include "model/column_runs.h"
#include "model/data_facts.h"
#include "model/device.h"
#include "model/distinct.h"
#include "model/elements.h"
#include "model/ends.h"
#include "model/former_signature.h"
#include "model/histories.h"
#include "model/host_storage.h"
#include "model/ranges.h"
#include "model/refuse.h"
#include "model/sameness.h"
#include "model/sparse.h"
#include "model/stands.h"
#include "model/trail.h"
#include "ops/registry.h"

namespace vramlint::model {
namespace {

using graph::Output;
using graph::TensorId;
using interp::Interpreter;
using interp::Origin;
using interp::Value;

// ---------------------------------------------------------------- where the result lives

/// Whether copy_() takes the operand from the host: it may be another place than that of what is written.
bool crosses(const Bound& bound, size_t at) {
  const Tensor* tensor = bound.call.op->schema.starts_with("copy_(") ? as_tensor(bound.tensors[at]) : nullptr;
  return tensor && !tensor->on_device() && tensor->asked == Place::host;
}

bool wants_device(Interpreter& interpreter, const Builder& builder, const Bound& bound,
                  const interp::Arguments& arguments) {
  if (!builder.in_step || (!bound.tensors.empty() && crosses(bound, 0))) return false;
  for (const Value& value : bound.tensors) {
    const Tensor* tensor = as_tensor(value);
    if (tensor && (tensor->on_device() || tensor->asked == Place::device)) return true;
  }
  if (!bound.tensors.empty()) return false;
  for (const auto& [name, value] : arguments.keyword) {
    if (name == "device") return place_of(interpreter, value) == Place::device;
  }
  return false;
}

// A Python number, or a 0-dim host tensor, beside device tensors: it stays in host memory.
TensorId wrapped_number(Builder& builder, const graph::TensorType& type) {
  graph::StorageId storage = builder.add_storage(Interval::exactly(Bytes(0)), graph::StorageKind::buffer);
  return builder.add_tensor({type, storage, false, true});
}

// Numbers that torch wrapped (int64, float64) and what was asked for on the host cost nothing.
bool is_host_scalar(const Tensor& tensor) {
  const graph::Dtype dtype = tensor.type_info.dtype;
  return tensor.type_info.rank() == 0 && !tensor.requires_grad &&
         (tensor.asked == Place::host || dtype == graph::Dtype::int64 || dtype == graph::Dtype::float64);
}

// A 0-dim tensor made without a device may meet the GPU's; counted as if it were there. Its value stays known.
TensorId scalar_on_device(Interpreter& interpreter, Tensor& tensor) {
  auto values = tensor.values;
  move_to_device(interpreter, tensor);
  tensor.values = std::move(values);
  return *tensor.id;
}

/// As it is started, the program trains on the CPU, which is no mistake.
bool runs_on_host(const Builder& builder) { return builder.follows_program && !builder.uses_device; }

TensorId operand_on_device(Interpreter& interpreter, Builder& builder, const Bound& bound, size_t at) {
  const graph::Operand& operand = bound.call.operands[at];
  Tensor* tensor = as_tensor(bound.tensors[at]);
  if (!tensor || crosses(bound, at)) return wrapped_number(builder, operand.type);
  if (!tensor->on_device()) {
    if (is_host_scalar(*tensor)) return wrapped_number(builder, operand.type);
    if (tensor->type_info.rank() == 0) return scalar_on_device(interpreter, *tensor);
    if (tensor->asked == Place::host && !tensor->values && !runs_on_host(builder)) {
      constexpr const char* kSaid =
          "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!";
      interpreter.raise("RuntimeError", kSaid, user_span(interpreter));
    }
    const char* assumed = runs_on_host(builder)
                              ? "the program moves no model to a GPU; it is taken to train on one all the same"
                              : "a tensor made without a device meets tensors on the GPU; it is taken to be there";
    if (tensor->asked != Place::device) interpreter.assumptions().push_back({assumed, user_span(interpreter)});
    bring_to_device(interpreter, *tensor);
  }
  return *tensor->id;
}

/// The operands' dimensions say where they come from, for `infer` to hand on.
void name_sources(Interpreter& interpreter, Bound& bound) {
  for (size_t i = 0; i < bound.tensors.size(); ++i) {
    const Tensor* tensor = as_tensor(bound.tensors[i]);
    graph::Shape& shape = bound.call.operands[i].type.shape;
    for (size_t dim = 0; dim < shape.size(); ++dim)
      shape[dim].sources =
          bound.sources.bit_of(interpreter, tensor && dim < tensor->origins.size() ? tensor->origins[dim] : 0);
  }
}

struct Run {
  Interpreter& interpreter;
  const std::shared_ptr<Builder>& builder;
  Bound& bound;
  std::vector<Output> outputs;
  std::vector<std::vector<Origin>> origins;  // of each output's dimensions
  bool recorded;
  bool call_is_needed = true;  ///< once the node has been written down
};

bool needs_grad(const Run& run, const Output& output) {
  return run.recorded && output.differentiable && graph::is_differentiable(output.type.dtype);
}

Value host_result(Run& run, size_t at) {
  const Output& output = run.outputs[at];
  if (output.alias == Output::Alias::in_place) {
    const Value& self = run.bound.tensors[static_cast<size_t>(output.operand)];
    if (Tensor* tensor = as_tensor(self)) {
      tensor->forget_elements();
      tensor->retype(output.type);
      needs_grad(run, output) ? tensor->need_gradients() : adopt_write(*run.builder, *tensor);
      tensor->origins = std::move(run.origins[at]);
      return self;
    }
  }
  Value value = make_tensor(run.builder, output.type);
  Tensor* result = as_tensor(value);
  result->requires_grad = needs_grad(run, output);
  result->leaf = !result->requires_grad;
  for (const Value& operand : run.bound.tensors) ask_as(as_tensor(operand), *result);
  if (output.alias == Output::Alias::view) {
    Tensor* base = as_tensor(run.bound.tensors[static_cast<size_t>(output.operand)]);
    if (base && !base->on_device()) {
      share_host_storage(*base, *result);
      if (base->type_info.dtype == output.type.dtype && !run.bound.guessed) show_elements(*base, *result);
    }
  }
  result->origins = std::move(run.origins[at]);
  fold(run.bound, *result, at);
  return value;
}

graph::StorageId storage_of(Run& run, const Output& output, const std::vector<TensorId>& inputs) {
  if (output.alias == Output::Alias::fresh) {
    Interval bytes = output.storage ? *output.storage : output.type.bytes();
    return run.builder->add_storage(bytes, graph::StorageKind::intermediate);
  }
  return run.builder->graph.tensors[inputs[static_cast<size_t>(output.operand)]].storage;
}

/// A leaf that is written without a record, `with torch.no_grad(): p.clamp_(-1, 1)`, stays the leaf that it is.
bool stays_leaf(const Run& run, const graph::Tensor& written) {
  return !run.recorded && written.leaf && written.requires_grad;
}

TensorId add_result(Run& run, const Output& output, const std::vector<TensorId>& inputs) {
  graph::Graph& graph = run.builder->graph;
  bool grad = needs_grad(run, output);
  if (output.alias == Output::Alias::in_place) {
    const TensorId operand = inputs[static_cast<size_t>(output.operand)];
    if (stays_leaf(run, graph.tensors[operand])) return operand;
    grad |= graph.tensors[operand].requires_grad;
  }
  return run.builder->add_tensor({output.type, storage_of(run, output, inputs), grad, !grad,
                                  detached_from(graph, *run.bound.call.op, output, inputs)});
}

std::vector<Value> device_results(Run& run, Span span) {
  Builder& builder = *run.builder;
  count_operands(run.interpreter, run.bound, span);
  graph::Node node;
  for (size_t i = 0; i < run.bound.tensors.size(); ++i)
    node.inputs.push_back(operand_on_device(run.interpreter, builder, run.bound, i));
  for (const Output& output : run.outputs) node.results.push_back(add_result(run, output, node.inputs));
  node.call = run.call_is_needed ? run.bound.call : std::move(run.bound.call);
  node.outputs = run.outputs;
  node.module = builder.module;
  node.span = span;
  node.recorded = run.recorded;
  if (run.recorded) node.segment = builder.segment;
  const std::vector<TensorId> ids = node.results;
  builder.append(std::move(node));
  const interp::Origin around = interp::conditions_around(run.interpreter);
  for (size_t i = 0; i < run.outputs.size(); ++i) builder.count_sized(run.outputs[i], run.origins[i], around);

  std::vector<Value> results;
  for (size_t i = 0; i < ids.size(); ++i) {
    const Output& output = run.outputs[i];
    if (output.alias == Output::Alias::in_place) {
      const Value& self = run.bound.tensors[static_cast<size_t>(output.operand)];
      Tensor* tensor = as_tensor(self);
      std::optional<std::vector<double>> left = values_written(run.bound, *tensor);
      for (Tensor* other : builder.on_storage(tensor->storage())) {
        other->forget_elements();
        forget_choice(*other);
      }
      if (ids[i] != *tensor->id) tensor->replace(ids[i]);
      tensor->origins = std::move(run.origins[i]);
      run.interpreter.budget().touch(static_cast<int64_t>(builder.on_storage(tensor->storage()).size()), span);
      run.recorded ? spread_grad(builder, builder.graph.tensors[ids[i]]) : adopt_write(builder, *tensor);
      if (left) tensor->values = held(std::move(*left));
      results.push_back(self);
      continue;
    }
    Value value = make_tensor(run.builder, output.type);
    Tensor* result = as_tensor(value);
    result->place(ids[i]);
    result->requires_grad = builder.graph.tensors[ids[i]].requires_grad;
    result->leaf = builder.graph.tensors[ids[i]].leaf;
    result->origins = std::move(run.origins[i]);
    fold_on_device(run.bound, output, run.outputs.size() == 1, *result);
    results.push_back(std::move(value));
  }
  return results;
}

bool is_recorded(const Builder& builder, const graph::Call& call) {
  if (!builder.grad_enabled || !call.op->backward) return false;
  return std::any_of(call.operands.begin(), call.operands.end(),
                     [](const graph::Operand& o) { return o.requires_grad; });
}

Value pack_results(Interpreter& interpreter, const Builder& builder, std::string_view schema,
                   std::vector<Value> results) {
  std::string name(schema.substr(0, schema.find_first_of(".(")));
  Value tuple = Value::tuple(std::move(results));
  auto* table = builder.return_types.as<interp::Dict>();
  const Value* cls = table ? table->find(name) : nullptr;
  if (!cls) return tuple;
  return interpreter.make_instance(cls->as<interp::Class>(), std::move(tuple));
}

bool returns_list(std::string_view schema) {
  return schema.find("-> Tensor(a)[]") != std::string_view::npos || schema.ends_with("-> Tensor[]");
}

/// An operator on what is not known makes a tensor of a size that is not known: on the device its bytes are missing.
Value missed(Interpreter& interpreter, const Builder& builder, const Bound& bound, const interp::Arguments& arguments) {
  const auto& unknown = *bound.unknown->as<interp::UnknownValue>();
  if (wants_device(interpreter, builder, bound, arguments)) {
    interp::note_unknown(
        interpreter, unknown_by(unknown.info,
                                "what `" + std::string(graph::operator_name(*bound.call.op)) + "` makes is not counted",
                                user_span(interpreter), Gap::behind));
  }
  if (!bound.call.op->backward) return unknown_tensor(interpreter, *bound.unknown, {});
  std::vector<Value> operands = arguments.positional;
  for (const auto& [name, value] : arguments.keyword) operands.push_back(value);
  return unknown_tensor(interpreter, *bound.unknown, operands);
}

/// What may be counted by its distinct elements.
bool holds_integers(const std::vector<Output>& outputs) {
  return std::any_of(outputs.begin(), outputs.end(),
                     [](const Output& output) { return !graph::is_differentiable(output.type.dtype); });
}

Value run(Interpreter& interpreter, Bound& bound, const interp::Arguments& arguments) {
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  ++builder->applied;
  const bool on_device = wants_device(interpreter, *builder, bound, arguments);
  if (bound.unknown || leaves_open(interpreter, bound, on_device))
    return missed(interpreter, *builder, bound, arguments);
  refuse_arguments(interpreter, bound);
  const bool float32_results = on_device && cast_operands(interpreter, *builder, bound);
  name_sources(interpreter, bound);
  narrow_operands(interpreter, bound.call);
  fit_points(bound);
  graph::Inferred inferred = inferred_of(interpreter, bound.call);
  refuse_results(interpreter, bound, inferred);
  widen(inferred, bound);
  const bool informed = has_facts(bound);
  if (informed) refine_sizes(bound, inferred);
  name_sizes(interpreter, inferred);
  remember_choice(bound, inferred);
  if (float32_results) {
    for (Output& output : inferred.outputs) output.type.dtype = graph::Dtype::float32;
  }
  const std::optional<int64_t> distinct = holds_integers(inferred.outputs) ? most_distinct(bound) : std::nullopt;
  const Ranges ranges(interpreter, bound);
  Run state{interpreter, builder, bound, std::move(inferred.outputs), {}, is_recorded(*builder, bound.call)};
  for (Output& output : state.outputs) state.origins.push_back(bound.sources.take(interpreter, output.type.shape));
  for (const Output& output : state.outputs) {
    if (output.alias != Output::Alias::in_place) continue;
    if (Tensor* self = as_tensor(bound.tensors[static_cast<size_t>(output.operand)])) {
      refuse_in_place(interpreter, *builder, *self);
      builder->before_change(*self, true);
      forget_choice(*self);
    }
  }
  state.call_is_needed =
      informed || has_known_operand(bound) || (state.outputs.size() == 1 && may_hold_sizes(state.outputs[0].type));
  const std::string_view schema = bound.call.op->schema;
  std::vector<Value> results;
  if (on_device) {
    results = device_results(state, user_span(interpreter));
  } else {
    for (size_t i = 0; i < state.outputs.size(); ++i) results.push_back(host_result(state, i));
  }
  if (informed) hand_on(interpreter, bound, results), hand_on_runs(bound, results);
  count_chosen(interpreter, bound, results);
  hand_on_sameness(bound, results);
  bound_distinct(bound, distinct, results);
  ranges.tell(results);
  if (returns_list(schema)) return Value::tuple(std::move(results));
  if (results.size() == 1) return std::move(results[0]);
  return pack_results(interpreter, *builder, schema, std::move(results));
}

void after(Interpreter& interpreter, const Value& result, const interp::Arguments& arguments) {
  Tensor* tensor = as_tensor(result);
  if (!tensor) return;
  for (const auto& [name, value] : arguments.keyword) {
    if (name == "requires_grad" && value.is_bool() && value.as_bool() && tensor->leaf) {
      if (!graph::is_differentiable(tensor->type_info.dtype)) {
        interpreter.raise("RuntimeError", "Only Tensors of floating point and complex dtype can require gradients",
                          user_span(interpreter));
      }
      tensor->requires_grad = true;
      if (tensor->on_device()) tensor->builder->graph.tensors[*tensor->id].requires_grad = true;
    }
    if (name == "device" && !tensor->on_device()) tensor->asked = place_of(interpreter, value);
  }
}

std::string describe(Interpreter& interpreter, const interp::Arguments& arguments) {
  std::string text;
  auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  for (const Value& value : arguments.positional) add(interpreter.repr(value).substr(0, 60));
  for (const auto& [name, value] : arguments.keyword) add(name + "=" + interpreter.repr(value).substr(0, 60));
  return text;
}

Value apply_first(Interpreter& interpreter, std::span<const graph::Op* const> candidates, std::string_view name,
                  interp::Arguments& arguments) {
  std::optional<Value> either;
  std::optional<Bound> put_off;  // what is not known may stand for something else in another form, if one fits
  for (bool wrap_numbers : {false, true}) {
    for (const graph::Op* op : candidates) {
      std::optional<Bound> bound = bind(interpreter, *op, arguments, wrap_numbers);
      if (!bound) continue;
      const Stands found = op == candidates.back() ? Stands::for_tensor : stands(*bound);
      if (found == Stands::for_either) either = bound->unknown;
      if (found != Stands::for_tensor && !put_off) put_off = bound;
      if (found != Stands::for_tensor) continue;
      if (either && !bound->unknown) note_taken_for_number(interpreter, name, *either);
      if (!bound->unknown) note_left_out(interpreter, name, *bound);
      Value result = run(interpreter, *bound, arguments);
      after(interpreter, result, arguments);
      return either && !bound->unknown ? also_of(interpreter, std::move(result), *either) : result;
    }
  }
  if (put_off) return run(interpreter, *put_off, arguments);
  if (leave_former_signature(interpreter, name, arguments))
    return apply_first(interpreter, candidates, name, arguments);
  for (const Value& value : arguments.positional)
    if (value.is_unknown()) return value;
  refuse_what_is_no_tensor(interpreter, candidates, name, arguments);
  unsupported(interpreter, candidates.empty() ? std::string(name) + " is an operator that is not known yet"
                                              : std::string(name) + "(" + describe(interpreter, arguments) +
                                                    "): no known form of the operator takes these arguments");
}

}  // namespace

Value apply(Interpreter& interpreter, std::string_view python_name, interp::Arguments& arguments) {
  if (takes_sparse(arguments)) return apply_to_sparse(interpreter, python_name, arguments);
  return apply_first(interpreter, ops::find(python_name), python_name, arguments);
}

Value apply(Interpreter& interpreter, std::string_view python_name, std::vector<Value> positional, Span span) {
  interp::Arguments arguments{std::move(positional), {}, span};
  return apply(interpreter, python_name, arguments);
}

Value apply_schema(Interpreter& interpreter, std::string_view schema_name, std::vector<Value> positional, Span span) {
  interp::Arguments arguments{std::move(positional), {}, span};
  const graph::Op* op = ops::find_schema(schema_name);
  return apply_first(interpreter, {&op, op ? 1U : 0U}, schema_name, arguments);
}

bool has_operator(std::string_view python_name) { return !ops::find(python_name).empty(); }

}  // namespace vramlint::model

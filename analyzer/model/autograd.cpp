#include "model/autograd.h"

#include <algorithm>
#include <unordered_set>

#include "interp/opaque.h"
#include "model/apply.h"
#include "model/ended_trainings.h"
#include "model/programs.h"
#include "model/reached.h"
#include "model/trail.h"
#include "model/written_backward.h"

namespace vramlint::model {

std::vector<Tensor*> tensors_in(interp::Interpreter& interpreter, const interp::Value& list) {
  std::vector<Tensor*> tensors;
  if (list.is_none()) return tensors;
  for (const interp::Value& value : interpreter.to_vector(list, {})) tensors.push_back(as_tensor(value));
  return tensors;
}

namespace {

using graph::TensorId;
using interp::Arguments;
using interp::Interpreter;
using interp::Value;

/// One backward after the other over a long graph: each goes through all of it.
void count_walk(Interpreter& interpreter, const Builder& builder) {
  interpreter.budget().touch(32 * static_cast<int64_t>(builder.graph.tensors.size()), user_span(interpreter));
}

void note_gradients(Builder& builder, const std::unordered_set<TensorId>& found) {
  for (const TensorId tensor : found) {
    const graph::Tensor& facts = builder.graph.tensors[tensor];
    if (facts.leaf && facts.requires_grad) builder.set_gradient(tensor, true);
  }
}

// ---------------------------------------------------------------- arguments

bool can_backward(Interpreter& interpreter, const std::vector<Tensor*>& roots) {
  bool any = false;
  for (const Tensor* root : roots) {
    if (!root || !root->on_device()) return false;
    any |= root->requires_grad;
  }
  if (!any) {
    interpreter.raise("RuntimeError", "element 0 of tensors does not require grad and does not have a grad_fn",
                      user_span(interpreter));
  }
  return any;
}

void check_scalar(Interpreter& interpreter, const Tensor& root, const Tensor* gradient) {
  if (gradient || root.type_info.numel() == 1) return;
  interpreter.raise("RuntimeError", "grad can be implicitly created only for scalar outputs", user_span(interpreter));
}

/// A tensor that the engine hands to Python.
Value gradient_tensor(Builder& builder, const std::shared_ptr<Builder>& shared, const Tensor& of) {
  Value made = make_tensor(shared, graph::like(of.type_info, of.type_info.dtype));
  Tensor* gradient = as_tensor(made);
  gradient->origins = of.origins;
  const graph::StorageId storage = builder.add_storage(gradient->type_info.bytes(), graph::StorageKind::intermediate);
  gradient->place(builder.add_tensor({gradient->type_info, storage, false, true}));
  return made;
}

/// Which costs no GPU memory.
Value host_gradient(const Tensor& of, bool has_history = false) {
  Value made = make_tensor(of.builder, graph::like(of.type_info, of.type_info.dtype));
  Tensor* gradient = as_tensor(made);
  gradient->requires_grad = has_history;
  gradient->leaf = !has_history;
  return made;
}

graph::Backward backward_event(Interpreter& interpreter, const std::vector<Tensor*>& roots,
                               const std::vector<Tensor*>& gradients) {
  graph::Backward event;
  for (size_t i = 0; i < roots.size(); ++i) {
    const Tensor* gradient = i < gradients.size() ? gradients[i] : nullptr;
    check_scalar(interpreter, *roots[i], gradient);
    event.roots.push_back(*roots[i]->id);
    event.gradients.push_back(gradient && gradient->on_device() ? gradient->id : std::nullopt);
  }
  return event;
}

/// What is not known stands for the tensors that it was made of.
std::vector<Value> roots_in(Interpreter& interpreter, const Value& list) {
  std::vector<Value> roots;
  for (const Value& value : interpreter.to_vector(list, {}))
    roots.push_back(value.is_unknown() ? taken_root(interpreter, value, user_span(interpreter)) : value);
  return roots;
}

/// backward(roots, gradients, retain_graph, create_graph)
Value native_backward(Interpreter& interpreter, Arguments& arguments) {
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  ++builder->backwards;
  builder->creates_graph = arguments.positional.at(3).is_bool() && arguments.positional.at(3).as_bool();
  const Value kept = Value::list(roots_in(interpreter, arguments.positional.at(0)));
  const std::vector<Tensor*> roots = tensors_in(interpreter, kept);
  if (!can_backward(interpreter, roots)) return Value::none();
  count_walk(interpreter, *builder);
  graph::Backward event = backward_event(interpreter, roots, tensors_in(interpreter, arguments.positional.at(1)));
  event.retain_graph = arguments.positional.at(2).is_bool() && arguments.positional.at(2).as_bool();
  note_gradients(*builder, reached_from(*builder, event.roots));
  builder->append(std::move(event));
  return Value::none();
}

/// A gradient that is to be differentiated again requires grad: by that `memory` knows that it has a history.
void let_differentiate(Builder& builder, Tensor& gradient) {
  graph::Tensor& facts = builder.graph.tensors[*gradient.id];
  gradient.requires_grad = facts.requires_grad = true;
  gradient.leaf = facts.leaf = false;
}

/// grad(roots, gradients, wanted, retain_graph, create_graph, formulas): a list with a tensor or None for each wanted.
/// Formulas are None where the gradients have no history, or none that outlasts the graph.
Value native_grad(Interpreter& interpreter, Arguments& arguments) {
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  const Value kept = Value::list(roots_in(interpreter, arguments.positional.at(0)));
  const std::vector<Tensor*> roots = tensors_in(interpreter, kept);
  const std::vector<Tensor*> wanted = tensors_in(interpreter, arguments.positional.at(2));
  std::vector<Value> results(wanted.size(), Value::none());
  if (!can_backward(interpreter, roots)) {
    for (size_t i = 0; i < wanted.size(); ++i)
      if (wanted[i]) results[i] = host_gradient(*wanted[i]);
    return Value::list(std::move(results));
  }
  graph::Backward event = backward_event(interpreter, roots, tensors_in(interpreter, arguments.positional.at(1)));
  event.retain_graph = arguments.positional.at(3).is_bool() && arguments.positional.at(3).as_bool();
  const bool create_graph = arguments.positional.at(4).is_bool() && arguments.positional.at(4).as_bool();
  count_walk(interpreter, *builder);
  if (!arguments.positional.at(5).is_none()) {
    auto made = write_backward(interpreter, {roots, arguments.positional.at(1), wanted, arguments.positional.at(5)});
    if (made) return Value::list(std::move(*made));
  }
  const std::unordered_set<TensorId> found = reached_from(*builder, event.roots);
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (!wanted[i] || !wanted[i]->on_device() || !found.contains(*wanted[i]->id)) continue;
    results[i] = gradient_tensor(*builder, builder, *wanted[i]);
    event.wanted.push_back(*wanted[i]->id);
    event.results.push_back(*as_tensor(results[i])->id);
    if (create_graph) let_differentiate(*builder, *as_tensor(results[i]));
  }
  if (create_graph) note_second_derivatives(interpreter, *builder, found);
  if (!event.wanted.empty()) builder->append(std::move(event));
  return Value::list(std::move(results));
}

/// leaves(roots): those that backward() would give gradients to; None where there is no graph yet.
Value native_leaves(Interpreter& interpreter, Arguments& arguments) {
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  const Value kept = Value::list(roots_in(interpreter, arguments.positional.at(0)));
  const std::vector<Tensor*> roots = tensors_in(interpreter, kept);
  if (!builder->in_step || !can_backward(interpreter, roots)) return Value::none();
  std::vector<TensorId> ids;
  for (const Tensor* root : roots) ids.push_back(*root->id);
  ++builder->backwards;
  return leaves_reached_from(*builder, ids);
}

/// has_gone_backward(): by operators that are written down one by one, behind which a round has trained.
Value native_has_gone_backward(Interpreter& interpreter, Arguments&) {
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  if (builder->in_step) builder->append(graph::Backward{});
  return Value::none();
}

// ---------------------------------------------------------------- Functions and checkpoints

/// function_backward(call, results, held): the program that `call(*gradients)` is, by its number; None where it cannot
/// be followed. `held`: tensors that hang on the context.
Value native_function_backward(Interpreter& interpreter, Arguments& arguments) {
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  std::vector<Value> gradients;
  for (const Tensor* result : tensors_in(interpreter, arguments.positional.at(1))) {
    if (!result || !result->on_device()) return Value::none();
    gradients.push_back(gradient_tensor(*builder, builder, *result));
  }
  if (gradients.empty()) return Value::none();
  const auto program = follow_backward(interpreter, arguments.positional.at(0), std::move(gradients),
                                       tensors_in(interpreter, arguments.positional.at(2)));
  return program ? Value::integer(*program) : Value::none();
}

/// set_backward(program): of the node written last.
Value native_set_backward(Interpreter& interpreter, Arguments& arguments) {
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  std::vector<graph::Event>& events = builder->events();
  const Value& program = arguments.positional.at(0);
  const int64_t number = program.is_integral() ? program.as_int() : -1;
  if (number < 0 || std::cmp_greater_equal(number, builder->graph.programs.size())) return {};
  for (auto event = events.rbegin(); event != events.rend(); ++event) {
    auto* node = std::get_if<graph::Node>(&*event);
    if (!node) continue;
    node->backward = static_cast<graph::ProgramId>(number);
    break;
  }
  return Value::none();
}

/// checkpointed(call, arguments): what call() returns; what its nodes would save is made again in backward.
Value native_checkpointed(Interpreter& interpreter, Arguments& arguments) {
  return run_segment(interpreter, arguments.positional.at(0), tensors_in(interpreter, arguments.positional.at(1)));
}

/// note_unsaid_checkpoint(): called by checkpoint(), where its own caller is not of the prelude.
Value native_note_unsaid_checkpoint(Interpreter& interpreter, Arguments&) {
  Builder& builder = *builder_of(interpreter);
  const std::vector<Span> stack = interpreter.call_stack();
  if (builder.in_step && stack.size() > 1 && stack[1] && !is_prelude(stack[1].source))
    builder.unsaid_checkpoints.push_back(stack[1]);
  return Value::none();
}

/// note_wrapping(): called by DistributedDataParallel.
Value native_note_wrapping(Interpreter& interpreter, Arguments&) {
  builder_of(interpreter)->wrapped = user_span(interpreter);
  return Value::none();
}

/// begin_checkpoint(reentrant, arguments): whether it is noted; end_checkpoint() then must follow.
Value native_begin_checkpoint(Interpreter& interpreter, Arguments& arguments) {
  Builder& builder = *builder_of(interpreter);
  const Span span = user_span(interpreter);
  if (!builder.in_step || !span) return Value::boolean(false);
  const std::vector<Tensor*> tensors = tensors_in(interpreter, arguments.positional.at(1));
  const auto needs = [](const Tensor* tensor) { return tensor && tensor->requires_grad; };
  CheckpointCall call{.span = span,
                      .reentrant = arguments.positional.at(0).is_bool() && arguments.positional.at(0).as_bool(),
                      .records = builder.grad_enabled,
                      .input_needs = std::any_of(tensors.begin(), tensors.end(), needs),
                      .within = {}};
  std::vector<Checkpoints::Open>& open = builder.checkpoints.open;
  if (!open.empty()) call.within = open.back().call.span;
  open.push_back({call, builder.events().size(), static_cast<TensorId>(builder.graph.tensors.size())});
  return Value::boolean(true);
}

Value native_end_checkpoint(Interpreter& interpreter, Arguments&) {
  Builder& builder = *builder_of(interpreter);
  builder.checkpoints.end(builder.events(), builder.graph);
  return Value::none();
}

void forget_gradient(Tensor& tensor) {
  tensor.builder->set_gradient(*tensor.id, false);
  if (tensor.grad.is_none()) return;
  tensor.builder->before_change(tensor);
  tensor.grad = Value::none();
}

Value native_zero_grad(Interpreter& interpreter, Arguments& arguments) {
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  const Value none = arguments.positional.size() > 1 ? arguments.positional[1] : Value::none();
  graph::ZeroGrad event;
  if (none.is_bool()) event.set_to_none = none.as_bool();
  if (!builder->in_step) {
    note_ended_zero(*builder, tensors_in(interpreter, arguments.positional.at(0)), event.set_to_none);
    return Value::none();
  }
  for (Tensor* tensor : tensors_in(interpreter, arguments.positional.at(0))) {
    if (!tensor || !tensor->on_device()) continue;
    event.parameters.push_back(*tensor->id);
    if (event.set_to_none.value_or(true)) forget_gradient(*tensor);
  }
  if (!event.parameters.empty()) builder->append(std::move(event));
  return Value::none();
}

/// clip_gradients(parameters, by value)
Value native_clip_gradients(Interpreter& interpreter, Arguments& arguments) {
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  graph::ClipGradients event;
  const bool by_value = arguments.positional.at(1).as_bool();
  event.kind = by_value ? graph::ClipGradients::Kind::value : graph::ClipGradients::Kind::norm;
  for (const Tensor* tensor : tensors_in(interpreter, arguments.positional.at(0))) {
    if (tensor && tensor->on_device()) event.parameters.push_back(*tensor->id);
  }
  if (!event.parameters.empty()) builder->append(std::move(event));
  return Value::none();
}

/// leave_open(reason): from here on the estimate is a lower bound.
Value native_leave_open(Interpreter& interpreter, Arguments& arguments) {
  builder_of(interpreter)
      ->graph.unknowns.push_back({std::string(arguments.positional.at(0).as_string()), user_span(interpreter)});
  return Value::none();
}

/// depending(result, inputs, kept): of a Function whose forward makes what is not known.
Value native_depending(Interpreter& interpreter, Arguments& arguments) {
  const auto listed = [&](size_t at) { return interpreter.to_vector(arguments.positional.at(at), {}); };
  return depending(interpreter, arguments.positional.at(0), listed(1), listed(2));
}

Value native_empty_cache(Interpreter& interpreter, Arguments&) {
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  if (builder->in_step) builder->append(graph::EmptyCache{});
  return Value::none();
}

constexpr std::pair<std::string_view, NativeFunction> kGradNatives[] = {
    {"leave_open", native_leave_open},
    {"backward", native_backward},
    {"grad", native_grad},
    {"leaves", native_leaves},
    {"has_gone_backward", native_has_gone_backward},
    {"unpack", native_unpack},
    {"function_backward", native_function_backward},
    {"set_backward", native_set_backward},
    {"checkpointed", native_checkpointed},
    {"note_unsaid_checkpoint", native_note_unsaid_checkpoint},
    {"note_wrapping", native_note_wrapping},
    {"begin_checkpoint", native_begin_checkpoint},
    {"end_checkpoint", native_end_checkpoint},
    {"zero_grad", native_zero_grad},
    {"clip_gradients", native_clip_gradients},
    {"depending", native_depending},
    {"empty_cache", native_empty_cache},
};

}  // namespace

std::span<const std::pair<std::string_view, NativeFunction>> autograd_natives() { return kGradNatives; }

Value gradient_of(Interpreter&, Tensor& tensor) {
  if (!tensor.grad.is_none()) return tensor.grad;
  Builder& builder = *tensor.builder;
  if (!builder.in_step && builder.backwards > 0 && tensor.requires_grad && tensor.leaf)  // the step is not found yet
    return host_gradient(tensor, builder.creates_graph);
  if (!tensor.on_device() || !builder.has_gradient(*tensor.id)) return Value::none();
  Value made = gradient_tensor(builder, tensor.builder, tensor);
  builder.append(graph::ReadGradient{*tensor.id, *as_tensor(made)->id});
  return made;
}

void set_gradient_of(Interpreter& interpreter, Tensor& tensor, Value value) {
  Builder& builder = *tensor.builder;
  const bool is_new = tensor.on_device() && tensor.requires_grad && !builder.has_gradient(*tensor.id);
  const Tensor* set = as_tensor(value);
  if (set && set->on_device() && tensor.on_device() && builder.in_step) {
    builder.append(graph::SetGradient{*tensor.id, *set->id});
    builder.set_gradient(*tensor.id, true);
  } else if (!value.is_none() && is_new && builder.in_step) {
    interp::note_unknown(interpreter, {"a gradient that the program sets itself is not followed: what the optimizer "
                                       "keeps and takes for it is not counted",
                                       user_span(interpreter)});
  }
  if (value.is_none() && tensor.on_device() && builder.has_gradient(*tensor.id)) {
    builder.append(graph::ZeroGrad{{*tensor.id}, true});
    builder.set_gradient(*tensor.id, false);
  }
  builder.before_change(tensor);
  tensor.grad = std::move(value);
}

}  // namespace vramlint::model

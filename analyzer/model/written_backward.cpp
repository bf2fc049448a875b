// The order is the engine's (torch/csrc/autograd/engine.cpp [1.13], [2.4]): of the nodes whose gradients have all come
// the one recorded last, so those of the graph from its end. Gradients that meet are added to a new tensor
// (input_buffer.cpp), each is summed down to its operand's size where that was spread (validate_outputs).
#include "model/written_backward.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "graph/operator_name.h"
#include "model/apply.h"
#include "model/dtype.h"
#include "model/reached.h"
#include "ops/registry.h"

namespace vramlint::model {

namespace {

using graph::Node;
using graph::TensorId;
using interp::Interpreter;
using interp::Value;

constexpr std::string_view kUnpack = "_unpack";

std::string_view name_of(const Node& node) { return graph::operator_name(*node.call.op); }

bool is_exact(const graph::TensorType& type) {
  return std::all_of(type.shape.begin(), type.shape.end(),
                     [](const graph::Dim& dim) { return dim.low == dim.point && dim.high == dim.point; });
}

bool has_known_sizes(const Node& node) {
  return std::all_of(node.call.operands.begin(), node.call.operands.end(),
                     [](const graph::Operand& operand) { return is_exact(operand.type); }) &&
         std::all_of(node.outputs.begin(), node.outputs.end(),
                     [](const graph::Output& output) { return is_exact(output.type); });
}

Value sizes_of(const graph::TensorType& type) {
  std::vector<Value> sizes;
  for (const graph::Dim& dim : type.shape) sizes.push_back(Value::integer(dim.point));
  return Value::tuple(std::move(sizes));
}

Value number(const graph::Arg& arg) {
  if (const auto* truth = std::get_if<bool>(&arg)) return Value::boolean(*truth);
  if (const auto* whole = std::get_if<int64_t>(&arg)) return Value::integer(*whole);
  if (const auto* real = std::get_if<double>(&arg)) return Value::real(*real);
  if (const auto* text = std::get_if<std::string>(&arg)) return Value::string(*text);
  if (const auto* whole = std::get_if<std::vector<int64_t>>(&arg)) {
    std::vector<Value> items;
    for (const int64_t each : *whole) items.push_back(Value::integer(each));
    return Value::tuple(std::move(items));
  }
  return Value::none();
}

/// The operands that an argument stands for: a number, a list of numbers (-1: None), or None.
Value place(const graph::Arg& arg) {
  if (const auto* one = std::get_if<graph::OperandRef>(&arg)) return Value::integer(one->index);
  const auto* several = std::get_if<graph::OperandList>(&arg);
  if (!several) return Value::none();
  std::vector<Value> items;
  for (const int each : several->indices) items.push_back(Value::integer(each));
  return Value::list(std::move(items));
}

Value numbers(const std::vector<TensorId>& tensors) {
  std::vector<Value> items;
  for (const TensorId tensor : tensors) items.push_back(Value::integer(tensor));
  return Value::tuple(std::move(items));
}

/// A tensor as a node has kept it: it is there again, with the history that it had.
Value unpacked(const std::shared_ptr<Builder>& builder, TensorId tensor) {
  const graph::Tensor facts = builder->graph.tensors[tensor];
  Value made = make_tensor(builder, facts.type);
  if (builder->graph.storages[facts.storage].bytes == Interval::exactly(Bytes(0)) && facts.type.rank() == 0)
    return made;
  Node node;
  node.call = {.op = ops::find_schema(kUnpack),
               .args = {graph::OperandRef{0}},
               .operands = {{.type = facts.type, .requires_grad = facts.requires_grad}}};
  node.outputs = {{.alias = graph::Output::Alias::view, .operand = 0, .type = facts.type}};
  node.inputs = {tensor};
  node.results = {builder->add_tensor({facts.type, facts.storage, facts.requires_grad, !facts.requires_grad})};
  node.module = builder->module;
  node.recorded = facts.requires_grad;
  Tensor* result = as_tensor(made);
  result->place(node.results[0]);
  result->requires_grad = facts.requires_grad;
  result->leaf = !facts.requires_grad;
  builder->append(std::move(node));
  return made;
}

class WrittenBackward {
 public:
  WrittenBackward(Interpreter& interpreter, WantedGradients asked)
      : interpreter_(interpreter), builder_(builder_of(interpreter)), asked_(std::move(asked)) {}

  std::optional<std::vector<Value>> write() {
    if (&builder_->events() != &builder_->graph.events) return {};  // within a checkpoint or a Function
    find_way();
    if (!std::all_of(way_.begin(), way_.end(), [this](size_t at) { return has_formula(node_at(at)); })) return {};
    with_history([this] {
      seed();
      for (auto at = way_.rbegin(); at != way_.rend(); ++at) pass(node_at(*at));
    });
    std::vector<Value> found;
    for (const Tensor* wanted : asked_.wanted)
      found.push_back(wanted && wanted->on_device() ? gradient_of(*wanted->id) : Value::none());
    return found;
  }

 private:
  /// Gradients are recorded; the engine's threads know of no autocast.
  template <typename Body>
  void with_history(Body body) {
    struct Before {
      Builder& builder;
      graph::ModuleId module = builder.module;
      bool grad_enabled = std::exchange(builder.grad_enabled, true);
      Autocast autocast = std::exchange(builder.autocast, {});
      ~Before() {
        builder.module = module;
        builder.grad_enabled = grad_enabled;
        builder.autocast = std::move(autocast);
      }
    };
    const Before before{*builder_};
    body();
  }

  const Node& node_at(size_t at) const { return std::get<Node>(builder_->graph.events[at]); }
  Span span() const { return user_span(interpreter_); }

  bool needs(const Node& node, size_t operand) const {
    return node.call.operands[operand].requires_grad && leading_.contains(node.inputs[operand]);
  }

  /// Nodes between what is wanted and the roots, in their order.
  void find_way() {
    std::vector<TensorId> roots;
    for (const Tensor* root : asked_.roots) roots.push_back(*root->id);
    const std::unordered_set<TensorId> reached = reached_from(*builder_, roots);
    for (const Tensor* wanted : asked_.wanted)
      if (wanted && wanted->on_device()) leading_.insert(*wanted->id);
    for (size_t at = 0; at < builder_->graph.events.size(); ++at) {
      const auto* node = std::get_if<Node>(&builder_->graph.events[at]);
      if (!node || !node->recorded) continue;
      bool leads = false;
      for (size_t i = 0; i < node->inputs.size(); ++i) leads = leads || needs(*node, i);
      if (!leads) continue;
      leading_.insert(node->results.begin(), node->results.end());
      if (std::any_of(node->results.begin(), node->results.end(), [&](TensorId id) { return reached.contains(id); }))
        way_.push_back(at);
    }
  }

  bool has_formula(const Node& node) {
    if (node.backward || node.segment || !has_known_sizes(node)) return false;
    if (name_of(node) == kUnpack) return true;
    if (!asked_.formulas.as<interp::Dict>()->find(name_of(node))) return false;
    std::vector<Value> parts = parts_of(node);
    parts.insert(parts.begin(), Value::string(std::string(name_of(node))));
    const Value refused = interpreter_.call(formula("refuses"), std::move(parts), span());
    return refused.is_bool() && !refused.as_bool();
  }

  const Value& formula(std::string_view name) const { return *asked_.formulas.as<interp::Dict>()->find(name); }

  void seed() {
    std::vector<Value> given;
    if (!asked_.gradients.is_none()) given = interpreter_.to_vector(asked_.gradients, span());
    for (size_t i = 0; i < asked_.roots.size(); ++i) {
      const bool is_given = i < given.size() && !given[i].is_none();
      Value root(asked_.roots[i]);
      hand_on(*asked_.roots[i]->id,
              is_given ? given[i] : apply(interpreter_, "torch.ones_like", {std::move(root)}, span()));
    }
    asked_.gradients = Value::none();
  }

  /// As the engine takes what is wanted: it stays, and goes on where it leads to something else that is wanted.
  Value gradient_of(TensorId tensor) {
    const auto found = gradients_.find(tensor);
    return found == gradients_.end() ? Value::none() : found->second;
  }

  Value take(TensorId tensor) {
    const bool is_wanted = std::any_of(asked_.wanted.begin(), asked_.wanted.end(), [&](const Tensor* wanted) {
      return wanted && wanted->on_device() && *wanted->id == tensor;
    });
    if (is_wanted) return gradient_of(tensor);
    const auto found = gradients_.find(tensor);
    if (found == gradients_.end()) return Value::none();
    Value value = std::move(found->second);
    gradients_.erase(found);
    return value;
  }

  /// The node is copied: what its formula calls is written behind it.
  void pass(Node node) {
    std::vector<Value> incoming;
    bool came = false;
    for (const TensorId result : node.results) {
      incoming.push_back(take(result));
      came = came || !incoming.back().is_none();
    }
    if (!came) return;
    builder_->module = node.module;
    std::vector<Value> outgoing(node.inputs.size(), Value::none());
    if (name_of(node) == kUnpack) {
      outgoing[0] = std::move(incoming[0]);
    } else {
      outgoing = by_formula(node, std::move(incoming));
    }
    incoming.clear();
    for (size_t i = 0; i < outgoing.size(); ++i)
      if (needs(node, i) && !outgoing[i].is_none()) hand_on(node.inputs[i], fitted(node, i, std::move(outgoing[i])));
  }

  std::vector<Value> parts_of(const Node& node) const {
    std::vector<Value> args, places, wanted, sizes, dtypes;
    for (const graph::Arg& arg : node.call.args) {
      args.push_back(number(arg));
      places.push_back(place(arg));
    }
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      wanted.push_back(Value::boolean(needs(node, i)));
      sizes.push_back(sizes_of(node.call.operands[i].type));
      dtypes.push_back(dtype_value(node.call.operands[i].type.dtype));
    }
    return {Value::tuple(std::move(args)),  Value::tuple(std::move(places)), Value::tuple(std::move(wanted)),
            Value::tuple(std::move(sizes)), Value::tuple(std::move(dtypes)), numbers(node.inputs),
            numbers(node.results)};
  }

  std::vector<Value> by_formula(const Node& node, std::vector<Value> incoming) {
    std::vector<Value> given = parts_of(node);
    given.insert(given.end(), std::make_move_iterator(incoming.begin()), std::make_move_iterator(incoming.end()));
    const Value made = interpreter_.call(formula(name_of(node)), std::move(given), span());
    return interpreter_.to_vector(made, span());
  }

  Value fitted(const Node& node, size_t operand, Value gradient) {
    const graph::TensorType& type = node.call.operands[operand].type;
    const Tensor* made = as_tensor(gradient);
    if (!made || made->type_info.shape == type.shape) return gradient;  // sizes are exact here
    return interpreter_.call(formula("sum_to_size"), {std::move(gradient), sizes_of(type)}, span());
  }

  void hand_on(TensorId tensor, Value gradient) {
    Value& held = gradients_[tensor];
    held = held.is_none() ? std::move(gradient)
                          : apply(interpreter_, "torch.add", {std::move(held), std::move(gradient)}, span());
  }

  Interpreter& interpreter_;
  std::shared_ptr<Builder> builder_;
  WantedGradients asked_;
  std::vector<size_t> way_;
  std::unordered_set<TensorId> leading_;  // looked up only
  std::unordered_map<TensorId, Value> gradients_;
};

}  // namespace

std::optional<std::vector<Value>> write_backward(Interpreter& interpreter, WantedGradients asked) {
  return WrittenBackward(interpreter, std::move(asked)).write();
}

Value native_unpack(Interpreter& interpreter, interp::Arguments& arguments) {
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  const Value& number = arguments.positional.at(0);
  const int64_t tensor = number.is_integral() ? number.as_int() : -1;
  if (tensor < 0 || std::cmp_greater_equal(tensor, builder->graph.tensors.size())) return {};
  return unpacked(builder, static_cast<TensorId>(tensor));
}

}  // namespace vramlint::model

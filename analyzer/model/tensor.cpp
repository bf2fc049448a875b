#include "model/tensor.h"

#include <algorithm>
#include <cmath>
#include <typeinfo>
#include <utility>

#include "interp/bounded.h"
#include "model/apply.h"
#include "model/bounded_sizes.h"
#include "model/dtype.h"
#include "model/ends.h"
#include "model/index.h"
#include "model/ranges.h"
#include "model/tensor_attributes.h"
#include "model/tensor_subclass.h"
#include "model/trail.h"
#include "model/uniform.h"

namespace vramlint::model {

using graph::Dtype;
using interp::Interpreter;
using interp::Value;
using syntax::BinaryOp;
using syntax::CompareOp;
using syntax::UnaryOp;

namespace {

constexpr int64_t kUnknownSize = 256;  // in bytes, with its reason
constexpr double kMostExact = 9e18;    // what fits into 64 bits
// A tensor of r dimensions weighs kBare + r: about 30 bytes each.
constexpr int64_t kBare = 8;
constexpr int64_t kMostLiveWeight = 1'500'000;

}  // namespace

Tensor::Tensor(std::shared_ptr<Builder> b, graph::TensorType t)
    : builder(std::move(b)),
      type_info(std::move(t)),
      before_step(!builder->in_step),
      origins(type_info.shape.size()),
      cls(builder->tensor_class),
      weight_(kBare + type_info.rank()) {
  builder->live_weight += weight_;
}

Tensor::~Tensor() {
  builder->live_weight -= weight_;
  builder->changes.forget(*this);
  if (!id) return;
  builder->leave(storage_, this);
  builder->dropped(*id);
}

const interp::Class* Tensor::type(Interpreter&) { return cls.as<interp::Class>(); }

void Tensor::place(graph::TensorId tensor) {
  builder->before_change(*this);
  builder->live_weight -= std::exchange(weight_, 0);
  if (id) builder->leave(storage_, this);
  id = tensor;
  storage_ = builder->graph.tensors[tensor].storage;
  builder->enter(storage_, this);
}

void Tensor::take_place_of(Tensor& passing) {
  builder->leave(passing.storage_, &passing);
  const graph::TensorId taken = *std::exchange(passing.id, std::nullopt);
  builder->graph.tensors[taken].requires_grad = requires_grad;
  builder->graph.tensors[taken].leaf = leaf;
  place(taken);
}

void Tensor::move_to_place_of(Tensor& passing) {
  const graph::TensorId old = *id;
  builder->before_change(*this);
  builder->leave(storage_, this);
  type_info = passing.type_info;
  take_place_of(passing);
  builder->dropped(old);
}

void Tensor::restore(TensorState state) {
  type_info = std::move(state.type);
  requires_grad = state.requires_grad;
  leaf = state.leaf;
  asked = state.asked;
  stays_on_host = state.stays_on_host;
  written = state.written;
  origins = std::move(state.origins);
  values = std::move(state.values);
  facts = std::move(state.facts);
  host_storage = std::move(state.host_storage);
  cls = std::move(state.cls);
  grad = std::move(state.grad);
  attributes = std::move(state.attributes);
  if (id && !state.id) builder->leave(storage_, this);
  id = state.id;
  if (id && leaf) builder->graph.tensors[*id].requires_grad = requires_grad;
}

void Tensor::begin_anew(std::shared_ptr<Builder> another, TensorState state) {
  restore(std::move(state));
  builder->live_weight -= weight_;
  builder->changes.forget(*this);
  builder = std::move(another);
  newest_change = 0;
  weight_ = kBare + type_info.rank();
  before_step = !builder->in_step;
  builder->live_weight += weight_;
}

void Tensor::need_gradients() {
  builder->before_change(*this);
  requires_grad = true;
  leaf = false;
}

void Tensor::retype(const graph::TensorType& type) {
  const bool stays = type_info.dtype == type.dtype && type_info.shape == type.shape &&
                     type_info.strides == type.strides && type_info.offset == type.offset;
  if (!stays) builder->before_change(*this);
  type_info = type;
}

void Tensor::replace(graph::TensorId tensor) {
  builder->before_change(*this);
  graph::TensorId old = *id;
  id = tensor;
  const graph::Tensor& now = builder->graph.tensors[tensor];
  type_info = now.type;
  requires_grad = now.requires_grad;
  leaf = now.leaf;
  if (!builder->from_outside(old)) builder->dropped(old);
}

const std::vector<double>* Tensor::elements() const {
  const Tensor* storage = as_tensor(host_storage);
  return storage && storage->written ? nullptr : values.get();
}

void Tensor::forget_elements() {
  builder->before_change(*this, true);
  values.reset();
  forget_uniform(*this);
  if (Tensor* storage = as_tensor(host_storage)) {
    builder->before_change(*storage, true);
    storage->written = true;
  }
}

Value Tensor::size(Interpreter& interpreter, int64_t dim, Span span) {
  int64_t rank = type_info.rank();
  if (dim < -rank || dim >= rank) {
    interpreter.raise("IndexError",
                      "Dimension out of range (expected to be in range of [" + std::to_string(-rank) + ", " +
                          std::to_string(rank - 1) + "], but got " + std::to_string(dim) + ")",
                      span);
  }
  auto at = static_cast<size_t>(dim < 0 ? dim + rank : dim);
  const graph::Dim& size = type_info.shape[at];
  if (!size.known()) return size_value(interpreter, size);
  return Value::integer(size.point).with_origin(origins[at]);
}

Value Tensor::shape(Interpreter& interpreter, Span span) {
  std::vector<Value> sizes;
  for (int64_t dim = 0; dim < type_info.rank(); ++dim) sizes.push_back(size(interpreter, dim, span));
  Value tuple = Value::tuple(std::move(sizes));
  auto* size_class = builder->size_class.as<interp::Class>();
  if (!size_class) return tuple;
  return interpreter.make_instance(size_class, std::move(tuple));
}

std::optional<Value> Tensor::get_attribute(Interpreter& interpreter, std::string_view name, Span span) {
  if (std::optional<Value> own = subclass_attribute(interpreter, *this, name, span)) return own;
  return tensor_attribute(interpreter, *this, name, span);
}

std::optional<Value> Tensor::inherited_attribute(Interpreter& interpreter, std::string_view name, Span span) {
  return tensor_attribute(interpreter, *this, name, span);
}

bool Tensor::set_attribute(Interpreter& interpreter, std::string_view name, Value value, Span span) {
  if (set_by_subclass(interpreter, *this, name, value, span)) return true;
  return set_tensor_attribute(interpreter, *this, name, std::move(value), span);
}

std::optional<Value> Tensor::get_item(Interpreter& interpreter, const Value& index, Span span) {
  return tensor_get_item(interpreter, *this, index, span);
}

bool Tensor::set_item(Interpreter& interpreter, const Value& index, Value value, Span span) {
  tensor_set_item(interpreter, *this, index, std::move(value), span);
  return true;
}

namespace {

std::string_view method_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::add:
      return "Tensor.add";
    case BinaryOp::sub:
      return "Tensor.sub";
    case BinaryOp::mul:
      return "Tensor.mul";
    case BinaryOp::div:
      return "Tensor.div";
    case BinaryOp::floor_div:
      return "Tensor.floor_divide";
    case BinaryOp::mod:
      return "Tensor.remainder";
    case BinaryOp::pow:
      return "Tensor.pow";
    case BinaryOp::matmul:
      return "Tensor.matmul";
    case BinaryOp::lshift:
      return "Tensor.bitwise_left_shift";
    case BinaryOp::rshift:
      return "Tensor.bitwise_right_shift";
    case BinaryOp::bit_and:
      return "Tensor.bitwise_and";
    case BinaryOp::bit_or:
      return "Tensor.bitwise_or";
    case BinaryOp::bit_xor:
      return "Tensor.bitwise_xor";
  }
  return "";
}

std::string_view method_of(CompareOp op) {
  switch (op) {
    case CompareOp::eq:
      return "Tensor.eq";
    case CompareOp::ne:
      return "Tensor.ne";
    case CompareOp::lt:
      return "Tensor.lt";
    case CompareOp::le:
      return "Tensor.le";
    case CompareOp::gt:
      return "Tensor.gt";
    case CompareOp::ge:
      return "Tensor.ge";
    case CompareOp::is:
    case CompareOp::is_not:
    case CompareOp::in:
    case CompareOp::not_in:
      return "";
  }
  return "";
}

bool is_operand(const Value& value) { return value.is_number() || value.is_unknown() || as_tensor(value); }

// torch/_tensor.py (1.13): 1 / x is x.reciprocal() * 1, 1 - x is rsub, 2 ** x is torch.pow(2, x).
Value reflected_binary(Interpreter& interpreter, BinaryOp op, const Value& self, const Value& other, Span span) {
  switch (op) {
    case BinaryOp::add:
    case BinaryOp::mul:
    case BinaryOp::bit_and:
    case BinaryOp::bit_or:
    case BinaryOp::bit_xor:
      return apply(interpreter, method_of(op), {self, other}, span);
    case BinaryOp::sub:
      return apply(interpreter, "torch.rsub", {self, other}, span);
    case BinaryOp::div: {
      Value inverse = apply(interpreter, "Tensor.reciprocal", {self}, span);
      return apply(interpreter, "Tensor.mul", {std::move(inverse), other}, span);
    }
    default:
      return apply(interpreter, "torch." + std::string(method_of(op).substr(7)), {other, self}, span);
  }
}

}  // namespace

std::optional<Value> Tensor::binary(Interpreter& interpreter, BinaryOp op, const Value& other, bool reflected,
                                    Span span) {
  if (!is_operand(other)) return {};
  Value self(this);
  if (reflected) return reflected_binary(interpreter, op, self, other, span);
  return apply(interpreter, method_of(op), {std::move(self), other}, span);
}

std::optional<Value> Tensor::in_place(Interpreter& interpreter, BinaryOp op, const Value& other, Span span) {
  // A @= has no in-place form; of the others those exist that are written: else a new tensor takes the name.
  const bool arithmetic = op == BinaryOp::add || op == BinaryOp::sub || op == BinaryOp::mul || op == BinaryOp::div;
  const bool bits = op == BinaryOp::bit_and || op == BinaryOp::bit_or || op == BinaryOp::bit_xor;
  const bool power = op == BinaryOp::pow && other.is_number();
  if (!(arithmetic || power || (bits && as_tensor(other))) || !is_operand(other)) return {};
  return apply(interpreter, std::string(method_of(op)) + "_", {Value(this), other}, span);
}

std::optional<Value> Tensor::compare(Interpreter& interpreter, CompareOp op, const Value& other, Span span) {
  std::string_view name = method_of(op);
  if (name.empty() || !is_operand(other)) return {};
  Value made = apply(interpreter, name, {Value(this), other}, span);
  note_condition(interpreter, op, Value(this), other, made);
  return made;
}

std::optional<Value> Tensor::unary(Interpreter& interpreter, UnaryOp op, Span span) {
  switch (op) {
    case UnaryOp::negate:
      return apply(interpreter, "Tensor.neg", {Value(this)}, span);
    case UnaryOp::invert:
      if (graph::is_differentiable(type_info.dtype)) {
        interpreter.raise("TypeError", "~ (operator.invert) is only implemented on integer and Boolean-type tensors",
                          span);
      }
      return apply(interpreter, "Tensor.bitwise_not", {Value(this)}, span);
    case UnaryOp::plus:
      return Value(this);
    case UnaryOp::logical_not:
      return {};
  }
  return {};
}

std::optional<Value> Tensor::contains(Interpreter& interpreter, const Value&, Span) {
  return Value::unknown("whether a tensor contains a value depends on the data", user_span(interpreter));
}

std::optional<Value> Tensor::truth(Interpreter& interpreter, Span span) {
  if (type_info.numel() > 1) {
    interpreter.raise("RuntimeError", "Boolean value of Tensor with more than one value is ambiguous", span);
  }
  if (const auto* known = elements(); known && known->size() == 1) return Value::boolean((*known)[0] != 0);
  if (facts && facts->all_same && type_info.numel() == 1) return Value::boolean(*facts->all_same);
  if (const std::optional<double> element = uniform_element(*this); element && type_info.numel() == 1)
    return Value::boolean(*element != 0);
  const Unknown why{"the truth of a tensor depends on the data", user_span(interpreter)};
  if (facts && facts->truth && type_info.numel() == 1)
    return Value(new interp::BoundedCondition(why, facts->truth->op, facts->truth->left, facts->truth->right));
  return Value(new interp::UnknownValue(why));
}

std::optional<std::string> Tensor::repr(Interpreter&) { return "tensor(" + graph::to_string(type_info) + ")"; }

Value unknown_tensor(Interpreter& interpreter, const Value& why, const std::vector<Value>& operands) {
  using interp::UnknownValue;
  std::vector<Value> roots;
  for (const Value& operand : operands) {
    const auto* list = operand.as<interp::List>();
    const auto* tuple = operand.as<interp::Tuple>();
    if (!list && !tuple && may_be_root(operand)) roots.push_back(operand);
    for (const Value& item : list ? list->items : tuple ? tuple->items : std::vector<Value>{})
      if (may_be_root(item)) roots.push_back(item);
  }
  Value trail = trail_of(interpreter, roots);
  return Value(new UnknownValue(why.as<UnknownValue>()->info, UnknownValue::Sort::tensor, {}, std::move(trail)))
      .with_origin(why.origin());
}

/// Asked of every argument of every operator: nothing is derived from it.
Tensor* as_tensor(const Value& value) {
  auto* native = value.as<interp::Native>();
  return native && typeid(*native) == typeid(Tensor) ? static_cast<Tensor*>(native) : nullptr;
}

Value make_tensor(const std::shared_ptr<Builder>& builder, graph::TensorType type) {
  if (builder->live_weight > kMostLiveWeight)
    throw interp::BudgetExceeded("more tensors at a time than are followed: does it end?", {});
  return Value(new Tensor(builder, std::move(type)));
}

Value item(Interpreter& interpreter, Tensor& tensor, size_t index, Span) {
  const std::vector<double>* known = tensor.elements();
  const std::optional<double> found =
      known && index < known->size() ? std::optional((*known)[index]) : uniform_element(tensor);
  if (!found || std::fabs(*found) > kMostExact) {
    if (tensor.facts && tensor.facts->value) return size_value(interpreter, *tensor.facts->value);
    if (std::optional<Value> between = element_between(interpreter, tensor, index)) return *between;
    if (std::optional<Value> between = number_between(interpreter, tensor)) return *between;
    interpreter.budget().allocate(kUnknownSize, user_span(interpreter));
    return Value(new interp::UnknownValue(
        {"the elements of a tensor are not known before the program runs", user_span(interpreter)},
        interp::UnknownValue::Sort::number));
  }
  const double element = *found;
  if (tensor.type_info.dtype == Dtype::boolean) return Value::boolean(element != 0);
  if (graph::is_floating(tensor.type_info.dtype)) return Value::real(element);
  return Value::integer(static_cast<int64_t>(element));
}

}  // namespace vramlint::model

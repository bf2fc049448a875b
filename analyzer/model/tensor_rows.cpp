// A tensor as a sequence: how long it is, and what a loop goes through.
#include "interp/bounded.h"
#include "model/apply.h"
#include "model/bounded_sizes.h"
#include "model/index.h"
#include "model/tensor.h"

namespace vramlint::model {

using graph::Dtype;
using interp::Interpreter;
using interp::Value;

std::optional<int64_t> Tensor::length(Interpreter& interpreter, Span span) {
  if (type_info.rank() == 0) interpreter.raise("TypeError", "len() of a 0-d tensor", span);
  return narrowed(interpreter, type_info.shape[0]).point;
}

std::optional<Value> Tensor::bounded_length(Interpreter& interpreter, Span) {
  if (type_info.rank() == 0 || type_info.shape[0].known()) return {};
  return size_value(interpreter, type_info.shape[0]);
}

namespace {

struct Unbound : interp::Resumable<Unbound> {
  Value tensor;
  int64_t at = 0;
  std::optional<Value> next(Interpreter& interpreter) override {
    auto* self = as_tensor(tensor);
    if (at >= self->type_info.shape[0].point) return {};
    return tensor_get_item(interpreter, *self, Value::integer(at++), {});
  }
};

struct Listed : interp::Resumable<Listed> {
  std::vector<Value> items;
  size_t at = 0;
  std::optional<Value> next(Interpreter&) override {
    if (at >= items.size()) return {};
    return std::move(items[at++]);
  }
};

/// A loop runs as often as the data says; as many turns are followed as the most likely size has.
void mark_rows(Interpreter& interpreter, const std::vector<Value>& rows, const graph::Dim& count) {
  for (const Value& row : rows) {
    Tensor* tensor = as_tensor(row);
    auto facts = std::make_shared<DataFacts>();
    facts->of_many = count;
    if (tensor->facts) facts->range = tensor->facts->range;
    tensor->facts = std::move(facts);
  }
  interpreter.assumptions().push_back(
      {"how many rows are gone through depends on the data: " + std::to_string(count.low) + " to " +
           std::to_string(count.high) + ", " + std::to_string(count.point) + " are taken",
       user_span(interpreter)});
}

}  // namespace

// torch/_tensor.py (1.13) __iter__: the tensors of unbind(0) all exist from the start.
std::optional<Value> Tensor::iterate(Interpreter& interpreter, Span span) {
  if (type_info.rank() == 0) interpreter.raise("TypeError", "iteration over a 0-d tensor", span);
  const graph::Dim count = narrowed(interpreter, type_info.shape[0]);
  const bool is_much = builder && builder->graph.tensors.size() > Builder::kMostTensors / 4 * 3;
  if (!count.known() && (is_much || count.point > kMostRowsFollowed))
    return Value::unknown("the number of rows depends on the data", user_span(interpreter));
  if (!on_device() && count.known()) {
    auto* rows = new Unbound;
    rows->tensor = Value(this);
    return Value(rows);
  }
  auto* rows = new Listed;
  Value result(rows);
  for (int64_t i = 0; !on_device() && i < count.point; ++i)
    rows->items.push_back(tensor_get_item(interpreter, *this, Value::integer(i), span));
  if (on_device())
    rows->items =
        interpreter.to_vector(apply(interpreter, "Tensor.unbind", {Value(this), Value::integer(0)}, span), span);
  if (!count.known()) mark_rows(interpreter, rows->items, count);
  return result;
}

std::optional<Value> Tensor::any_item(Interpreter& interpreter, Span span) {
  if (type_info.rank() == 0 || type_info.shape[0].point == 0) return {};
  return tensor_get_item(interpreter, *this, Value::integer(0), span);
}

std::optional<Value> Tensor::sum(Interpreter& interpreter, Span span) {
  const bool is_mask = type_info.dtype == Dtype::boolean;
  if (type_info.rank() != 1 || (type_info.shape[0].known() && !is_mask)) return {};
  return apply(interpreter, "Tensor.sum", {Value(this)}, span);
}

}  // namespace vramlint::model

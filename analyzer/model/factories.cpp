#include "model/factories.h"

#include "interp/anchored.h"
#include "interp/bounded.h"
#include "interp/data_code.h"
#include "interp/known_parts.h"
#include "interp/opaque.h"
#include "interp/open_sizes.h"
#include "model/bounded_sizes.h"
#include "model/data_facts.h"
#include "model/elements.h"
#include "model/ends.h"
#include "model/refuse.h"
#include "model/stands.h"

namespace vramlint::model {
namespace {

using graph::Dtype;
using interp::Interpreter;
using interp::Value;

struct ElementType {
  graph::Shape shape;
  std::vector<interp::Origin> origins;
  std::vector<double> values;
  ElementEnds ends;
  bool known = true, between = true;  ///< each element, or bounds of each
  bool real = false, integer = false;
  bool open = false;           ///< a number that may be either is taken to be real
  std::optional<Dtype> dtype;  // of a tensor found inside
  Value items = {};            ///< in the place of an element, where nothing is known of them
};

constexpr size_t kMostNested = 128;  // MAX_DIMS of torch/csrc/utils/tensor_new.cpp (1.13)

const std::vector<Value>* items_of(const Value& value) {
  if (auto* list = value.as<interp::List>()) return &list->items;
  if (auto* tuple = value.as<interp::Tuple>()) return &tuple->items;
  return nullptr;
}

/// An array as its tensor, a range as its numbers.
Value plain_data(Interpreter& interpreter, const Value& value, Span span) {
  if (value.as<interp::Range>()) return Value::list(interpreter.to_vector(value, span));
  return array_as_tensor(interpreter, value, span);
}

/// The sizes, which the first item of each level tells (torch/csrc/utils/tensor_new.cpp, compute_sizes, 1.13).
void measure(Interpreter& interpreter, const Value& data, ElementType& out, Span span) {
  Value value = data;
  while (const std::vector<Value>* items = items_of(value)) {
    if (out.shape.size() == kMostNested)
      interpreter.raise("ValueError", "too many dimensions '" + interpreter.type_of(value)->name + "'", span);
    out.shape.emplace_back(static_cast<int64_t>(items->size()));
    out.origins.push_back(value.origin());
    if (items->empty()) return;
    value = plain_data(interpreter, Value(items->front()), span);
  }
  if (interp::unknown_list(value)) out.items = value;
  if (const Tensor* tensor = as_tensor(value)) {
    const graph::Shape& shape = tensor->type_info.shape;
    out.shape.insert(out.shape.end(), shape.begin(), shape.end());
  }
}

void collect_tensor(const Tensor& tensor, ElementType& out) {
  out.dtype = tensor.type_info.dtype;
  out.between = false;
  if (const auto* known = tensor.elements(); known && out.known)
    out.values.insert(out.values.end(), known->begin(), known->end());
  else
    out.known = false;
}

/// A number that is not known.
void collect_number(Interpreter& interpreter, const Value& value, ElementType& out) {
  const std::optional<interp::Bounds> bounds = interp::bounds_of(interpreter, value);
  const bool whole = (bounds && bounds->whole) || interp::anchored_number(value);
  out.integer |= whole;
  out.real |= !whole;
  out.open |= !whole && !bounds;
  out.between = out.between && bounds;
  if (!out.between) return;
  out.ends[0].push_back(bounds->low);
  out.ends[1].push_back(bounds->point);
  out.ends[2].push_back(bounds->high);
}

[[noreturn]] void uneven(Interpreter& interpreter, const ElementType& out, size_t depth, const Value& value,
                         Span span) {
  if (depth >= out.shape.size())
    interpreter.raise("TypeError", "must be real number, not " + interpreter.type_of(value)->name, span);
  interpreter.raise("ValueError",
                    "expected sequence of length " + std::to_string(out.shape[depth].point) + " at dim " +
                        std::to_string(depth) + " (got " + std::to_string(items_of(value)->size()) + ")",
                    span);
}

/// No deeper than `measure` went.
void collect(Interpreter& interpreter, const Value& given, size_t depth, ElementType& out, Span span) {
  const Value value = plain_data(interpreter, given, span);
  if (const std::vector<Value>* items = items_of(value)) {
    const auto count = static_cast<int64_t>(items->size());
    if (depth >= out.shape.size() || out.shape[depth].point != count) uneven(interpreter, out, depth, value, span);
    interpreter.budget().touch(16 + count, span);
    interpreter.budget().allocate(count, sizeof(double), span);
    for (const Value& item : *items) collect(interpreter, item, depth + 1, out, span);
  } else if (value.is_number()) {
    out.values.push_back(value.as_real());
    for (std::vector<double>& end : out.ends) end.push_back(value.as_real());
    out.real |= value.is_real();
    out.integer |= value.is_int();
  } else if (Tensor* tensor = as_tensor(value)) {
    collect_tensor(*tensor, out);
  } else if (value.is_unknown()) {
    out.known = false;
    collect_number(interpreter, value, out);
  } else {
    interpreter.raise("TypeError", "new(): data must be a sequence (got " + interpreter.type_of(value)->name + ")",
                      span);
  }
}

}  // namespace

Value array_as_tensor(Interpreter& interpreter, const Value& value, Span span) {
  const auto* instance = value.as<interp::Instance>();
  if (!instance || !instance->cls()->lookup("__vramlint_tensor__")) return value;
  return interpreter.call(interpreter.get_attribute(value, "__vramlint_tensor__", span), std::vector<Value>{}, span);
}

namespace {

/// Of a number that only the data tells.
Value tensor_of_number(Interpreter& interpreter, const std::shared_ptr<Builder>& builder, const Value& number,
                       std::optional<Dtype> dtype) {
  const std::optional<interp::Bounds> bounds = interp::bounds_of(interpreter, number);
  const bool is_whole = (bounds && bounds->whole) || interp::anchored_number(number);
  const Dtype natural = is_whole ? Dtype::int64 : Dtype::float32;
  Value made = make_tensor(builder, graph::contiguous(dtype.value_or(natural), {}));
  if (const std::optional<graph::Dim> size = bounded_size(interpreter, number)) {
    auto facts = std::make_shared<DataFacts>();
    facts->value = *size;
    as_tensor(made)->facts = std::move(facts);
  }
  return made;
}

/// Of numbers of which nothing says how many there are; nothing where they are no numbers.
std::optional<Value> tensor_of_some(Interpreter& interpreter, const std::shared_ptr<Builder>& builder,
                                    const std::vector<Value>& each, const Value& number, std::optional<Dtype> dtype) {
  if (each.empty() || !std::all_of(each.begin(), each.end(), interp::is_numeric)) return {};
  const bool is_real = std::any_of(each.begin(), each.end(), [](const Value& item) {
    const std::optional<interp::Bounds> bounds = interp::bounds_of(item);
    return bounds && !bounds->whole;
  });
  const std::optional<graph::Dim> count =
      bounded_size(interpreter, interp::open_size(interpreter, *number.as<interp::UnknownValue>()));
  if (!count) return {};
  return make_tensor(builder, graph::contiguous(dtype.value_or(is_real ? Dtype::float32 : Dtype::int64), {*count}));
}

/// Of numbers of which only the data tells how many there are.
Value tensor_of_list(Interpreter& interpreter, const std::shared_ptr<Builder>& builder, const Value& data,
                     std::optional<Dtype> dtype) {
  const interp::UnknownList& list = *interp::unknown_list(data);
  const std::optional<interp::Bounds> bounds = interp::bounds_of(interpreter, list.each);
  const interp::BoundedNumber* count = interp::bounded_number(list.count);
  if (list.count.is_none()) return tensor_of_some(interpreter, builder, {list.each}, data, dtype).value_or(data);
  if (!count || !interp::is_numeric(list.each)) return data;
  const Dtype natural = !bounds || bounds->whole ? Dtype::int64 : Dtype::float32;
  const graph::Dim size = dim_of(interp::narrowed(interpreter, count->bounds));
  return make_tensor(builder, graph::contiguous(dtype.value_or(natural), {size}));
}

}  // namespace

Value tensor_from(Interpreter& interpreter, const std::shared_ptr<Builder>& builder, const Value& given,
                  std::optional<Dtype> dtype, Span span) {
  const Value data = plain_data(interpreter, given, span);
  if (Tensor* tensor = as_tensor(data)) {
    Value copy = make_tensor(builder, graph::like(tensor->type_info, dtype.value_or(tensor->type_info.dtype)));
    as_tensor(copy)->origins = tensor->origins;
    as_tensor(copy)->values = tensor->values;
    copy_ends(*tensor, *as_tensor(copy));
    return copy;
  }
  if (is_some_number(data)) return tensor_of_number(interpreter, builder, data, dtype);
  if (interp::unknown_list(data)) return tensor_of_list(interpreter, builder, data, dtype);
  if (data.is_unknown()) return unknown_tensor(interpreter, data, {});
  if (const std::vector<Value>* items = items_of(data))
    if (Value length = interpreter.length(data, span); length.is_unknown())
      return tensor_of_some(interpreter, builder, *items, length, dtype).value_or(length);
  ElementType elements;
  measure(interpreter, data, elements, span);
  if (elements.items.is_unknown()) return elements.items;
  collect(interpreter, data, 0, elements, span);
  Dtype natural = elements.dtype            ? *elements.dtype
                  : elements.real           ? Dtype::float32
                  : elements.integer        ? Dtype::int64
                  : elements.values.empty() ? Dtype::float32
                                            : Dtype::boolean;
  if (!dtype && !elements.dtype && elements.open && interp::runs_data_code(interpreter))
    interpreter.assumptions().push_back(
        {"the numbers of " + interp::quoted(span) + std::string(interp::kTakenForFloats) + "; `dtype=` says otherwise",
         span});
  const graph::TensorType type = graph::contiguous(dtype.value_or(natural), elements.shape);
  refuse_type(interpreter, type, span);
  Value value = make_tensor(builder, type);
  elements.origins.resize(type.shape.size());
  as_tensor(value)->origins = std::move(elements.origins);
  elements.known =
      elements.known && static_cast<int64_t>(elements.values.size()) == as_tensor(value)->type_info.numel();
  if (elements.known) as_tensor(value)->values = held(std::move(elements.values));
  const bool is_whole = static_cast<int64_t>(elements.ends[0].size()) == as_tensor(value)->type_info.numel();
  if (!elements.known && elements.between && is_whole) set_ends(*as_tensor(value), std::move(elements.ends));
  return value;
}

}  // namespace vramlint::model

#include "model/tensor_attributes.h"

#include <cmath>
#include <map>

#include "interp/anchored.h"
#include "interp/bounded.h"
#include "interp/known_parts.h"
#include "model/apply.h"
#include "model/autograd.h"
#include "model/bounded_sizes.h"
#include "model/convert.h"
#include "model/dtype.h"
#include "model/made_parameter.h"
#include "model/ranges.h"

namespace vramlint::model {
namespace {

using interp::Arguments;
using interp::Interpreter;
using interp::Value;

using Getter = Value (*)(Interpreter&, Tensor&, Span);
using Method = Value (*)(Interpreter&, Tensor&, Arguments&);

// ---------------------------------------------------------------- attributes

Value get_shape(Interpreter& interpreter, Tensor& self, Span span) { return self.shape(interpreter, span); }
Value get_dtype(Interpreter&, Tensor& self, Span) { return dtype_value(self.type_info.dtype); }
Value get_ndim(Interpreter&, Tensor& self, Span) { return Value::integer(self.type_info.rank()); }
const graph::Node* maker(const graph::Graph& graph, graph::TensorId tensor) {
  for (auto event = graph.events.rbegin(); event != graph.events.rend(); ++event) {
    const auto* node = std::get_if<graph::Node>(&*event);
    if (node && std::find(node->results.begin(), node->results.end(), tensor) != node->results.end()) return node;
  }
  return nullptr;
}

/// A view that was made without a record says so of what it shows: torch/csrc/autograd/variable.h (2.4),
/// DifferentiableViewMeta::requires_grad.
bool shows_what_needs_gradients(const graph::Graph& graph, graph::TensorId tensor, int depth = 8) {
  if (graph.tensors[tensor].requires_grad) return true;
  const graph::Node* node = depth > 0 ? maker(graph, tensor) : nullptr;
  const bool is_view = node && !node->recorded && !node->inputs.empty() && !node->call.op->schema.starts_with("detach");
  return is_view && node->outputs.front().alias == graph::Output::Alias::view &&
         shows_what_needs_gradients(graph, node->inputs.front(), depth - 1);
}

Value get_requires_grad(Interpreter& interpreter, Tensor& self, Span span) {
  if (self.requires_grad || !self.on_device()) return Value::boolean(self.requires_grad);
  const std::vector<Tensor*>& there = self.builder->on_storage(self.storage());
  const bool may_be = std::ranges::any_of(there, [](const Tensor* each) { return each->requires_grad; });
  if (!may_be) return Value::boolean(false);
  interpreter.budget().touch(self.builder->graph.events.size(), span);
  return Value::boolean(shows_what_needs_gradients(self.builder->graph, *self.id));
}
Value get_is_leaf(Interpreter&, Tensor& self, Span) { return Value::boolean(self.leaf); }
Value get_grad(Interpreter& interpreter, Tensor& self, Span) { return gradient_of(interpreter, self); }

Value get_true(Interpreter&, Tensor& self, Span) { return Value::boolean(self.asked != Place::host); }
Value get_false(Interpreter&, Tensor&, Span) { return Value::boolean(false); }

/// Of a tensor on the host of which the program has not said where it is to be: what is put there is neither.
Value get_device(Interpreter& interpreter, Tensor& self, Span span) {
  Value name = Value::string(self.asked == Place::host ? "cpu" : "cuda:0");
  if (self.builder->device_class.is_none()) return name;
  Value device = interpreter.call(self.builder->device_class, {std::move(name)}, span);
  if (!self.on_device() && self.asked == Place::unsaid)
    interpreter.set_attribute(device, "_unsaid", Value::boolean(true), span);
  return device;
}

// The gradient function exists where autograd recorded the tensor.
Value get_grad_fn(Interpreter& interpreter, Tensor& self, Span) {
  if (self.leaf) return Value::none();
  return Value::unknown("what autograd's nodes hold is not modelled", user_span(interpreter));
}

Value get_data(Interpreter& interpreter, Tensor& self, Span span) {
  if (self.on_device()) return apply(interpreter, "Tensor.detach", {Value(&self)}, span);
  return host_alias(self);
}

const std::map<std::string_view, Getter>& getters() {
  static const std::map<std::string_view, Getter> table = {
      {"shape", get_shape},     {"dtype", get_dtype},   {"ndim", get_ndim},       {"requires_grad", get_requires_grad},
      {"is_leaf", get_is_leaf}, {"grad", get_grad},     {"device", get_device},   {"grad_fn", get_grad_fn},
      {"data", get_data},       {"is_cuda", get_true},  {"is_sparse", get_false}, {"is_quantized", get_false},
      {"is_mkldnn", get_false}, {"is_meta", get_false}, {"is_nested", get_false}};
  return table;
}

// ---------------------------------------------------------------- methods

Value argument(Arguments& arguments, size_t at, std::string_view name) {
  if (at < arguments.positional.size()) return arguments.positional[at];
  const Value* found = arguments.find(name);
  return found ? *found : Value::none();
}

Value size(Interpreter& interpreter, Tensor& self, Arguments& arguments) {
  Value dim = argument(arguments, 0, "dim");
  if (dim.is_none()) return self.shape(interpreter, arguments.span);
  if (dim.is_unknown()) return dim;
  if (!dim.is_integral())
    interpreter.raise("TypeError",
                      "size(): argument 'dim' must be int, not " + std::string(interpreter.type_of(dim)->name),
                      arguments.span, dim.origin());
  return self.size(interpreter, dim.as_int(), arguments.span);
}

Value dim(Interpreter&, Tensor& self, Arguments&) { return Value::integer(self.type_info.rank()); }

Value numel(Interpreter& interpreter, Tensor& self, Arguments& arguments) {
  Value product = Value::integer(1);
  for (int64_t i = 0; i < self.type_info.rank(); ++i) {
    product =
        interpreter.binary(syntax::BinaryOp::mul, product, self.size(interpreter, i, arguments.span), arguments.span);
  }
  return product;
}

Value read_item(Interpreter& interpreter, Tensor& self, Arguments& arguments) {
  if (self.type_info.numel() != 1) {
    interpreter.raise("ValueError", "only one element tensors can be converted to Python scalars", arguments.span);
  }
  return item(interpreter, self, 0, arguments.span);
}

Value read_whole(Interpreter& interpreter, Tensor& self, Arguments& arguments) {
  Value element = read_item(interpreter, self, arguments);
  if (const interp::BoundedNumber* number = interp::bounded_number(element); number && !number->bounds.whole) {
    const interp::Bounds of = interp::narrowed(interpreter, number->bounds);
    return interp::between({std::trunc(of.low), std::trunc(of.point), std::trunc(of.high)}, number->info);
  }
  return element.is_real() ? Value::integer(static_cast<int64_t>(element.as_real())) : element;
}

Value read_index(Interpreter& interpreter, Tensor& self, Arguments& arguments) {
  if (self.type_info.numel() != 1 || graph::is_differentiable(self.type_info.dtype)) {
    interpreter.raise("TypeError", "only integer tensors of a single element can be converted to an index",
                      arguments.span);
  }
  return read_item(interpreter, self, arguments);
}

Value nested(Interpreter& interpreter, Tensor& self, size_t dim, size_t& at, Span span) {
  if (dim == self.type_info.shape.size()) return item(interpreter, self, at++, span);
  std::vector<Value> rows;
  interpreter.budget().allocate(saturating_product(self.type_info.shape[dim].point, sizeof(Value)), span);
  interpreter.budget().step(span);
  for (int64_t i = 0; i < self.type_info.shape[dim].point; ++i)
    rows.push_back(nested(interpreter, self, dim + 1, at, span));
  return Value::list(std::move(rows));
}

/// Of a tensor whose length nothing bounds.
Value open_list(Interpreter& interpreter, const Tensor& self) {
  const Unknown why = why_open(interpreter, self.type_info, user_span(interpreter));
  if (self.type_info.rank() != 1) return interp::some_items(why);
  const bool are_ints =
      !graph::is_differentiable(self.type_info.dtype) && self.type_info.dtype != graph::Dtype::boolean;
  const Value number(new interp::UnknownValue(why, interp::UnknownValue::Sort::number));
  const Value each = are_ints ? interp::any_int(why) : number;
  return Value(new interp::UnknownList(why, each, each, size_value(interpreter, self.type_info.shape[0])));
}

Value to_list(Interpreter& interpreter, Tensor& self, Arguments& arguments) {
  constexpr int64_t kMost = 1 << 16;
  if (is_open(self.type_info)) return open_list(interpreter, self);
  if (self.type_info.numel() > kMost)
    return Value::unknown("a long list of elements that are not known", user_span(interpreter));
  size_t at = 0;
  return nested(interpreter, self, 0, at, arguments.span);
}

Value is_contiguous(Interpreter&, Tensor& self, Arguments& arguments) {
  Value format = argument(arguments, 0, "memory_format");
  bool last = format.is_string() && format.as_string().find("channels_last") != std::string_view::npos;
  return Value::boolean(last ? self.type_info.channels_last() : self.type_info.contiguous());
}

Value stride(Interpreter&, Tensor& self, Arguments& arguments) {
  Value dim = argument(arguments, 0, "dim");
  const graph::Strides& strides = self.type_info.strides;
  if (dim.is_int()) {
    auto at = static_cast<size_t>(dim.as_int() < 0 ? dim.as_int() + self.type_info.rank() : dim.as_int());
    return at < strides.size() ? Value::integer(strides[at]) : Value::none();
  }
  std::vector<Value> all;
  for (int64_t s : strides) all.push_back(Value::integer(s));
  return Value::tuple(std::move(all));
}

Value element_size(Interpreter&, Tensor& self, Arguments&) {
  return Value::integer(graph::size_of(self.type_info.dtype));
}
Value storage_offset(Interpreter&, Tensor& self, Arguments&) { return Value::integer(self.type_info.offset); }
Value get_device_index(Interpreter&, Tensor& self, Arguments&) {
  return Value::integer(self.asked == Place::host ? -1 : 0);
}
Value is_floating(Interpreter&, Tensor& self, Arguments&) {
  return Value::boolean(graph::is_floating(self.type_info.dtype));
}
Value is_complex(Interpreter&, Tensor& self, Arguments&) {
  return Value::boolean(graph::is_complex(self.type_info.dtype));
}

Value requires_grad_(Interpreter& interpreter, Tensor& self, Arguments& arguments) {
  Value wanted = argument(arguments, 0, "requires_grad");
  set_tensor_attribute(interpreter, self, "requires_grad", wanted.is_none() ? Value::boolean(true) : wanted,
                       arguments.span);
  return Value(&self);
}

Value opaque(Interpreter& interpreter, Tensor&, Arguments&) {
  return Value::unknown("the elements of a tensor are not known before the program runs", user_span(interpreter));
}

Value nothing(Interpreter&, Tensor&, Arguments&) { return Value::none(); }
Value itself(Interpreter&, Tensor& self, Arguments&) { return Value(&self); }

Value detach_(Interpreter&, Tensor& self, Arguments&) {
  self.builder->before_change(self);
  self.requires_grad = false;
  self.leaf = true;
  if (self.on_device()) self.builder->graph.tensors[*self.id].requires_grad = false;
  return Value(&self);
}

Value make_subclass(Interpreter&, Tensor& self, Arguments& arguments) {
  if (!arguments.positional.empty() && arguments.positional[0].as<interp::Class>()) {
    self.builder->before_change(self);
    self.cls = arguments.positional[0];
  }
  return Value(&self);
}

Value either_of(Interpreter& interpreter, Tensor& self, Arguments& arguments) {
  return either(interpreter, self, arguments.positional.at(0), arguments.positional.at(1).as_bool(), arguments.span);
}

const std::map<std::string_view, Method>& methods() {
  static const std::map<std::string_view, Method> table = {{"size", size},
                                                           {"dim", dim},
                                                           {"ndimension", dim},
                                                           {"numel", numel},
                                                           {"nelement", numel},
                                                           {"item", read_item},
                                                           {"__int__", read_whole},
                                                           {"__float__", read_item},
                                                           {"__index__", read_index},
                                                           {"tolist", to_list},
                                                           {"data_ptr", opaque},
                                                           {"is_contiguous", is_contiguous},
                                                           {"stride", stride},
                                                           {"element_size", element_size},
                                                           {"storage_offset", storage_offset},
                                                           {"get_device", get_device_index},
                                                           {"is_floating_point", is_floating},
                                                           {"is_complex", is_complex},
                                                           {"requires_grad_", requires_grad_},
                                                           {"retain_grad", nothing},
                                                           {"record_stream", nothing},
                                                           {"share_memory_", itself},
                                                           {"pin_memory", itself},

                                                           {"__vramlint_either__", either_of},
                                                           {"detach_", detach_},
                                                           {"to", convert_to},
                                                           {"type_as", convert_as},
                                                           {"as_subclass", make_subclass}};
  return table;
}

Value bound_method(Tensor& self, std::string_view name, Method method) {
  return Value(
      new interp::Builtin(std::string(name), [owner = Value(&self), method](Interpreter& in, Arguments& arguments) {
        return method(in, *as_tensor(owner), arguments);
      }));
}

Value bound_operator(Tensor& self, std::string name) {
  return Value(new interp::Builtin(name, [owner = Value(&self), name](Interpreter& in, Arguments& arguments) {
    arguments.positional.insert(arguments.positional.begin(), owner);
    return apply(in, name, arguments);
  }));
}

std::optional<Value> class_attribute(Interpreter& interpreter, Tensor& self, std::string_view name, Span span) {
  auto* cls = self.cls.as<interp::Class>();
  const Value* found = cls ? cls->lookup(name) : nullptr;
  if (!found) return {};
  if (found->as<interp::FunctionObject>()) return Value(new interp::BoundMethod(Value(&self), *found));
  if (auto* property = found->as<interp::Property>()) return interpreter.call(property->getter, {Value(&self)}, span);
  if (name.starts_with("__")) return {};
  return *found;
}

/// A method that PyTorch has and the prelude does not is Unknown; else empty.
std::optional<Value> undescribed(Interpreter& interpreter, Tensor& self, std::string_view name, Span span) {
  auto* cls = self.cls.as<interp::Class>();
  const Value* ask = cls && !name.starts_with("__") ? cls->lookup("__vramlint_undescribed__") : nullptr;
  if (!ask) return {};
  try {
    return interpreter.call(Value(*ask), {Value(&self), Value::string(std::string(name))}, span);
  } catch (interp::Raised&) {
    return {};
  }
}

}  // namespace

std::optional<Value> tensor_attribute(Interpreter& interpreter, Tensor& self, std::string_view name, Span span) {
  if (auto getter = getters().find(name); getter != getters().end()) return getter->second(interpreter, self, span);
  if (auto method = methods().find(name); method != methods().end()) return bound_method(self, name, method->second);
  if (name == "__class__") return self.cls;
  if (auto* own = self.attributes.as<interp::Dict>()) {
    if (const Value* value = own->find(name)) return *value;
  }
  if (std::optional<Value> value = class_attribute(interpreter, self, name, span)) return value;
  std::string full = "Tensor." + std::string(name);
  if (has_operator(full)) return bound_operator(self, std::move(full));
  return undescribed(interpreter, self, name, span);
}

bool set_tensor_attribute(Interpreter& interpreter, Tensor& self, std::string_view name, Value value, Span span) {
  if (name == "requires_grad") {
    if (value.is_unknown()) return true;
    bool wanted = interpreter.truthy(value, span);
    if (!wanted && !self.leaf) {
      interpreter.raise("RuntimeError", "you can only change requires_grad flags of leaf variables.", span);
    }
    if (wanted && !graph::is_differentiable(self.type_info.dtype)) {
      interpreter.raise("RuntimeError", "only Tensors of floating point dtype can require gradients", span);
    }
    set_requires_grad(self, wanted || !self.leaf);
  } else if (name == "grad") {
    set_gradient_of(interpreter, self, std::move(value));
  } else if (name == "data") {
    assign_data(interpreter, self, value, span);
  } else {
    if (self.attributes.is_none()) {
      self.builder->before_change(self);
      self.attributes = Value(new interp::Dict);
    }
    interpreter.heap().dict(self.attributes).set(name, std::move(value));
  }
  return true;
}

}  // namespace vramlint::model

#include "model/convert.h"

#include <algorithm>

#include "interp/open_sizes.h"
#include "interp/stated_number.h"
#include "model/apply.h"
#include "model/bounded_sizes.h"
#include "model/dtype.h"
#include "model/ends.h"
#include "model/fold.h"
#include "model/host_storage.h"
#include "model/ranges.h"
#include "model/uniform.h"
#include "ops/layout.h"

namespace vramlint::model {
namespace {

using interp::Arguments;
using interp::Interpreter;
using interp::Value;

struct Target {
  std::optional<graph::Dtype> dtype;
  Place place = Place::unsaid;
  bool copy = false;
  Value memory_format;
};

void read_target(Interpreter& interpreter, const Value& value, Target& target) {
  if (Tensor* other = as_tensor(value)) {
    target.dtype = other->type_info.dtype;
    target.place = other->on_device() ? Place::device : other->asked;
  } else if (std::optional<graph::Dtype> dtype = dtype_of(interpreter, value)) {
    target.dtype = dtype;
  } else if (!value.is_bool()) {
    target.place = place_of(interpreter, value);
  }
}

Target read_arguments(Interpreter& interpreter, const Arguments& arguments) {
  Target target;
  for (const Value& value : arguments.positional) read_target(interpreter, value, target);
  for (const auto& [name, value] : arguments.keyword) {
    if (name == "dtype" || name == "device" || name == "other")
      read_target(interpreter, value, target);
    else if (name == "copy")
      target.copy = value.is_bool() && value.as_bool();
    else if (name == "memory_format")
      target.memory_format = value;
  }
  return target;
}

/// The elements as the dtype holds them.
std::shared_ptr<std::vector<double>> cast_values(const Tensor& self, graph::Dtype dtype) {
  if (!self.elements()) return nullptr;
  return std::make_shared<std::vector<double>>(as_held_by(dtype, *self.elements()));
}

bool wants_channels_last(const Target& target) {
  return target.memory_format.is_string() &&
         target.memory_format.as_string().find("channels_last") != std::string_view::npos;
}

/// Of what is known without knowing the elements: how many values they have, and in which order.
void copy_facts(const Tensor& from, Tensor& to) {
  if (!from.facts) return;
  set_range(to, from.facts->range);
  if (!(from.facts->distinct || from.facts->runs)) return;
  auto facts = to.facts ? std::make_shared<DataFacts>(*to.facts) : std::make_shared<DataFacts>();
  facts->distinct = from.facts->distinct;
  facts->runs = from.facts->runs;
  to.facts = std::move(facts);
}

Value host_copy(Tensor& self, graph::Dtype dtype, Place asked, bool channels_last) {
  const graph::TensorType& type = self.type_info;
  Value value =
      make_tensor(self.builder, channels_last ? ops::channels_last(dtype, type.shape) : graph::like(type, dtype));
  Tensor* result = as_tensor(value);
  result->origins = self.origins;
  result->values = cast_values(self, dtype);
  copy_ends(self, *result);
  copy_facts(self, *result);
  if (const std::optional<double> element = uniform_element(self))
    set_uniform(*result, as_held_by(dtype, {*element}).front());
  result->requires_grad = self.requires_grad && self.builder->grad_enabled && graph::is_differentiable(dtype);
  result->leaf = !result->requires_grad;
  result->asked = asked;
  result->of_batch = self.of_batch;
  return value;
}

Value device_cast(Interpreter& interpreter, Tensor& self, const Target& target, Span span) {
  Arguments arguments{{Value(&self), dtype_value(target.dtype.value_or(self.type_info.dtype))}, {}, span};
  arguments.keyword.emplace_back("copy", Value::boolean(target.copy));
  if (!target.memory_format.is_none()) arguments.keyword.emplace_back("memory_format", target.memory_format);
  Value result = apply(interpreter, "Tensor.to", arguments);
  if (Tensor* made = as_tensor(result)) {
    made->values = cast_values(self, made->type_info.dtype);
    copy_ends(self, *made);
  }
  return result;
}

/// What nothing says the size of goes to the GPU: what the program calls that size is what settles it.
void name_open(Interpreter& interpreter, const Tensor& self, const Span& span) {
  const bool has_cause = std::ranges::any_of(self.type_info.shape, [&](const graph::Dim& size) {
    const Unknown* cause = interp::cause_of_open(interpreter, size.name);
    return cause && !cause->remedy.empty();
  });
  const std::string number = has_cause ? "" : interp::name_of_open_size(interpreter);
  if (number.empty()) return;
  Unknown why = why_open(interpreter, self.type_info, span);
  why.remedy = "`data: {" + number + ": NUMBER}` in vramlint.yaml says how large it is";
  for (const graph::Dim& size : self.type_info.shape)
    if (is_open(size)) interp::note_open_cause(interpreter, size.name, why);
}

}  // namespace

Value convert_to(Interpreter& interpreter, Tensor& self, Arguments& arguments) {
  Target target = read_arguments(interpreter, arguments);
  graph::Dtype dtype = target.dtype.value_or(self.type_info.dtype);
  bool same = dtype == self.type_info.dtype && !target.copy;
  const bool last = wants_channels_last(target);
  same = same && (!last || self.type_info.channels_last());
  if (self.asked == Place::device && self.builder->in_step && !self.on_device()) bring_to_device(interpreter, self);
  if (self.on_device()) {
    if (target.place == Place::host) return host_copy(self, dtype, Place::host, last);
    return same ? Value(&self) : device_cast(interpreter, self, target, arguments.span);
  }
  if (target.place == Place::device && is_open(self.type_info)) name_open(interpreter, self, arguments.span);
  if (target.place != Place::device || !self.builder->in_step) {
    const Place asked = target.place == Place::unsaid ? self.asked : target.place;
    const bool is_trained = self.leaf && self.requires_grad;
    const bool stays = is_trained && asked == Place::device && self.builder->grad_enabled;  // else a new leaf
    if (same && (asked == self.asked || stays)) return Value(&self);
    return host_copy(self, dtype, asked, last);
  }
  if (is_open(self.type_info) && interpreter.world().asks_sizes) return host_copy(self, dtype, Place::unsaid, last);
  if (is_open(self.type_info))
    return Value(new interp::UnknownValue(why_open(interpreter, self.type_info, arguments.span)));
  Value copy = host_copy(self, dtype, Place::unsaid, last);
  if (self.builder->follows_program && self.asked == Place::host)
    bring(*as_tensor(copy));
  else
    move_to_device(interpreter, *as_tensor(copy));
  return copy;
}

Value convert_as(Interpreter& interpreter, Tensor& self, Arguments& arguments) {
  const Tensor* as = nullptr;
  if (!arguments.positional.empty())
    as = as_tensor(arguments.positional[0]);
  else if (!arguments.keyword.empty())
    as = as_tensor(arguments.keyword[0].second);
  if (as && as->on_device() != self.on_device()) return convert_to(interpreter, self, arguments);
  arguments.positional.insert(arguments.positional.begin(), Value(&self));
  return apply(interpreter, "Tensor.type_as", arguments);
}

Value host_alias(Tensor& self) {
  Value value = make_tensor(self.builder, self.type_info);
  Tensor* result = as_tensor(value);
  result->origins = self.origins;
  result->values = self.values;
  copy_ends(self, *result);
  result->asked = self.asked;
  result->of_batch = self.of_batch;
  result->of_leaf = self.of_leaf || (self.requires_grad && self.leaf);
  share_host_storage(self, *result);
  return value;
}

namespace {

bool is_lasting(const Tensor& tensor) {
  const graph::StorageKind kind = tensor.builder->graph.storages[tensor.storage()].kind;
  return kind == graph::StorageKind::parameter || kind == graph::StorageKind::buffer;
}

/// `cell.weight.data = gru.weight.data`: both lie where the other's lie.
void share_data(Interpreter& interpreter, Tensor& self, Tensor& other, Span span) {
  const Value alias = apply(interpreter, "Tensor.detach", {Value(&other)}, span);
  if (Tensor* passing = as_tensor(alias); passing && passing->on_device()) {
    self.builder->before_change(self);
    self.type_info = passing->type_info;
    self.take_place_of(*passing);
  }
}

}  // namespace

void assign_data(Interpreter& interpreter, Tensor& self, const Value& value, Span span) {
  Tensor* other = as_tensor(value);
  if (!other) return;
  if (!self.on_device() && !other->on_device()) {
    self.builder->before_change(self);
    self.type_info = other->type_info;
    self.origins = other->origins;
    self.values = other->values;
    self.facts = other->facts;
    return;
  }
  const bool is_alike = self.type_info.shape == other->type_info.shape;
  if (is_alike && !self.on_device() && is_lasting(*other)) return share_data(interpreter, self, *other, span);
  if (!self.on_device() && is_alike) {  // moved by a copy of its own
    self.builder->before_change(self);
    self.type_info.dtype = other->type_info.dtype;
    return move_to_device(interpreter, self);
  }
  if (self.on_device() && is_alike) return;  // same size: the bytes do not change
  if (!self.requires_grad && other->on_device())
    return share_data(interpreter, self, *other, span);  // as resize_() does
  unsupported(interpreter, "an assignment to .data that changes the tensor's shape during the step is not modelled");
}

}  // namespace vramlint::model

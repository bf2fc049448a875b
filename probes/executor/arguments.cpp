#include "probes/executor/arguments.h"
#include "probes/executor/optional.h"

#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>

#include <algorithm>

#include "graph/schema.h"
#include "probes/executor/call.h"
#include "probes/executor/tensors.h"

namespace vramlint::probes {

namespace {

using c10::IValue;
using c10::TypeKind;

/// The type without its optional.
c10::TypePtr stripped(const c10::TypePtr& type) {
  const auto optional = type->cast<c10::OptionalType>();
  return optional ? optional->getElementType() : type;
}

bool is_kind(const c10::TypePtr& type, TypeKind kind) { return stripped(type)->kind() == kind; }

/// What one argument becomes, by the kind of value we hold.
struct Conversion {
  const c10::Argument& argument;
  const std::vector<at::Tensor>& operands;

  c10::TypePtr type() const { return stripped(argument.type()); }
  c10::TypePtr element() const { return stripped(type()->expectRef<c10::ListType>().getElementType()); }
  bool list() const { return is_kind(argument.type(), TypeKind::ListType); }

  at::Tensor tensor(int index) const { return index < 0 ? at::Tensor() : operands.at(static_cast<size_t>(index)); }

  /// A plain number stands for a list of as many as the schema says.
  template <typename Number>
  IValue repeated(Number value) const {
    return std::vector<Number>(static_cast<size_t>(argument.N().value_or(1)), value);
  }

  IValue operator()(std::monostate) const { return {}; }
  IValue operator()(bool value) const { return list() ? IValue(std::vector<bool>{value}) : IValue(value); }
  IValue operator()(int64_t value) const {
    if (list()) {
      return is_kind(element(), TypeKind::FloatType) ? repeated(static_cast<double>(value)) : repeated(value);
    }
    if (is_kind(argument.type(), TypeKind::FloatType)) return static_cast<double>(value);
    if (is_kind(argument.type(), TypeKind::BoolType)) return value != 0;
    return value;
  }
  IValue operator()(double value) const { return list() ? repeated(value) : IValue(value); }
  IValue operator()(const std::string& value) const { return value; }
  IValue operator()(const std::vector<int64_t>& values) const {
    if (list() && is_kind(element(), TypeKind::FloatType)) return std::vector<double>(values.begin(), values.end());
    if (list() && is_kind(element(), TypeKind::BoolType)) return std::vector<bool>(values.begin(), values.end());
    return values;
  }
  IValue operator()(graph::Dtype dtype) const { return static_cast<int64_t>(scalar_type(dtype)); }
  IValue operator()(graph::OperandRef ref) const { return tensor(ref.index); }
  IValue operator()(const graph::OperandList& list) const {
    const bool optional = type()->expectRef<c10::ListType>().getElementType()->kind() == TypeKind::OptionalType;
    return optional ? optionals(list) : tensors(list);
  }
  IValue tensors(const graph::OperandList& list) const {
    c10::List<at::Tensor> items;
    for (const int index : list.indices) items.push_back(tensor(index));
    return items;
  }
  IValue optionals(const graph::OperandList& list) const {
    c10::List<torch_type::optional<at::Tensor>> items;
    for (const int index : list.indices) {
      items.push_back(index < 0 ? torch_type::optional<at::Tensor>() : torch_type::optional<at::Tensor>(tensor(index)));
    }
    return items;
  }
};

const graph::Arg* named(const graph::Schema& ours, const graph::Call& call, const std::string& name) {
  for (size_t i = 0; i < ours.arguments.size(); ++i) {
    if (ours.arguments[i].name == name) return &call.args[i];
  }
  return nullptr;
}

IValue value_of(const c10::Argument& argument, const graph::Arg* given, const std::vector<at::Tensor>& operands) {
  const bool none = given && std::holds_alternative<std::monostate>(*given);
  const bool takes_none = argument.type()->kind() == TypeKind::OptionalType;
  if (given && (!none || takes_none)) return std::visit(Conversion{argument, operands}, *given);
  if (argument.default_value()) return *argument.default_value();
  if (takes_none) return {};
  throw CallError("argument '" + argument.name() + "' has no value");
}

bool is_tensors(const c10::Argument& argument) {
  const c10::TypePtr type = stripped(argument.type());
  const auto list = type->cast<c10::ListType>();
  return (list ? stripped(list->getElementType()) : type)->kind() == TypeKind::TensorType;
}

/// What is made from nothing is made on the chosen device.
void place(const c10::FunctionSchema& schema, torch::jit::Stack& stack) {
  const auto& arguments = schema.arguments();
  if (std::any_of(arguments.begin(), arguments.end(), is_tensors)) return;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const bool says_where = is_kind(arguments[i].type(), TypeKind::DeviceObjType);
    if (says_where && stack[i].isNone()) stack[i] = torch_device();
  }
}

}  // namespace

torch::jit::Stack arguments(const c10::FunctionSchema& schema, const graph::Call& call,
                            const std::vector<at::Tensor>& operands) {
  const graph::Schema ours = graph::parse_schema(call.op->schema);
  torch::jit::Stack stack;
  for (const c10::Argument& argument : schema.arguments()) {
    stack.push_back(value_of(argument, named(ours, call, argument.name()), operands));
  }
  place(schema, stack);
  for (const graph::SchemaArgument& argument : ours.arguments) {
    if (!schema.argumentIndexWithName(argument.name)) {
      throw CallError("torch's schema has no argument '" + argument.name + "'");
    }
  }
  return stack;
}

}  // namespace vramlint::probes

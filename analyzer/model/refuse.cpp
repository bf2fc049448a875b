#include "model/refuse.h"

#include <algorithm>
#include <limits>

#include "graph/operator_name.h"
#include "graph/schema.h"
#include "interp/dict.h"
#include "interp/objects.h"
#include "model/apply.h"

namespace vramlint::model {

using interp::Value;

void refuse_what_is_no_tensor(interp::Interpreter& interpreter, std::span<const graph::Op* const> candidates,
                              std::string_view name, const interp::Arguments& arguments) {
  if (arguments.positional.empty() || candidates.empty()) return;
  const Value& first = arguments.positional[0];
  const bool is_plain = first.as<interp::List>() || first.as<interp::Tuple>() || first.as<interp::Dict>() ||
                        first.is_string() || first.is_none();
  const bool is_wanted = std::all_of(candidates.begin(), candidates.end(), [](const graph::Op* op) {
    const graph::Schema schema = graph::parse_schema(op->schema);
    return !schema.arguments.empty() && schema.arguments[0].type == graph::SchemaArgument::Type::tensor;
  });
  if (!is_plain || !is_wanted) return;
  const graph::Schema schema = graph::parse_schema(candidates[0]->schema);
  interpreter.raise("TypeError",
                    std::string(name) + "(): argument '" + schema.arguments[0].name +
                        "' (position 1) must be Tensor, not " + interpreter.type_of(first)->name,
                    arguments.span, first.origin());
}

namespace {

/// Another name of a leaf's storage that autograd follows.
bool is_view_of_leaf(Builder& builder, const Tensor& self) {
  if (!self.on_device() || self.leaf) return false;
  const std::vector<Tensor*>& all = builder.on_storage(self.storage());
  return std::any_of(all.begin(), all.end(), [](const Tensor* t) { return t->leaf && t->requires_grad; });
}

/// Tensors and integers that a call is given: what there is to look through.
int64_t given(const Bound& bound) {
  size_t count = bound.tensors.size();
  for (const graph::Arg& arg : bound.call.args) {
    const auto* list = std::get_if<std::vector<int64_t>>(&arg);
    count += list ? list->size() : 1;
  }
  return static_cast<int64_t>(count);
}

}  // namespace

void refuse_in_place(interp::Interpreter& interpreter, Builder& builder, const Tensor& self) {
  if (!builder.grad_enabled || !self.requires_grad) return;
  const bool view = is_view_of_leaf(builder, self);
  if (!self.leaf && !view) return;
  interpreter.raise("RuntimeError",
                    std::string(view ? "a view of a leaf" : "a leaf") +
                        " Variable that requires grad is being used in an in-place operation.",
                    user_span(interpreter));
}

namespace {

constexpr int64_t kTensor = 256;   // elements that could be gone through while a tensor is made
constexpr int64_t kMostDims = 64;  // more than most of PyTorch's operators take

interp::Origin origin_of_all(interp::Interpreter& interpreter, const Bound& bound) {
  interp::Origin origin = bound.origin;
  for (const Value& value : bound.tensors) {
    if (Tensor* tensor = as_tensor(value)) {
      for (interp::Origin each : tensor->origins) origin = interpreter.origins().join(origin, each);
    }
  }
  return origin;
}

/// What PyTorch says of a tensor that cannot be (c10/core/TensorImpl.h, ATen/EmptyTensor.cpp, 1.13).
std::string impossible(const graph::Output& output) {
  const graph::TensorType& type = output.type;
  for (const graph::Dim& dim : type.shape) {
    if (dim.point < 0)
      return "Trying to create tensor with negative dimension " + std::to_string(dim.point) + ": " +
             graph::to_string(type.shape);
  }
  if (type.offset < 0) return "Tensor: invalid storage offset " + std::to_string(type.offset);
  if (type.bytes().point.count < std::numeric_limits<int64_t>::max()) return {};
  if (output.alias == graph::Output::Alias::view) return "numel: integer multiplication overflow";
  return "Storage size calculation overflowed with sizes=" + graph::to_string(type.shape);
}

}  // namespace

void refuse_type(interp::Interpreter& interpreter, const graph::TensorType& type, Span span) {
  if (type.rank() > kMostDims)
    unsupported(interpreter, "a tensor of more than " + std::to_string(kMostDims) + " dimensions is not modelled");
  const std::string error = impossible({.type = type});
  if (!error.empty()) interpreter.raise("RuntimeError", error, span);
}

void refuse_arguments(interp::Interpreter& interpreter, const Bound& bound) {
  interpreter.budget().touch(given(bound), user_span(interpreter));
  if (!bound.error.empty())
    interpreter.raise("RuntimeError", bound.error, user_span(interpreter), origin_of_all(interpreter, bound));
}

namespace {

/// The operator was asked with the most likely of sizes that only the data tells.
bool is_at_most_likely(const Bound& bound) {
  const auto is_bounded = [](const graph::Dim& dim) { return !dim.known(); };
  return !bound.bounded.empty() ||
         std::any_of(bound.call.operands.begin(), bound.call.operands.end(), [&](const graph::Operand& each) {
           return std::any_of(each.type.shape.begin(), each.type.shape.end(), is_bounded);
         });
}

}  // namespace

void refuse_results(interp::Interpreter& interpreter, const Bound& bound, const graph::Inferred& inferred) {
  const Span span = user_span(interpreter);
  const auto refuse = [&](const graph::Refusal& error) {
    if (is_at_most_likely(bound)) builder_of(interpreter)->refused_at_most_likely = error.text;
    const interp::Origin of_sizes = bound.sources.origin_of(interpreter, error.sources);
    interpreter.raise(exception_of(error.text), error.text, span,
                      error.of_types  ? builder_of(interpreter)->autocast.origin
                      : of_sizes != 0 ? of_sizes
                                      : origin_of_all(interpreter, bound));
  };
  if (!inferred.error.empty()) refuse(inferred.error);
  if (inferred.too_many > 0)
    throw interp::BudgetExceeded("one call makes " + std::to_string(inferred.too_many) + " tensors", span);
  const auto count = static_cast<int64_t>(inferred.outputs.size());
  int64_t dims = 0;
  for (const graph::Output& output : inferred.outputs) {
    dims += output.type.rank();
    if (output.type.rank() > kMostDims)
      unsupported(interpreter, "a tensor of more than " + std::to_string(kMostDims) + " dimensions is not modelled");
    if (const std::string error = impossible(output); !error.empty()) refuse(error);
  }
  interpreter.budget().touch(kTensor * (1 + count) + (1 + dims) * given(bound), span);
}

namespace {

/// Up to 1.6 a comparison writes into a result of no elements, which then lies row by row whatever its operands do
/// (aten/src/ATen/native/BinaryOps.cpp, comparison_op, 1.6).
bool is_earlier_comparison(interp::Interpreter& interpreter, const graph::Op& op) {
  if (builder_of(interpreter)->torch.at_least(1, 7)) return false;
  constexpr std::string_view kNames[] = {"eq", "ne", "lt", "le", "gt", "ge"};
  return std::find(std::begin(kNames), std::end(kNames), graph::operator_name(op)) != std::end(kNames);
}

}  // namespace

graph::Inferred inferred_of(interp::Interpreter& interpreter, const graph::Call& call) {
  try {
    graph::Inferred inferred = call.op->infer(call);
    if (is_earlier_comparison(interpreter, *call.op)) {
      for (graph::Output& output : inferred.outputs)
        output.type = graph::contiguous(output.type.dtype, output.type.shape);
    }
    return inferred;
  } catch (const graph::Misfit& misfit) {
    unsupported(interpreter, std::string(call.op->schema.substr(0, call.op->schema.find('('))) +
                                 " is not understood with these arguments: " + misfit.what());
  }
}

void refuse_none(interp::Interpreter& interpreter, std::string_view argument, size_t at) {
  interpreter.raise("TypeError",
                    "expected Tensor as element " + std::to_string(at) + " in argument '" + std::string(argument) +
                        "', but got NoneType",
                    user_span(interpreter));
}

void refuse_long(size_t tensors, Span span) {
  if (tensors > static_cast<size_t>(graph::kMostResults))
    throw interp::BudgetExceeded("one call takes " + std::to_string(tensors) + " tensors", span);
}

void count_operands(interp::Interpreter& interpreter, const Bound& bound, Span span) {
  constexpr size_t kShort = 8, kOperand = 256;  // bytes
  const size_t count = bound.tensors.size();
  if (count > kShort) interpreter.budget().allocate(static_cast<int64_t>(count * kOperand), span);
}

std::string_view exception_of(std::string_view error) {
  for (std::string_view begin : {"Dimension out of range", "Dimension specified as", "The shape of the mask",
                                 "too many indices", "shape mismatch: indexing tensors"}) {
    if (error.starts_with(begin)) return "IndexError";
  }
  return "RuntimeError";
}

}  // namespace vramlint::model

#include "model/refuse.h"

#include <algorithm>

#include "graph/schema.h"
#include "interp/dict.h"
#include "interp/objects.h"

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

std::string_view exception_of(std::string_view error) {
  for (std::string_view begin :
       {"Dimension out of range", "The shape of the mask", "too many indices", "shape mismatch: indexing tensors"}) {
    if (error.starts_with(begin)) return "IndexError";
  }
  return "RuntimeError";
}

}  // namespace vramlint::model

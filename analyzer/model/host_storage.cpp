#include "model/host_storage.h"

#include <algorithm>

#include "model/apply.h"

namespace vramlint::model {
namespace {

using interp::Value;

bool all_known(const graph::Shape& shape) {
  return std::all_of(shape.begin(), shape.end(), [](const graph::Dim& dim) { return dim.known(); });
}

Value list_of(const std::vector<int64_t>& numbers) {
  std::vector<Value> items;
  for (int64_t number : numbers) items.push_back(Value::integer(number));
  return Value::list(std::move(items));
}

/// The view takes the place in the graph that `made` has.
void take_place(Tensor& tensor, Tensor& made) {
  tensor.values.reset();
  tensor.place(*made.id);
  made.builder->leave(made.storage(), &made);
  made.id.reset();
}

}  // namespace

void share_host_storage(Tensor& base, Tensor& view) {
  if (base.host_storage.is_none()) {
    if (!base.type_info.contiguous() || !all_known(base.type_info.shape)) return;
    base.host_storage =
        make_tensor(base.builder, graph::contiguous(base.type_info.dtype, {graph::Dim(base.type_info.numel())}));
    as_tensor(base.host_storage)->before_step = base.before_step;
  }
  if (base.of_leaf || (base.requires_grad && base.leaf)) as_tensor(base.host_storage)->of_leaf = true;
  view.host_storage = base.host_storage;
}

void place_with(Builder& builder, Tensor& placed) {
  Tensor* whole = as_tensor(placed.host_storage);
  if (!whole || whole->on_device() || whole->type_info.dtype != placed.type_info.dtype ||
      whole->type_info.numel() != placed.type_info.numel() || !placed.type_info.contiguous())
    return;
  whole->place(builder.add_tensor({whole->type_info, placed.storage(), false, true}));
}

void bring_to_device(interp::Interpreter& interpreter, Tensor& tensor) {
  Tensor* whole = as_tensor(tensor.host_storage);
  if (!whole || tensor.requires_grad || whole->type_info.dtype != tensor.type_info.dtype ||
      !all_known(tensor.type_info.shape)) {
    move_to_device(interpreter, tensor);
    return;
  }
  if (!whole->on_device()) move_to_device(interpreter, *whole);
  std::vector<int64_t> sizes;
  for (const graph::Dim& dim : tensor.type_info.shape) sizes.push_back(dim.point);
  const graph::TensorType& type = tensor.type_info;
  Value view = apply_schema(interpreter, "as_strided",
                            {tensor.host_storage, list_of(sizes), list_of(type.strides), Value::integer(type.offset)},
                            user_span(interpreter));
  take_place(tensor, *as_tensor(view));
}

}  // namespace vramlint::model

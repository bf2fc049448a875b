// Host tensors made again: the parameters and buffers of a module that is not constructed anew.
#include <algorithm>

#include "interp/heap.h"
#include "model/apply.h"
#include "model/tensor.h"

namespace vramlint::model {
namespace {

using interp::Interpreter;
using interp::Value;

struct TensorCast : interp::Cast {
  graph::TensorType type_info;
  bool requires_grad, leaf, written;
  Place asked;
  std::shared_ptr<std::vector<double>> values;
  std::shared_ptr<const DataFacts> facts;

  Value make(Interpreter& interpreter, std::vector<Value> held) const override {
    Value made = make_tensor(builder_of(interpreter), type_info);
    Tensor& tensor = *as_tensor(made);
    tensor.requires_grad = requires_grad;
    tensor.leaf = leaf;
    tensor.asked = asked;
    tensor.written = written;
    tensor.values = values;
    tensor.facts = facts;
    tensor.host_storage = std::move(held[0]);
    tensor.cls = std::move(held[1]);
    tensor.grad = std::move(held[2]);
    tensor.attributes = std::move(held[3]);
    for (size_t dim = 0; dim < tensor.origins.size(); ++dim) tensor.origins[dim] = held[4 + dim].origin();
    return made;
  }
};

/// Of one that holds nothing of a run.
struct TensorRenewal : interp::Renewal {
  explicit TensorRenewal(TensorState s) : state(std::move(s)) {}
  TensorState state;

  void renew(Interpreter& interpreter, const interp::Object& tensor) const override {
    interp::Heap::unseen(static_cast<const Tensor&>(tensor)).begin_anew(builder_of(interpreter), state);
  }
};

}  // namespace

std::unique_ptr<interp::Renewal> Tensor::renewal() const {
  const bool is_bare = !id && host_storage.is_none() && grad.is_none() && attributes.is_none() &&
                       cls.same(builder->tensor_class) && !of_batch && newest_change == 0;
  const bool is_of_no_key = std::all_of(origins.begin(), origins.end(), [](interp::Origin from) { return from == 0; });
  return is_bare && is_of_no_key ? std::make_unique<TensorRenewal>(state_of(*this)) : nullptr;
}

std::unique_ptr<interp::Cast> Tensor::cast(std::vector<Value>& held) const {
  if (id || origins.size() != type_info.shape.size()) return nullptr;
  auto made = std::make_unique<TensorCast>();
  made->type_info = type_info;
  made->requires_grad = requires_grad;
  made->leaf = leaf;
  made->asked = asked;
  made->written = written;
  made->values = values;
  made->facts = facts;
  held = {host_storage, cls, grad, attributes};
  for (const interp::Origin origin : origins) held.push_back(Value::none().with_origin(origin));
  return made;
}

}  // namespace vramlint::model

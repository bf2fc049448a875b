#include "model/histories.h"

#include "model/tensor.h"

namespace vramlint::model {

graph::TensorId detached_from(const graph::Graph& graph, const graph::Op& op, const graph::Output& output,
                              const std::vector<graph::TensorId>& inputs) {
  if (output.alias == graph::Output::Alias::fresh) return 0;
  if (op.schema.starts_with("detach(")) return static_cast<graph::TensorId>(graph.tensors.size());
  return graph.tensors[inputs[static_cast<size_t>(output.operand)]].detached;
}

void spread_grad(Builder& builder, const graph::Tensor& written) {
  if (!written.requires_grad) return;
  for (Tensor* other : builder.on_storage(written.storage)) {
    if (builder.graph.tensors[*other->id].detached != written.detached) continue;
    other->need_gradients();
    builder.graph.tensors[*other->id].requires_grad = true;
    builder.graph.tensors[*other->id].leaf = false;
  }
}

}  // namespace vramlint::model

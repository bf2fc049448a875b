// Which tensors of one storage autograd knows as one: what is written through a view is part of the history of all of
// them, but for what was detached.
#pragma once

#include <vector>

#include "model/builder.h"

namespace vramlint::model {

/// Of which detached tensor the operator's output is a part, about to be added to the graph; 0: of none.
graph::TensorId detached_from(const graph::Graph& graph, const graph::Op& op, const graph::Output& output,
                              const std::vector<graph::TensorId>& inputs);

/// A write through a view (x[:, 0] = y) makes whatever shares the storage depend on what was written; one through
/// `x.detach()` or `x.data` only that and its views.
void spread_grad(Builder& builder, const graph::Tensor& written);

}  // namespace vramlint::model

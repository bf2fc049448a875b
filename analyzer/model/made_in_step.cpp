#include "model/made_in_step.h"

#include <algorithm>

#include "interp/opaque.h"
#include "model/unsupported.h"

namespace vramlint::model {

void note_made_in_step(interp::Interpreter& interpreter, const Builder& builder,
                       const std::vector<graph::TensorId>& stepped) {
  const auto& known = builder.graph.parameters;
  const auto is_made = [&](graph::TensorId tensor) {
    return std::none_of(known.begin(), known.end(), [tensor](const auto& each) { return each.tensor == tensor; }) &&
           builder.graph.storages[builder.graph.tensors[tensor].storage].kind == graph::StorageKind::intermediate;
  };
  if (std::any_of(stepped.begin(), stepped.end(), is_made))
    interp::note_unknown(interpreter, {"an optimizer steps over tensors that are made in the step: what it keeps and "
                                       "takes for them is not counted",
                                       user_span(interpreter)});
}

}  // namespace vramlint::model

#include "counted_parameters.h"

namespace vramlint {

namespace {

void add(ParameterCount& count, const graph::Tensor& tensor) {
  const int64_t elements = tensor.type.numel();
  count.total += elements;
  count.trainable += tensor.requires_grad ? elements : 0;
  count.bytes += tensor.type.bytes().point;
}

}  // namespace

void describe_parameters(PhasePeak& phase, const graph::Graph& graph, const std::vector<std::string>& models) {
  for (const std::string& model : models) phase.modules.push_back({model, {}});
  for (const graph::Parameter& parameter : graph.parameters) {
    if (parameter.buffer) continue;
    add(phase.parameters, graph.tensors[parameter.tensor]);
    for (auto& [model, count] : phase.modules) {
      if (parameter.name.starts_with(model + ".")) add(count, graph.tensors[parameter.tensor]);
    }
  }
}

}  // namespace vramlint

#include "probes/operators/sample_json.h"

#include "graph/schema.h"

namespace vramlint::probes {

namespace {

using nlohmann::json;

json value_json(const graph::Arg& arg) {
  return std::visit(
      [](const auto& value) -> json {
        using Kind = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Kind, std::monostate>)
          return nullptr;
        else if constexpr (std::is_same_v<Kind, graph::Dtype>)
          return to_string(value);
        else if constexpr (std::is_same_v<Kind, graph::OperandRef>)
          return value.index;
        else if constexpr (std::is_same_v<Kind, graph::OperandList>)
          return value.indices;
        else
          return value;
      },
      arg);
}

std::string kind_of(const graph::Arg& arg, const std::string& name) {
  if (std::holds_alternative<graph::OperandRef>(arg)) return "tensor";
  if (std::holds_alternative<graph::OperandList>(arg)) return "tensors";
  if (std::holds_alternative<graph::Dtype>(arg)) return "dtype";
  if (name == "memory_format" && std::holds_alternative<int64_t>(arg)) return "memory_format";
  return "value";
}

json operand_json(const graph::Operand& operand) {
  std::vector<int64_t> sizes;
  for (const graph::Dim& dim : operand.type.shape) sizes.push_back(dim.point);
  return {{"dtype", to_string(operand.type.dtype)},
          {"sizes", sizes},
          {"strides", operand.type.strides},
          {"requires_grad", operand.requires_grad}};
}

}  // namespace

json sample_json(const graph::Call& call) {
  const graph::Schema schema = graph::parse_schema(call.op->schema);
  json sample = {{"arguments", json::array()}, {"operands", json::array()}};
  for (size_t i = 0; i < call.args.size(); ++i) {
    const graph::SchemaArgument& argument = schema.arguments[i];
    sample["arguments"].push_back({{"name", argument.name},
                                   {"keyword_only", argument.keyword_only},
                                   {"kind", kind_of(call.args[i], argument.name)},
                                   {"value", value_json(call.args[i])}});
  }
  for (const graph::Operand& operand : call.operands) sample["operands"].push_back(operand_json(operand));
  return sample;
}

}  // namespace vramlint::probes

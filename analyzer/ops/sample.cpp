#include "ops/sample.h"

#include "base/check.h"
#include "graph/schema.h"
#include "ops/layout.h"
#include "ops/registry.h"

namespace vramlint::ops {

namespace {

Shape shape_of(std::initializer_list<int64_t> sizes) { return {sizes.begin(), sizes.end()}; }

void append(Call& call, const graph::SchemaArgument& argument, const Given* given) {
  const auto next = static_cast<int>(call.operands.size());
  if (given == nullptr) {
    VRAMLINT_CHECK(argument.has_default, std::string(call.op->schema) + ": no value for " + argument.name);
    call.args.push_back(argument.default_value);
  } else if (std::holds_alternative<graph::OperandRef>(given->value)) {
    call.args.push_back(graph::OperandRef{next});
  } else if (std::holds_alternative<graph::OperandList>(given->value)) {
    graph::OperandList list;
    for (size_t i = 0; i < given->operands.size(); ++i) list.indices.push_back(next + static_cast<int>(i));
    call.args.push_back(std::move(list));
  } else {
    call.args.push_back(given->value);
  }
  if (given != nullptr) call.operands.insert(call.operands.end(), given->operands.begin(), given->operands.end());
}

}  // namespace

Given::Given(const Operand& operand) : value(graph::OperandRef{0}), operands{operand} {}

Given::Given(std::vector<Operand> list) : value(graph::OperandList{}), operands(std::move(list)) {}

Operand tensor(std::initializer_list<int64_t> sizes, Dtype dtype) {
  return {.type = graph::contiguous(dtype, shape_of(sizes)), .requires_grad = graph::is_differentiable(dtype)};
}

Operand data(std::initializer_list<int64_t> sizes, Dtype dtype) {
  return {.type = graph::contiguous(dtype, shape_of(sizes))};
}

Operand strided(std::initializer_list<int64_t> sizes, std::initializer_list<int64_t> strides) {
  Operand made = tensor(sizes);
  made.type.strides = strides;
  return made;
}

Operand channels_last(std::initializer_list<int64_t> sizes) {
  return {.type = channels_last(Dtype::float32, shape_of(sizes)), .requires_grad = true};
}

Operand parameter(std::initializer_list<int64_t> sizes) {
  Operand made = tensor(sizes);
  made.is_parameter = true;
  return made;
}

Operand buffer(std::initializer_list<int64_t> sizes) {
  Operand made = data(sizes);
  made.is_parameter = true;
  return made;
}

Call make_call(const Op& op, std::vector<Given> given) {
  const graph::Schema schema = graph::parse_schema(op.schema);
  VRAMLINT_CHECK(given.size() <= schema.arguments.size(), std::string(op.schema) + ": too many arguments");
  Call call{.op = &op};
  for (size_t i = 0; i < schema.arguments.size(); ++i) {
    append(call, schema.arguments[i], i < given.size() ? &given[i] : nullptr);
  }
  return call;
}

std::vector<Call> make_calls(std::string_view schema_name, Cases cases) {
  const Op* op = find_schema(schema_name);
  VRAMLINT_CHECK(op != nullptr, std::string(schema_name));
  std::vector<Call> calls;
  for (std::vector<Given>& given : cases) calls.push_back(make_call(*op, std::move(given)));
  return calls;
}

}  // namespace vramlint::ops

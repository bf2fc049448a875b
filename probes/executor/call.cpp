#include "probes/executor/call.h"
#include "probes/executor/optional.h"

#include <ATen/core/dispatch/Dispatcher.h>

#include "probes/executor/arguments.h"

namespace vramlint::probes {

namespace {

torch_type::optional<c10::OperatorHandle> find(const graph::Op& op) {
  const std::string_view full = schema_name(op);
  const size_t dot = full.find('.');
  const std::string overload(dot == std::string_view::npos ? std::string_view() : full.substr(dot + 1));
  return c10::Dispatcher::singleton().findSchema({"aten::" + std::string(full.substr(0, dot)), overload});
}

void flatten(const c10::IValue& value, std::vector<at::Tensor>& results) {
  if (value.isTensor()) {
    results.push_back(value.toTensor());
  } else if (value.isTensorList()) {
    for (const at::Tensor& tensor : value.toTensorVector()) results.push_back(tensor);
  } else if (value.isTuple()) {
    for (const c10::IValue& item : value.toTupleRef().elements()) flatten(item, results);
  }
}

}  // namespace

std::string_view schema_name(const graph::Op& op) { return op.schema.substr(0, op.schema.find('(')); }

bool exists(const graph::Op& op) { return find(op).has_value(); }

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::vector<at::Tensor> run_call(const graph::Call& call, const std::vector<at::Tensor>& operands) {
  const auto handle = find(*call.op);
  if (!handle) throw CallError("this LibTorch has no operator aten::" + std::string(schema_name(*call.op)));
  try {
    torch::jit::Stack stack = arguments(handle->schema(), call, operands);
    handle->callBoxed(&stack);
    std::vector<at::Tensor> results;
    for (const c10::IValue& value : stack) flatten(value, results);
    return results;
  } catch (const CallError&) {
    throw;
  } catch (const std::exception& error) {
    throw CallError(first_line(error.what()));
  }
}

}  // namespace vramlint::probes

#include "model/former_signature.h"

#include "model/tensor.h"

namespace vramlint::model {

namespace {

struct Former {
  std::string_view name, keyword;  ///< what the number is called that comes before the tensors
  size_t tensors;
};

// tools/autograd/deprecated.yaml, 1.13 to 2.4.
constexpr Former kFormer[] = {
    {"add", "alpha", 1}, {"sub", "alpha", 1}, {"addcmul", "value", 2}, {"addcdiv", "value", 2}};

std::string_view plain_name(std::string_view name) {
  name.remove_prefix(name.find('.') == std::string_view::npos ? 0 : name.find('.') + 1);
  if (name.ends_with('_')) name.remove_suffix(1);
  return name;
}

/// Also in a tensor without dimensions (python_arg_parser.cpp, THPVariable_Check of a Scalar, 1.13 to 2.4).
bool is_number(const interp::Value& value) {
  const Tensor* tensor = as_tensor(value);
  return value.is_number() || value.is_unknown() ||
         (tensor && !tensor->requires_grad && tensor->type_info.shape.empty());
}

/// What a tensor holds is read.
interp::Value number_in(interp::Interpreter& interpreter, const interp::Value& value, const Span& span) {
  Tensor* tensor = as_tensor(value);
  return tensor ? item(interpreter, *tensor, 0, span) : value;
}

}  // namespace

bool leave_former_signature(interp::Interpreter& interpreter, std::string_view name, interp::Arguments& arguments) {
  std::vector<interp::Value>& given = arguments.positional;
  for (const Former& former : kFormer) {
    if (former.name != plain_name(name) || given.size() != former.tensors + 2) continue;
    if (!is_number(given[1]) || !as_tensor(given[2]) || !as_tensor(given.back())) return false;
    arguments.keyword.emplace_back(former.keyword, number_in(interpreter, given[1], arguments.span));
    given.erase(given.begin() + 1);
    return true;
  }
  return false;
}

}  // namespace vramlint::model

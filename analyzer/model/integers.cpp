#include "model/integers.h"

#include <algorithm>
#include <cstdint>

#include "model/tensor.h"

namespace vramlint::model {

namespace {

constexpr int64_t kMostSize = int64_t{1} << 55;

}  // namespace

int64_t bounded_integer(int64_t n) { return std::clamp(n, -kMostSize, kMostSize); }

std::string fixed_list_error(const graph::SchemaArgument& argument, int size, const std::vector<int64_t>& given) {
  const auto* otherwise = std::get_if<std::vector<int64_t>>(&argument.default_value);
  const bool may_be_empty = argument.has_default && otherwise && otherwise->empty();
  if (size > 1 && static_cast<size_t>(size) != given.size() && !(given.empty() && may_be_empty)) {
    return "expected " + argument.name + " to be a single integer value or a list of " + std::to_string(size) +
           " values, but got " + argument.name + "=" + graph::to_string(graph::Shape(given.begin(), given.end()));
  }
  const bool fits = std::all_of(given.begin(), given.end(), [](int64_t n) { return n >= INT32_MIN && n <= INT32_MAX; });
  return size > 0 && !fits ? "integer out of range" : std::string();
}

bool takes_sizes(std::string_view schema) {
  const std::string_view name = schema.substr(0, schema.find_first_of(".("));
  if (name.ends_with("_like")) return false;
  if (first_sized(schema) > 0) return true;
  for (std::string_view one : {"zeros", "ones", "empty", "full", "rand", "randn", "randint", "new_zeros", "new_ones",
                               "new_empty", "new_full", "repeat", "expand", "view", "reshape", "split_with_sizes"}) {
    if (name == one) return true;
  }
  return false;
}

size_t first_sized(std::string_view schema) { return schema.starts_with("upsample_") ? 2 : 0; }

bool is_whole_number(const interp::Value& value) {
  const Tensor* tensor = as_tensor(value);
  return tensor && tensor->type_info.rank() == 0 && !graph::is_differentiable(tensor->type_info.dtype);
}

bool says_size(const graph::Call& call, size_t argument) {
  const std::string_view schema = call.op->schema;
  if (schema.starts_with("arange(") || schema.starts_with("randperm(")) return argument == 0;
  if (schema.starts_with("linspace(") || schema.starts_with("logspace(")) return argument == 2;
  if (schema.starts_with("slice.Tensor(") || schema.starts_with("narrow(")) return argument == 3;
  if (schema.starts_with("topk(") || schema.starts_with("repeat_interleave.self_int(")) return argument == 1;
  return argument == 1 && schema.starts_with("arange.start");  // with a step or without
}

}  // namespace vramlint::model

#include "model/dtype.h"

#include <algorithm>
#include <array>

namespace vramlint::model {
namespace {

using graph::Dtype;
using interp::Interpreter;
using interp::Value;

constexpr int kDtypes = static_cast<int>(Dtype::complex128) + 1;

}  // namespace

const interp::Class* DtypeValue::type(Interpreter& interpreter) {
  interp::Result<Value> found = interpreter.guarded(
      [&] { return interpreter.get_attribute(interpreter.import("torch._tensor", {}), "dtype", {}); });
  auto* value = std::get_if<Value>(&found);
  return value ? value->as<interp::Class>() : nullptr;
}

std::optional<Value> DtypeValue::get_attribute(Interpreter&, std::string_view name, Span) {
  if (name == "is_floating_point") return Value::boolean(graph::is_floating(dtype));
  if (name == "is_complex") return Value::boolean(graph::is_complex(dtype));
  if (name == "is_signed") return Value::boolean(dtype != graph::Dtype::uint8 && dtype != graph::Dtype::boolean);
  if (name == "itemsize") return Value::integer(graph::size_of(dtype));
  return {};
}

std::optional<Value> DtypeValue::get_item(Interpreter& interpreter, const Value& index, Span span) {
  auto* spec = new TensorSpec;
  Value result(spec);
  spec->dtype = dtype;
  spec->span = span;
  if (index.as<interp::Tuple>() || index.as<interp::List>()) {
    spec->dims = interpreter.to_vector(index, span);
  } else {
    spec->dims = {index};
  }
  return result;
}

std::optional<std::string> DtypeValue::repr(Interpreter&) {
  return "torch." + std::string(dtype == Dtype::boolean ? "bool" : graph::to_string(dtype));
}

// A Value's reference count is not atomic, so each thread keeps its own objects.
Value dtype_value(Dtype dtype) {
  thread_local std::array<Value, kDtypes> values;
  Value& value = values[static_cast<size_t>(dtype)];
  if (value.is_none()) value = Value(new DtypeValue(dtype));
  return value;
}

std::optional<Dtype> dtype_of(Interpreter& interpreter, const Value& value) {
  if (auto* native = value.as_native<DtypeValue>()) return native->dtype;
  if (auto* cls = value.as<interp::Class>()) {
    if (cls == interpreter.builtin_class("float")) return Dtype::float32;
    if (cls == interpreter.builtin_class("int")) return Dtype::int64;
    if (cls == interpreter.builtin_class("bool")) return Dtype::boolean;
  }
  return {};
}

std::optional<int64_t> memory_format(const Value& value) {
  static constexpr std::string_view kFormats[] = {"torch.contiguous_format", "torch.preserve_format",
                                                  "torch.channels_last", "torch.channels_last_3d"};
  if (!value.is_string()) return {};
  const auto* found = std::find(std::begin(kFormats), std::end(kFormats), value.as_string());
  if (found == std::end(kFormats)) return {};
  return found - std::begin(kFormats);
}

}  // namespace vramlint::model

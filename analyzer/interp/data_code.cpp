#include "interp/data_code.h"

#include <algorithm>

#include "interp/bounded.h"
#include "interp/frame.h"

namespace vramlint::interp {

namespace {

constexpr std::string_view kRoom = "torch.utils.data";

/// "Data" of `make.<locals>.Data.__getitem__`; empty for a function that is no method.
std::string_view class_of(std::string_view qualified) {
  const size_t dot = qualified.rfind('.');
  if (dot == std::string_view::npos) return {};
  const std::string_view owner = qualified.substr(0, dot);
  return owner.substr(owner.rfind('.') + 1);
}

/// The first argument of the method that the frame runs; nullptr where it runs none.
const Value* self_of(const Frame& frame) {
  const auto* function = frame.function.as<FunctionObject>();
  if (!function || function->code->parameters.empty() || frame.slots.empty()) return nullptr;
  const Value& first = frame.slots.front();
  return first.is(ObjectKind::cell) ? &static_cast<const Cell*>(first.object())->value : &first;
}

bool is_of_data(const Class& cls) {
  return std::any_of(cls.mro.begin(), cls.mro.end(),
                     [](const Class* base) { return std::string_view(base->module).starts_with(kRoom); });
}

/// A method of a data set or a loader, not `def train(loader, model):`.
bool runs_method_of_data(Interpreter& interpreter, const Frame& frame) {
  const Value* self = self_of(frame);
  const Class* cls = self && self->is(ObjectKind::instance) ? interpreter.type_of(*self) : nullptr;
  if (!cls || !is_of_data(*cls)) return false;
  const std::string_view owner = class_of(frame.function.as<FunctionObject>()->qualified_name);
  return std::any_of(cls->mro.begin(), cls->mro.end(), [&](const Class* base) { return base->name == owner; });
}

}  // namespace

const std::vector<std::string>& lacking_data(Interpreter& interpreter) { return interpreter.impl().lacking_data; }

bool runs_data_code(Interpreter& interpreter) {
  const std::vector<Frame*>& frames = interpreter.impl().frames;
  return std::any_of(frames.begin(), frames.end(),
                     [&](const Frame* frame) { return runs_method_of_data(interpreter, *frame); });
}

Value length_of_data(Interpreter& interpreter, const Value& data, const Value& said) {
  const Class* cls = data.is(ObjectKind::instance) ? interpreter.type_of(data) : nullptr;
  const auto* unknown = said.as<UnknownValue>();
  if (!cls || !is_of_data(*cls) || !unknown || bounded_number(said)) return said;
  constexpr double kEvenly = 720720,
                   kMost = int64_t{1} << 40;  // batches and groups of batches take it up without a rest
  return between({1, kEvenly, kMost, true, new_name(interpreter)}, unknown->info).with_origin(said.origin());
}

}  // namespace vramlint::interp

#include "interp/data_code.h"

#include <algorithm>

#include "interp/frame.h"

namespace vramlint::interp {

namespace {

constexpr std::string_view kRoom = "torch.utils.data";

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

}  // namespace

bool runs_data_code(Interpreter& interpreter) {
  const std::vector<Frame*>& frames = interpreter.impl().frames;
  return std::any_of(frames.begin(), frames.end(), [&](const Frame* frame) {
    const Value* self = self_of(*frame);
    const Class* cls = self && self->is(ObjectKind::instance) ? interpreter.type_of(*self) : nullptr;
    return cls && is_of_data(*cls);
  });
}

}  // namespace vramlint::interp

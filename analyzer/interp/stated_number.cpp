#include "interp/stated_number.h"

#include <algorithm>

#include "interp/bounded.h"
#include "interp/frame.h"

namespace vramlint::interp {

namespace {

bool is_ours(const Frame& frame) {
  const auto* module = frame.module.as<Module>();
  return !module || module->file.starts_with('<');
}

std::string name_in(const Dict& names, const Value& number) {
  for (const Dict::Entry& entry : names.entries())
    if (entry.live && entry.value.object() == number.object() && entry.key.is_string())
      return std::string(entry.key.as_string());
  return "";
}

}  // namespace

Value as_stated(Interpreter& interpreter, const Frame& frame, std::string_view name, Value value) {
  const std::vector<World::Data>& data = interpreter.world().data;
  if (data.empty() || !value.is_unknown() || is_ours(frame)) return value;
  const auto found = std::find_if(data.begin(), data.end(), [&](const World::Data& each) {
    return each.dtype == "number" && each.pattern == name;
  });
  return found == data.end() ? value : Value::integer(found->sizes.front());
}

void state_parameters(Interpreter& interpreter, Frame& frame, const syntax::Function& code) {
  if (interpreter.world().data.empty() || is_ours(frame)) return;
  for (size_t i = 0; i < code.parameters.size(); ++i) {
    Value& slot = frame.slots[i];
    if (slot.is_unknown()) slot = as_stated(interpreter, frame, code.parameters[i].name.text(), slot);
  }
}

std::string name_of_number(Interpreter& interpreter, const Value& number) {
  if (!number.is_unknown()) return "";
  for (const Frame* frame : interpreter.impl().frames) {
    if (is_ours(*frame)) continue;
    const Value names = local_names(interpreter, *frame, frame->current);
    interpreter.budget().touch(names.as<Dict>()->size(), frame->current);
    if (std::string name = name_in(*names.as<Dict>(), number); !name.empty()) return name;
  }
  return "";
}

std::string name_of_open_size(Interpreter& interpreter) {
  constexpr double kBoundless = 0x1p40;
  const std::vector<Frame*>& frames = interpreter.impl().frames;
  const auto frame = std::find_if(frames.rbegin(), frames.rend(), [](const Frame* each) { return !is_ours(*each); });
  if (frame == frames.rend()) return "";
  const Value names = local_names(interpreter, **frame, (*frame)->current);
  interpreter.budget().touch(names.as<Dict>()->size(), (*frame)->current);
  for (const Dict::Entry& entry : names.as<Dict>()->entries()) {
    const BoundedNumber* number = entry.live ? bounded_number(entry.value) : nullptr;
    if (number && number->bounds.high >= kBoundless && entry.key.is_string()) return std::string(entry.key.as_string());
  }
  return "";
}

}  // namespace vramlint::interp

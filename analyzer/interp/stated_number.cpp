#include "interp/stated_number.h"

#include <algorithm>
#include <cctype>

#include "interp/bounded.h"
#include "interp/frame.h"
#include "syntax/find_word.h"

namespace vramlint::interp {

namespace {

bool is_ours(const Frame& frame) {
  const auto* module = frame.module.as<Module>();
  return !module || module->file.starts_with('<');
}

/// `name.` and `name[`: what has parts is no number.
bool has_parts(std::string_view text, std::string_view name) {
  for (size_t at = syntax::find_word(text, name); at != std::string_view::npos;
       at = syntax::find_word(text, name, at + 1)) {
    const size_t end = at + name.size();
    if (end < text.size() && (text[end] == '.' || text[end] == '[')) return true;
  }
  return false;
}

/// "width" of `Linear(16, args.width)`, where `args` is what is not known.
std::string part_named(std::string_view text, std::string_view owner) {
  const auto in_name = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (size_t at = syntax::find_word(text, owner); at != std::string_view::npos;
       at = syntax::find_word(text, owner, at + 1)) {
    size_t end = at + owner.size();
    if (end >= text.size() || text[end] != '.') continue;
    const size_t begin = ++end;
    while (end < text.size() && in_name(text[end])) ++end;
    const bool goes_on = end < text.size() && (text[end] == '.' || text[end] == '[' || text[end] == '(');
    if (end > begin && !goes_on) return std::string(text.substr(begin, end - begin));
  }
  return "";
}

struct NumberNames {
  std::string own;    ///< of the number
  std::string owner;  ///< of something of which nothing is known, not even its parts
};

void look_for(const Value& number, const Dict& names, const Frame& frame, NumberNames& found) {
  for (const Dict::Entry& entry : names.entries()) {
    if (!entry.live || entry.value.object() != number.object() || !entry.key.is_string()) continue;
    std::string name(entry.key.as_string());
    const std::string_view text = frame.current ? frame.current.source->text() : std::string_view();
    (has_parts(text, name) ? found.owner : found.own) = std::move(name);
    if (!found.own.empty()) return;
  }
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
  NumberNames found;
  const Frame* inner = nullptr;
  for (const Frame* frame : interpreter.impl().frames) {
    if (is_ours(*frame)) continue;
    inner = frame;
    const Value names = local_names(interpreter, *frame, frame->current);
    interpreter.budget().touch(names.as<Dict>()->size(), frame->current);
    look_for(number, *names.as<Dict>(), *frame, found);
    if (!found.own.empty()) return found.own;
  }
  return found.owner.empty() ? "" : part_named(inner->current.text(), found.owner);
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

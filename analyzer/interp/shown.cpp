#include "interp/shown.h"

namespace vramlint::interp {

namespace {

Value shown_by(const Frame& frame, const syntax::Variable& variable) {
  const auto index = static_cast<size_t>(variable.index);
  const auto held = [](const Value& cell) { return cell.as<Cell>() ? cell.as<Cell>()->value : Value(); };
  switch (variable.where) {
    case syntax::Where::local:
      return frame.slots[index];
    case syntax::Where::cell:
      return held(frame.slots[index]);
    case syntax::Where::free:
      return held((*frame.captured)[index]);
    default:
      break;
  }
  const Value* found = frame.globals().find(variable.name);
  return found ? *found : Value();
}

}  // namespace

Value shown_by(const Frame& frame, const syntax::Expr& expr) {
  if (const auto* name = std::get_if<syntax::Name>(&expr.node)) return shown_by(frame, name->variable);
  const auto* attribute = std::get_if<syntax::Attribute>(&expr.node);
  const Value object = attribute ? shown_by(frame, *attribute->object) : Value();
  const auto* instance = object.as<Instance>();
  const auto* own = instance ? instance->attributes.as<Dict>() : nullptr;
  const Value* found = own ? own->find(attribute->name) : nullptr;
  return found ? *found : Value();
}

const syntax::Expr* length_asked(const syntax::Expr& expr) {
  const auto* call = std::get_if<syntax::Call>(&expr.node);
  const auto* callee = call ? std::get_if<syntax::Name>(&call->callee->node) : nullptr;
  const bool is_plain = callee && callee->variable.name.text() == "len" && call->arguments.size() == 1 &&
                        call->arguments[0].kind == syntax::Argument::Kind::positional;
  return is_plain ? call->arguments[0].value.get() : nullptr;
}

}  // namespace vramlint::interp

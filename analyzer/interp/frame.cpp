#include "interp/frame.h"

#include "interp/followed.h"
#include "interp/heap.h"
#include "interp/own_import.h"
#include "interp/places.h"
#include "interp/uncertain.h"

namespace vramlint::interp {

namespace {

const Cell* cell_of(const Value& value) { return static_cast<const Cell*>(value.object()); }

[[noreturn]] void unbound(Interpreter& interpreter, const syntax::Variable& variable, const Span& span) {
  const std::string& name = variable.name.text();
  if (variable.where == syntax::Where::local || variable.where == syntax::Where::cell)
    interpreter.raise("UnboundLocalError", "local variable '" + name + "' referenced before assignment", span);
  if (variable.where == syntax::Where::free)
    interpreter.raise("NameError", "free variable '" + name + "' referenced before assignment in enclosing scope",
                      span);
  interpreter.raise("NameError", "name '" + name + "' is not defined", span);
}

Value load_global(Interpreter& interpreter, Frame& frame, const syntax::Variable& variable, const Span& span) {
  if (const Value* found = frame.globals().find(variable.name)) return *found;
  if (const Value* found = in_builtins(interpreter, variable.name.text(), span)) return *found;
  if (const Value* found = static_cast<const Dict*>(interpreter.impl().builtins.object())->find(variable.name))
    return *found;
  if (auto fact = import_fact(interpreter, *frame.module.as<Module>(), variable.name.text(), span))
    return std::move(*fact);
  // What `from x import *` of a module that is not there has brought.
  if (Value hidden = what_may_be_in(interpreter, *frame.module.object(), span); hidden.is_unknown()) return hidden;
  unbound(interpreter, variable, span);
}

Value load_class_name(Interpreter& interpreter, Frame& frame, const syntax::Variable& variable, const Span& span) {
  if (const Value* found = static_cast<const Dict*>(frame.names.object())->find(variable.name)) return *found;
  if (variable.index >= 0) {
    const Value& value = cell_of((*frame.captured)[static_cast<size_t>(variable.index)])->value;
    if (!value.is_unbound()) return value;
  }
  return load_global(interpreter, frame, variable, span);
}

}  // namespace

Span here(Interpreter& interpreter) {
  const auto& frames = interpreter.impl().frames;
  return frames.empty() ? Span{} : frames.back()->current;
}

Span place_in_program(Interpreter& interpreter) {
  const auto& frames = interpreter.impl().frames;
  const auto own = std::find_if(frames.rbegin(), frames.rend(), [](const Frame* frame) {
    return frame->current && !frame->current.source->path().starts_with("<vramlint>/");
  });
  return own == frames.rend() ? Span{} : (*own)->current;
}

Span innermost_place(Interpreter& interpreter, bool (*is_it)(const Source*)) {
  const auto& frames = interpreter.impl().frames;
  const auto found = std::find_if(frames.rbegin(), frames.rend(),
                                  [&](const Frame* frame) { return frame->current && is_it(frame->current.source); });
  return found == frames.rend() ? Span{} : (*found)->current;
}

Value local_names(Interpreter& interpreter, const Frame& frame, const Span& span) {
  if (frame.names.as<Dict>()) return frame.names;
  auto* names = new Dict;
  Value result(names);
  if (!frame.scope) return result;
  const syntax::Scope& scope = *frame.scope;
  interpreter.budget().allocate(static_cast<int64_t>((scope.slots.size() + scope.captures.size()) * sizeof(Value)),
                                span);
  for (size_t i = 0; i < scope.slots.size() && i < frame.slots.size(); ++i) {
    const Value& value = scope.is_cell[i] ? cell_of(frame.slots[i])->value : frame.slots[i];
    if (!value.is_unbound()) names->set(scope.slots[i], value);
  }
  for (size_t i = 0; frame.captured && i < scope.captures.size(); ++i) {
    const Value& value = cell_of((*frame.captured)[i])->value;
    if (!value.is_unbound()) names->set(scope.captures[i].name, value);
  }
  return result;
}

Running::Running(Interpreter& interpreter, Frame& frame, const Span& span) : impl_(interpreter.impl()) {
  impl_.budget.enter(span);
  frame.current = span;
  if (!impl_.withheld.empty()) impl_.tell(frame.module.object());
  impl_.frames.push_back(&frame);
  writing_ = std::exchange(impl_.writing, nullptr);
}

Running::~Running() {
  impl_.writing = writing_;
  impl_.frames.pop_back();
  impl_.budget.leave();
}

void prepare_slots(Frame& frame, const syntax::Scope& scope) {
  frame.scope = &scope;
  frame.slots.assign(scope.slots.size(), Value::unbound());
  for (size_t i = 0; i < scope.slots.size(); ++i)
    if (scope.is_cell[i]) frame.slots[i] = Value(new Cell);
}

std::vector<Value> capture(Frame& frame, const syntax::Scope& scope) {
  std::vector<Value> cells;
  cells.reserve(scope.captures.size());
  for (const auto& capture : scope.captures) {
    const auto index =
        static_cast<size_t>(capture.index < 0 ? 0 : capture.index);  // -1: the class body's own __class__ cell
    cells.push_back(capture.from == syntax::Where::cell ? frame.slots[index] : (*frame.captured)[index]);
  }
  return cells;
}

Value load(Interpreter& interpreter, Frame& frame, const syntax::Variable& variable, const Span& span) {
  const auto index = static_cast<size_t>(variable.index);
  switch (variable.where) {
    case syntax::Where::local:
      if (frame.slots[index].is_unbound()) break;
      return frame.slots[index];
    case syntax::Where::cell:
    case syntax::Where::free: {
      const Value& cell = variable.where == syntax::Where::cell ? frame.slots[index] : (*frame.captured)[index];
      if (cell_of(cell)->value.is_unbound()) break;
      return cell_of(cell)->value;
    }
    case syntax::Where::class_body:
      return load_class_name(interpreter, frame, variable, span);
    case syntax::Where::global:
      return load_global(interpreter, frame, variable, span);
  }
  unbound(interpreter, variable, span);
}

void store(Interpreter& interpreter, Frame& frame, const syntax::Variable& variable, Value value, const Span& span) {
  const auto index = static_cast<size_t>(variable.index);
  if (value.origin() != 0 || value.is(ObjectKind::tuple)) {
    if (Follower* follower = following(interpreter, span)) follower->keeps(variable.name.text(), false, value, span);
  }
  switch (variable.where) {
    case syntax::Where::local:
      frame.slots[index] = std::move(value);
      return;
    case syntax::Where::cell:
    case syntax::Where::free: {
      const Value cell = variable.where == syntax::Where::cell ? frame.slots[index] : (*frame.captured)[index];
      interpreter.heap().write(*cell_of(cell)).value = std::move(value);
      return;
    }
    case syntax::Where::class_body:
      interpreter.heap().dict(frame.names).set(variable.name, std::move(value));
      return;
    case syntax::Where::global: {
      interpreter.heap().write(frame.globals()).set(variable.name, std::move(value));
      return;
    }
  }
}

void unset(Interpreter& interpreter, Frame& frame, const syntax::Variable& variable, const Span& span) {
  (void)load(interpreter, frame, variable, span);
  switch (variable.where) {
    case syntax::Where::local:
    case syntax::Where::cell:
    case syntax::Where::free:
      store(interpreter, frame, variable, Value::unbound(), span);
      return;
    case syntax::Where::class_body:
    case syntax::Where::global: {
      const Dict& names =
          variable.where == syntax::Where::global ? frame.globals() : *static_cast<const Dict*>(frame.names.object());
      interpreter.heap().write(names).erase(variable.name.text());
      return;
    }
  }
}

}  // namespace vramlint::interp

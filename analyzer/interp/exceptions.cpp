// try, with, raise.
#include "interp/followed.h"
#include "interp/frame.h"
#include "interp/guarded.h"
#include "interp/opaque.h"

namespace vramlint::interp {

namespace {

bool names_import_error(const syntax::Expr& expr) {
  const auto* name = std::get_if<syntax::Name>(&expr.node);
  if (name) {
    const std::string& text = name->variable.name.text();
    return text == "ImportError" || text == "ModuleNotFoundError" || text == "Exception" || text == "BaseException";
  }
  const auto* tuple = std::get_if<syntax::TupleDisplay>(&expr.node);
  if (!tuple) return false;
  for (const auto& item : tuple->items)
    if (names_import_error(*item)) return true;
  return false;
}

class ImportGuard {
 public:
  ImportGuard(Interpreter& interpreter, bool on) : impl_(interpreter.impl()), on_(on) { impl_.import_guards += on_; }
  ~ImportGuard() { impl_.import_guards -= on_; }
  ImportGuard(const ImportGuard&) = delete;
  ImportGuard& operator=(const ImportGuard&) = delete;

 private:
  Interpreter::Impl& impl_;
  bool on_;
};

/// Whether one of the handlers does not end in a `raise`.
bool goes_on(const syntax::Try& node) {
  return std::any_of(node.handlers.begin(), node.handlers.end(), [](const syntax::Try::Handler& handler) {
    return handler.body.empty() || !std::holds_alternative<syntax::Raise>(handler.body.back()->node);
  });
}

/// Counts a `try` body whose handlers go on for as long as it lives.
class Catching {
 public:
  Catching(Interpreter& interpreter, const syntax::Try& node) : impl_(interpreter.impl()), on_(goes_on(node)) {
    impl_.catching += on_;
  }
  ~Catching() { impl_.catching -= on_; }
  Catching(const Catching&) = delete;
  Catching& operator=(const Catching&) = delete;

 private:
  Interpreter::Impl& impl_;
  bool on_;
};

Flow run_handler(Interpreter& interpreter, Frame& frame, const syntax::Try::Handler& handler, const Value& exception) {
  const Value outer = std::exchange(frame.handling, exception);
  if (handler.name.name) store(interpreter, frame, handler.name, exception, handler.span);
  Flow flow = Flow::next;
  try {
    flow = execute(interpreter, frame, handler.body);
  } catch (Raised&) {
    frame.handling = outer;
    throw;
  }
  frame.handling = outer;
  if (handler.name.name) store(interpreter, frame, handler.name, Value::unbound(), handler.span);
  return flow;
}

Flow body_and_handlers(Interpreter& interpreter, Frame& frame, const syntax::Try& node) {
  const Origin guard = interpreter.impl().guard;
  try {
    Flow flow = Flow::next;
    {
      ImportGuard imports(interpreter, guards_imports(node));
      Handled handled(interpreter, frame, node);
      const Catching catching(interpreter, node);
      flow = execute(interpreter, frame, node.body);
    }
    return flow == Flow::next ? execute(interpreter, frame, node.otherwise) : flow;
  } catch (Raised& raised) {
    interpreter.impl().guard = guard;
    const auto* handler = matching_handler(interpreter, frame, node, raised.exception);
    if (!handler) throw;
    const Value exception = raised.exception;
    return run_handler(interpreter, frame, *handler, exception);
  }
}

}  // namespace

/// One that raises in its turn needs the package: it only says so in other words.
bool guards_imports(const syntax::Try& node) {
  for (const auto& handler : node.handlers) {
    const bool catches = !handler.type || names_import_error(*handler.type);
    if (catches) return handler.body.empty() || !std::holds_alternative<syntax::Raise>(handler.body.back()->node);
  }
  return false;
}

const syntax::Try::Handler* matching_handler(Interpreter& interpreter, Frame& frame, const syntax::Try& node,
                                             const Value& exception) {
  for (const auto& handler : node.handlers) {
    if (!handler.type) return &handler;
    const Value type = evaluate(interpreter, frame, *handler.type);
    if (type.is_unknown()) continue;  // an exception class of a library that is not there: ours is none of its
    if (interpreter.is_instance(exception, type, handler.span)) return &handler;
  }
  return nullptr;
}

Flow execute_try(Interpreter& interpreter, Frame& frame, const syntax::Try& node) {
  if (node.finally.empty()) return body_and_handlers(interpreter, frame, node);
  Flow flow = Flow::next;
  try {
    flow = body_and_handlers(interpreter, frame, node);
  } catch (Raised&) {
    const Flow last = execute(interpreter, frame, node.finally);
    if (last != Flow::next) return last;
    throw;
  }
  const Value result = frame.result;
  const Flow last = execute(interpreter, frame, node.finally);
  if (last != Flow::next) return last;
  frame.result = result;
  return flow;
}

namespace {

/// Operators that run in a context that is not known, as of a precision or an offload, may run otherwise than they
/// seem.
class UnknownContext {
 public:
  UnknownContext(Interpreter& interpreter, const Value& manager, const Span& place)
      : interpreter_(interpreter), manager_(manager), place_(place), before_(recorded()) {
    const Unknown& info = manager.as<UnknownValue>()->info;
    if (!info.is_sink) interpreter.impl().exposures.run_in_unknown_context(info.reason);
  }
  ~UnknownContext() {
    if (recorded() == before_ || is_followed(interpreter_) || manager_.as<UnknownValue>()->info.is_sink) return;
    note_unknown(interpreter_, unknown_by(manager_.as<UnknownValue>()->info,
                                          "the context " + quoted(place_) +
                                              " is taken to change nothing; it may lower or raise the figures",
                                          place_, Gap::around, Pull::either));
  }
  UnknownContext(const UnknownContext&) = delete;
  UnknownContext& operator=(const UnknownContext&) = delete;

 private:
  size_t recorded() const {
    const Effects* effects = interpreter_.impl().effects;
    return effects ? effects->recorded() : 0;
  }

  Interpreter& interpreter_;
  const Value manager_;
  const Span place_;
  const size_t before_;
};

/// contextlib.suppress(): as good as a `try`.
bool is_suppression(Interpreter& interpreter, const Value& manager) {
  const Class* cls = manager.is(ObjectKind::instance) ? interpreter.type_of(manager) : nullptr;
  return cls && cls->name == "suppress" && std::string_view(cls->module) == "contextlib";
}

Flow enter_and_run(Interpreter& interpreter, Frame& frame, const syntax::With& node, size_t item, const Span& span) {
  if (item == node.items.size()) return execute(interpreter, frame, node.body);
  const Value manager = evaluate(interpreter, frame, *node.items[item].context);
  const Span& place = node.items[item].context->span;
  if (manager.is_unknown()) {
    const Value inside = manager;
    if (node.items[item].target) assign(interpreter, frame, *node.items[item].target, inside);
    const UnknownContext context(interpreter, inside, place);
    return enter_and_run(interpreter, frame, node, item + 1, span);
  }
  const Value exit = interpreter.get_attribute(manager, "__exit__", place);
  Value entered = interpreter.call(interpreter.get_attribute(manager, "__enter__", place), std::vector<Value>{}, place);
  if (node.items[item].target) assign(interpreter, frame, *node.items[item].target, std::move(entered));
  entered = Value::none();
  Flow flow = Flow::next;
  try {
    std::optional<AnswersByRaising> answers;
    if (is_suppression(interpreter, manager)) answers.emplace(interpreter);
    flow = enter_and_run(interpreter, frame, node, item + 1, span);
  } catch (Raised& raised) {
    const Value type(interpreter.type_of(raised.exception));
    const Value suppressed = interpreter.call(exit, {type, raised.exception, Value::none()}, place);
    if (suppressed.is_unknown() || !interpreter.truthy(suppressed, place)) throw;
    return Flow::next;
  }
  const Value result = std::exchange(frame.result, Value::none());
  interpreter.call(exit, {Value::none(), Value::none(), Value::none()}, place);
  frame.result = result;
  return flow;
}

}  // namespace

Flow execute_with(Interpreter& interpreter, Frame& frame, const syntax::With& node, const Span& span) {
  return enter_and_run(interpreter, frame, node, 0, span);
}

void raise_statement(Interpreter& interpreter, Frame& frame, const syntax::Raise& node, const Span& span) {
  if (!node.exception) {
    for (auto it = interpreter.impl().frames.rbegin(); it != interpreter.impl().frames.rend(); ++it)
      if (!(*it)->handling.is_none()) throw Raised{(*it)->handling, span, interpreter.impl().guard, {}};
    interpreter.raise("RuntimeError", "No active exception to reraise", span);
  }
  Value exception = evaluate(interpreter, frame, *node.exception);
  if (exception.is(ObjectKind::type)) exception = interpreter.call(exception, std::vector<Value>{}, span);
  if (exception.is_unknown())
    interpreter.raise("Exception", "an exception of a class that is not known here", span, exception.origin());
  if (!interpreter.type_of(exception)->derives_from(interpreter.builtin_class("BaseException")))
    interpreter.raise("TypeError", "exceptions must derive from BaseException", span);
  if (node.cause && exception.is(ObjectKind::instance))
    interpreter.set_own_attribute(exception, "__cause__", evaluate(interpreter, frame, *node.cause), span);
  Origin origin = exception.origin();
  if (auto* instance = exception.as<Instance>())
    if (const Value* args = static_cast<const Dict*>(instance->attributes.object())->find("args"))
      if (auto* tuple = args->as<Tuple>())
        for (const Value& arg : tuple->items) origin = interpreter.impl().join(origin, arg.origin());
  note_leaving(interpreter, frame, exception, span);
  Raised raised{exception, span, interpreter.impl().join(interpreter.impl().guard, origin), {}};
  raised.nearest = interpreter.impl().nearest != 0 ? interpreter.impl().decisive() : origin;
  raised.own = origin;
  throw settled(interpreter.impl(), std::move(raised));
}

}  // namespace vramlint::interp

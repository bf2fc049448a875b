// Calling: arguments, binding them to parameters, running a function's body.
#include <algorithm>
#include <set>

#include "interp/builtins_arguments.h"
#include "interp/described_modules.h"
#include "interp/followed.h"
#include "interp/frame.h"
#include "interp/method_calls.h"
#include "interp/opaque.h"
#include "interp/stated_number.h"
#include "interp/uncertain.h"

namespace vramlint::interp {

namespace {

std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? (names.size() > 2 ? ", and " : " and ") : ", ";
    text += "'" + names[i] + "'";
  }
  return text;
}

/// Puts a call's arguments into a new frame's slots, with CPython's messages when they do not fit.
class Binder {
 public:
  Binder(Interpreter& interpreter, const FunctionObject& function, Frame& frame, Arguments& arguments)
      : interpreter_(interpreter),
        function_(function),
        parameters_(function.code->parameters),
        frame_(frame),
        arguments_(arguments) {}

  void bind() { bind_positional(), bind_keywords(), fill_defaults(); }

 private:
  using Kind = syntax::Parameter::Kind;

  [[noreturn]] void fail(const std::string& message) {
    Interpreter::Impl& impl = interpreter_.impl();
    Origin origin = 0;
    for (const Value& value : frame_.slots) origin = impl.join(origin, value.origin());  // what is bound by now
    for (const Value& value : arguments_.positional) origin = impl.join(origin, value.origin());
    for (const auto& [name, value] : arguments_.keyword) origin = impl.join(origin, value.origin());
    try {
      interpreter_.raise("TypeError", function_.qualified_name + "() " + message, arguments_.span, origin);
    } catch (Raised& raised) {
      note_misfit(interpreter_, frame_.module, function_, raised);
      throw;
    }
  }

  Value& slot(size_t index) {
    Value& value = frame_.slots[index];
    return value.is(ObjectKind::cell) && function_.code->scope.is_cell[index]
               ? Heap::unseen(*static_cast<const Cell*>(value.object())).value
               : value;
  }

  void bind_positional() {
    size_t next = 0;
    bool has_star = false;
    size_t accepted = 0;
    for (size_t i = 0; i < parameters_.size(); ++i) {
      const Kind kind = parameters_[i].kind;
      if (kind == Kind::positional_only || kind == Kind::ordinary) {
        ++accepted;
        if (next < arguments_.positional.size()) slot(i) = std::move(arguments_.positional[next++]);
      } else if (kind == Kind::star) {
        has_star = true;
        std::vector<Value> extra;
        while (next < arguments_.positional.size()) extra.push_back(std::move(arguments_.positional[next++]));
        slot(i) = Value::tuple(std::move(extra));
      }
    }
    if (!has_star && next < arguments_.positional.size()) too_many(accepted);
    arguments_.positional.clear();
  }

  void too_many(size_t accepted) {
    size_t defaults = 0;
    for (size_t i = 0; i < parameters_.size(); ++i)
      if (parameters_[i].default_value &&
          (parameters_[i].kind == Kind::ordinary || parameters_[i].kind == Kind::positional_only))
        ++defaults;
    std::string takes = defaults > 0 ? "from " + std::to_string(accepted - defaults) + " to " + std::to_string(accepted)
                                     : std::to_string(accepted);
    const size_t given = arguments_.positional.size();
    fail("takes " + takes + " positional argument" + (accepted == 1 && defaults == 0 ? "" : "s") + " but " +
         std::to_string(given) + (given == 1 ? " was given" : " were given"));
  }

  void bind_keywords() {
    Dict* rest = nullptr;
    for (size_t i = 0; i < parameters_.size(); ++i) {
      if (parameters_[i].kind != Kind::double_star) continue;
      rest = new Dict;
      slot(i) = Value(rest);
      if (is_more()) may_hold_more(interpreter_, *rest, arguments_.hidden.as<UnknownValue>()->info.reason);
    }
    for (auto& [name, value] : arguments_.keyword) {
      const size_t index = find(name);
      if (index < parameters_.size()) {
        if (!slot(index).is_unbound()) fail("got multiple values for argument '" + name + "'");
        slot(index) = std::move(value);
      } else if (rest) {
        rest->set(std::string_view(name), std::move(value));
      } else {
        fail("got an unexpected keyword argument '" + name + "'");
      }
    }
    arguments_.keyword.clear();
  }

  size_t find(const std::string& name) const {
    for (size_t i = 0; i < parameters_.size(); ++i) {
      const Kind kind = parameters_[i].kind;
      if ((kind == Kind::ordinary || kind == Kind::keyword_only) && parameters_[i].name.text() == name) return i;
    }
    return parameters_.size();
  }

  void fill_defaults() {
    std::vector<std::string> missing, missing_keywords;
    for (size_t i = 0; i < parameters_.size(); ++i) {
      if (!slot(i).is_unbound()) continue;
      if (parameters_[i].default_value)
        slot(i) = function_.defaults[i];
      else if (const Value more = is_more() ? arguments_.hidden : given_by_decorator(function_); more.is_unknown())
        slot(i) = part_of_unknown(more);
      else
        (parameters_[i].kind == Kind::keyword_only ? missing_keywords : missing).push_back(parameters_[i].name.text());
    }
    report(missing, "positional");
    report(missing_keywords, "keyword-only");
  }

  bool is_more() const { return arguments_.hidden.is_unknown(); }

  void report(const std::vector<std::string>& names, const char* kind) {
    if (names.empty()) return;
    fail("missing " + std::to_string(names.size()) + " required " + kind + " argument" +
         (names.size() == 1 ? "" : "s") + ": " + quoted_list(names));
  }

  Interpreter& interpreter_;
  const FunctionObject& function_;
  const std::vector<syntax::Parameter>& parameters_;
  Frame& frame_;
  Arguments& arguments_;
};

/// The keywords of a `dict(…)`: a name may come but once, whatever the mapping that it is given has.
class DictKeywords {
 public:
  DictKeywords(Interpreter& interpreter, Dict& dict) : interpreter_(interpreter), dict_(dict) {}

  void add(const syntax::Argument& argument, Value value) {
    const std::string& name = argument.name.text();
    if (written_.contains(name))
      interpreter_.raise("SyntaxError", "keyword argument repeated: " + name, argument.name_span);
    give(name, argument.name_span);
    written_.insert(name);
    Value key = Value::string(argument.name.text());
    dict_.set(std::move(key).with_origin(interpreter_.origins().atom({"", argument.name_span})), std::move(value));
  }

  void add_all(const Dict& spread, const Span& span) {
    for (const auto& entry : spread.entries()) {
      if (!entry.live) continue;
      if (entry.key.is_string()) give(std::string(entry.key.as_string()), span);
      dict_.set(entry.key, entry.value);
    }
  }

 private:
  void give(const std::string& name, const Span& span) {
    if (!given_.insert(name).second)
      interpreter_.raise("TypeError", "dict() got multiple values for keyword argument '" + name + "'", span);
  }

  Interpreter& interpreter_;
  Dict& dict_;
  std::set<std::string> given_, written_;
};

/// `dict(a=1)` in a config file: the keys keep their places.
Value located_dict(Interpreter& interpreter, Frame& frame, const syntax::Call& call, const Span& span) {
  auto* dict = new Dict;
  Value result(dict);
  DictKeywords keywords(interpreter, *dict);
  for (const auto& argument : call.arguments) {
    Value value = evaluate(interpreter, frame, *argument.value);
    auto* const other = value.as<Dict>();
    if (value.is_unknown() && argument.kind != syntax::Argument::Kind::keyword) return value;
    if (argument.kind == syntax::Argument::Kind::keyword) {
      keywords.add(argument, std::move(value));
    } else if (other && argument.kind == syntax::Argument::Kind::double_star) {
      keywords.add_all(*other, argument.value->span);
    } else if (other) {
      for (const auto& entry : other->entries())
        if (entry.live) dict->set(entry.key, entry.value);
    } else {
      interpreter.call(interpreter.get_attribute(result, "update", span), {value}, span);
    }
  }
  return std::move(result).with_origin(interpreter.origins().atom({"", span}));
}

/// `super()` without arguments looks at the method it stands in.
Value bare_super(Interpreter& interpreter, Frame& frame, const Span& span) {
  const auto* function = frame.function.as<FunctionObject>();
  if (function && !frame.slots.empty()) {
    const auto& captures = function->code->scope.captures;
    for (size_t i = 0; i < captures.size(); ++i) {
      if (captures[i].name.text() != "__class__") continue;
      Value self = frame.slots[0];
      if (auto* cell = self.as<Cell>()) self = cell->value;
      return Value(new Super(static_cast<const Cell*>((*frame.captured)[i].object())->value, self));
    }
  }
  interpreter.raise("RuntimeError", "super(): no arguments", span);
}

}  // namespace

namespace {

/// Of `f(*items)` and `f(**options)`, what is spread, where that is not known. Names only: they are evaluated again.
Value unknown_spread(Interpreter& interpreter, Frame& frame, const syntax::Call& call, const Span& span) {
  for (const auto& argument : call.arguments) {
    const bool spreads =
        argument.kind == syntax::Argument::Kind::star || argument.kind == syntax::Argument::Kind::double_star;
    if (!spreads || !std::holds_alternative<syntax::Name>(argument.value->node)) continue;
    Value value = evaluate(interpreter, frame, *argument.value);
    if (value.is_unknown()) return value;
    const auto* dict = value.as<Dict>();
    if (Value hidden = dict ? what_may_be_in(interpreter, *dict, span) : Value(); hidden.is_unknown()) return hidden;
  }
  return {};
}

Value call_value(Interpreter& interpreter, Frame& frame, const syntax::Call& call, Value callee, const Span& span) {
  Follower* follower = following(interpreter, span);
  if (follower) follower->asks(&call, !callee.is_unknown());
  if (Value spread = is_followed(interpreter) ? unknown_spread(interpreter, frame, call, span) : Value();
      spread.is_unknown())
    callee = spread;
  if (callee.is_unknown()) return call_unknown(interpreter, frame, call, callee, follower, span);
  Arguments arguments = evaluate_arguments(interpreter, frame, call.arguments);
  arguments.span = span;
  if (follower) note_arguments(interpreter, callee, arguments);
  const Span outer = frame.current;
  frame.current = span;
  Value result;
  try {
    result = interpreter.call(callee, std::move(arguments));
  } catch (Raised& raised) {
    raised.called_at(span);
    throw;
  } catch (BudgetExceeded& exceeded) {
    if (!exceeded.span) exceeded.span = span;
    constexpr size_t kMostCalls = 12;
    if (exceeded.span != span && exceeded.calls.size() < kMostCalls) exceeded.calls.push_back(span);
    throw;
  }
  frame.current = outer;
  return result;
}

}  // namespace

Value evaluate_call(Interpreter& interpreter, Frame& frame, const syntax::Call& call, const Span& span) {
  Interpreter::Impl& impl = interpreter.impl();
  if (const auto* attribute = std::get_if<syntax::Attribute>(&call.callee->node); attribute && !impl.follower) {
    impl.budget.step(call.callee->span);
    const Value object = evaluate(interpreter, frame, *attribute->object);
    if (auto result = call_plain_method(interpreter, frame, call, object, span)) return std::move(*result);
    return call_value(interpreter, frame, call,
                      interpreter.get_attribute(object, attribute->name.text(), call.callee->span), span);
  }
  const auto* name = std::get_if<syntax::Name>(&call.callee->node);
  if (name && call.arguments.empty() && name->variable.name.text() == "super")
    return bare_super(interpreter, frame, span);
  Value callee = evaluate(interpreter, frame, *call.callee);
  if (impl.literal_origins && callee.is(ObjectKind::type) && callee.object() == interpreter.builtin_class("dict"))
    return located_dict(interpreter, frame, call, span);
  return call_value(interpreter, frame, call, std::move(callee), span);
}

Value make_function(Interpreter& interpreter, Frame& frame, std::shared_ptr<const syntax::Function> code) {
  auto* function = new FunctionObject;
  Value result(function);
  function->module = frame.module;
  function->captured = capture(frame, code->scope);
  function->qualified_name = code->name.text();
  if (const auto* around = frame.function.as<FunctionObject>(); around && frame.scope)
    function->qualified_name = around->qualified_name + ".<locals>." + code->name.text();
  else if (frame.names.is_object() && frame.module.is_object() &&
           frame.names.object() != static_cast<const Module*>(frame.module.object())->globals.object())
    if (const Value* outer = static_cast<const Dict*>(frame.names.object())->find("__qualname__"))
      function->qualified_name = std::string(outer->as_string()) + "." + code->name.text();
  function->defaults.resize(code->parameters.size());
  for (size_t i = 0; i < code->parameters.size(); ++i)
    if (code->parameters[i].default_value)
      function->defaults[i] = evaluate(interpreter, frame, *code->parameters[i].default_value);
  function->code = std::move(code);
  return result;
}

namespace {

void begin_call(Interpreter& interpreter, Frame& frame, const Value& callee, Arguments& arguments) {
  auto* function = static_cast<const FunctionObject*>(callee.object());
  frame.module = function->module;
  frame.function = callee;
  frame.captured = &function->captured;
  prepare_slots(frame, function->code->scope);
  Binder(interpreter, *function, frame, arguments).bind();
  state_parameters(interpreter, frame, *function->code);
  note_parameters(interpreter, frame, *function->code);
}

}  // namespace

Value call_function(Interpreter& interpreter, const Value& callee, Arguments arguments) {
  auto* function = static_cast<const FunctionObject*>(callee.object());
  const syntax::Function& code = *function->code;
  if (code.is_async) return Value::unknown("an async function is not followed", arguments.span);
  if (is_endless(interpreter, code, arguments))
    return Value::unknown("`" + code.name.text() + "` calls itself on what is not known, which is not followed",
                          arguments.span);
  if (code.scope.is_generator) {
    auto frame = std::make_unique<Frame>();
    begin_call(interpreter, *frame, callee, arguments);
    return make_generator(interpreter, std::move(frame));
  }
  Frame frame;
  begin_call(interpreter, frame, callee, arguments);
  Running running(interpreter, frame, arguments.span);
  if (execute(interpreter, frame, code.body) != Flow::return_value) return Value::none();
  return answer_of(interpreter, frame);
}

Value Interpreter::call(const Value& callee, std::vector<Value> positional, Span span) {
  return call(callee, Arguments{std::move(positional), {}, span});
}

Value Interpreter::call(const Value& callee, Arguments arguments) {
  if (callee.is_unknown()) return call_opaque(*this, callee, std::move(arguments));
  const Span span = arguments.span;
  budget().check_stack(span);
  if (callee.is_object()) {
    switch (callee.object()->kind) {
      case ObjectKind::function:
        try {
          return call_function(*this, callee, std::move(arguments));
        } catch (Raised& raised) {
          raised.called_at(span);
          throw;
        }
      case ObjectKind::builtin: {
        const Value keep = callee;
        return run_builtin(*this, static_cast<const Builtin*>(callee.object())->function, arguments);
      }
      case ObjectKind::bound_method: {
        const auto* method = static_cast<const BoundMethod*>(callee.object());
        const Value function = method->function;
        arguments.positional.insert(arguments.positional.begin(), method->self);
        return call(function, std::move(arguments));
      }
      case ObjectKind::type:
        return call_class(*this, callee, std::move(arguments));
      case ObjectKind::native:
        if (auto result = callee.as<Native>()->call(*this, arguments)) return std::move(*result);
        break;
      case ObjectKind::static_method:
        return call(static_cast<const StaticMethod*>(callee.object())->function, std::move(arguments));
      case ObjectKind::instance:
        if (const Value* method = type_of(callee)->lookup("__call__")) {
          const Value function = *method;
          if (const auto* property = function.as<Property>())  // which gives what is to be called
            return call(call(property->getter, {callee}, span), std::move(arguments));
          arguments.positional.insert(arguments.positional.begin(), callee);
          return call(function, std::move(arguments));
        }
        break;
      default:
        break;
    }
  }
  if (Value hidden = special_that_may_be(*this, callee, span); hidden.is_unknown())
    return call_opaque(*this, hidden, std::move(arguments));
  raise("TypeError", "'" + type_of(callee)->name + "' object is not callable", span, callee.origin());
}

}  // namespace vramlint::interp

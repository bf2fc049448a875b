#include "interp/following.h"

#include <algorithm>

#include "interp/builtins_arguments.h"
#include "interp/builtins_views.h"
#include "interp/followed.h"
#include "interp/known_parts.h"
#include "interp/listed.h"
#include "interp/opaque.h"
#include "interp/passed_over.h"
#include "interp/reach.h"
#include "interp/round_numbers.h"
#include "interp/uncertain.h"
#include "interp/undefined_names.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

/// Methods through which a library's dict class hands out its entries.
bool is_accessor(const std::string& name) {
  constexpr std::string_view kNames[] = {"__getattr__", "__getitem__", "__getattribute__", "get",
                                         "pop",         "setdefault",  "__contains__",     "_get",
                                         "getattr",     "select"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

/// Of an object; a module's own __getattr__ makes none of entries.
bool is_attribute_hook(const FunctionObject& function) {
  return function.code->name.text().starts_with("__getattr") && function.code->parameters.size() > 1;
}

/// Where the program asks for an entry; nothing where a library walks through a dict on its own account.
Span asker(Interpreter& interpreter, Follower& follower) {
  const std::vector<Frame*>& frames = interpreter.impl().frames;
  const std::string* through = nullptr;
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
    const auto* function = (*frame)->function.as<FunctionObject>();
    if (function && is_attribute_hook(*function)) follower.by_attribute = true;
    if (follower.is_program((*frame)->current.source))
      return !through || is_accessor(*through) ? (*frame)->current : Span{};
    if (function) through = &function->code->name.text();
  }
  return {};
}

/// Functions that answer a protocol: an exception is an answer too.
bool answers_protocol(const Frame& frame) {
  const auto* function = frame.function.as<FunctionObject>();
  if (!function || function->code->scope.is_generator) return function != nullptr;
  const std::string& name = function->code->name.text();
  return name.starts_with("__") && name != "__init__" && name != "__call__";
}

/// Whether a statement that raised is passed over, or the exception goes on its way.
class Recovery {
 public:
  Recovery(Interpreter& interpreter, Frame& frame)
      : interpreter_(interpreter), impl_(interpreter.impl()), frame_(frame) {}

  bool passes_over(const Raised& raised) {
    if ((impl_.handlers > 0 && !is_ours(raised)) || handled_here() || handled_around(raised)) return false;
    if (answers_protocol(frame_)) return false;
    const bool outermost = frame_.function.is_none() && !impl_.heap.on_trial();
    if (is_meant(raised) && !raised.exception.same(impl_.leaving)) {
      impl_.leaving = raised.exception;
      impl_.leaving_from = &frame_;
    }
    if (raised.exception.same(impl_.leaving) && impl_.leaving_from == &frame_ && !outermost) return false;
    impl_.leaving = Value::none();
    return true;
  }

 private:
  bool handled_here() const {
    return std::find(impl_.broad_handlers.begin(), impl_.broad_handlers.end(), &frame_) != impl_.broad_handlers.end();
  }
  /// By a `try` near by that only sets a name otherwise, of what is no gap of ours. A whole training may stand in one
  /// further out.
  bool handled_around(const Raised& raised) const {
    constexpr std::ptrdiff_t kNear = 3;
    if (raised.gap || is_ours(raised)) return false;
    const auto& handlers = impl_.broad_handlers;
    const auto& frames = impl_.frames;
    const auto nearest = std::find(handlers.rbegin(), handlers.rend(), nullptr);
    if (nearest == handlers.rend()) return false;
    const auto at = std::find(frames.rbegin(), frames.rend(), *std::prev(nearest));
    return at != frames.rend() && at - frames.rbegin() < kNear;
  }
  /// No exception of Python's: no handler names it.
  bool is_ours(const Raised& raised) const {
    return interpreter_.type_of(raised.exception)->name == "UnknownIteration";
  }
  /// sys.exit(), torch._assert(False, …): as good as a `raise` where it is called.
  bool is_meant(const Raised& raised) const {
    const Class* cls = interpreter_.type_of(raised.exception);
    return cls->derives_from(interpreter_.builtin_class("SystemExit")) ||
           cls->derives_from(interpreter_.builtin_class("AssertionError"));
  }

  Interpreter& interpreter_;
  Interpreter::Impl& impl_;
  Frame& frame_;
};

/// Whether it can come of nothing that was not followed: the program's own text says so.
bool is_of_its_text(Interpreter& interpreter, const Raised& raised, Follower& follower) {
  if (raised.gap) return false;
  if (raised.exception.same(interpreter.impl().misfit)) return true;
  const std::string& type = interpreter.type_of(raised.exception)->name;
  if (!follower.is_program(raised.span.source)) return false;
  if (type == "NotImplementedError") return true;
  return type == "NameError" && is_bound_nowhere(raised.span.text(), *raised.span.source);
}

}  // namespace

Span place_of_run() {
  static const Source run("<run>", "");
  return {&run, 0, 0};
}

Value variables_in_reach(Interpreter& interpreter) {
  auto* all = new Dict;
  Value result(all);
  const std::vector<Frame*>& frames = interpreter.impl().frames;
  const auto add = [&](const Value& names) {
    for (const Dict::Entry& entry : names.as<Dict>()->entries())
      if (entry.live && entry.key.is_string() && !all->find(entry.key)) all->set(entry.key, entry.value);
  };
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
    if (!following(interpreter, (*frame)->current)) continue;
    add(local_names(interpreter, **frame, (*frame)->current));
    add(static_cast<const Module*>((*frame)->module.object())->globals);
    if (!(*frame)->gathered.is_none()) all->set("<gathered>" + std::to_string(all->size()), (*frame)->gathered);
  }
  return result;
}

namespace {

/// "KeyError: 'lr'"
std::string text_of(const Error& error) { return error.type + (error.message.empty() ? "" : ": " + error.message); }

}  // namespace

std::string said_of(const Error& error) {
  return error.type == "UnknownIteration" ? error.message : "it raises " + text_of(error);
}

void follow(Interpreter& interpreter, Follower* follower) { interpreter.impl().follower = follower; }

Origin conditions_around(Interpreter& interpreter) { return interpreter.impl().guard; }

Flow execute_followed(Interpreter& interpreter, Frame& frame, const syntax::Stmt& statement, Follower& follower) {
  follower.executes(statement);
  Interpreter::Impl& impl = interpreter.impl();
  const Origin guard = impl.guard;
  std::string why;
  bool is_told = false, in_header = false;
  try {
    return execute_plainly(interpreter, frame, statement);
  } catch (Raised& raised) {
    impl.guard = guard;
    const Span* header = std::exchange(raised.header, nullptr);  // of another run of it, further out, it says nothing
    if (!raised.exception.same(impl.told)) follower.breaks_off(statement);
    impl.told = raised.exception;
    if (frame.may_be_left) impl.unsure = raised.exception;
    if (!Recovery(interpreter, frame).passes_over(raised)) throw;
    const Error error = error_of(interpreter, raised);
    const bool surely = !impl.heap.on_trial() && !raised.exception.same(impl.unsure);
    follower.fails(error, surely);
    why = said_of(error);
    is_told = surely && is_of_its_text(interpreter, raised, follower);
    in_header = !is_told && header == &statement.span;
    if (is_told)
      interpreter.assumptions().push_back({"the program ends here, and is followed as if it went on: " + why,
                                           error.span ? error.span : statement.span,
                                           {},
                                           text_of(error)});
  } catch (BudgetExceeded&) {
    throw;
  } catch (...) {
    impl.guard = guard;
    follower.breaks_off(statement);
    if (!follower.absorbs(std::current_exception())) throw;
    why = "it uses what is not modelled";
  }
  frame.may_be_left |= may_leave(statement);
  return pass_over(interpreter, frame, statement, {why, is_told, in_header});
}

namespace {

const Dict::Entry* entry_of(const Dict& dict, const Value* found) {
  const std::vector<Dict::Entry>& entries = dict.entries_unseen();
  const uintptr_t first = reinterpret_cast<uintptr_t>(entries.data()), at = reinterpret_cast<uintptr_t>(found);
  const size_t place = (at - first) / sizeof(Dict::Entry);
  const Dict::Entry* entry = place < entries.size() ? &entries[place] : nullptr;
  return entry && entry->live && &entry->value == found ? entry : nullptr;
}

}  // namespace

void note_entry(Interpreter& interpreter, const Dict& dict, const Value* found) {
  if (found && !found->is_object() && !interpreter.impl().uncertain.empty()) reads_replaced(interpreter, dict);
  Follower* follower = found ? interpreter.impl().follower : nullptr;
  const Span place = follower ? asker(interpreter, *follower) : Span();
  const Dict::Entry* entry = place ? entry_of(dict, found) : nullptr;
  if (entry) follower->reads(entry->key, entry->value, place);
}

void note_attribute(Interpreter& interpreter, std::string_view name, const Value& value, const Span& place) {
  const Origins& origins = interpreter.impl().origins;
  if (value.is_object() || value.origin() == 0 || origins.numbers(value.origin()).size() != 1) return;
  Follower* follower = following(interpreter, place);
  if (!follower) return;
  const std::string key = origins.atoms(value.origin()).front().key;
  const size_t begins = key.size() - std::min(key.size(), name.size());
  if (key.ends_with(name) && (begins == 0 || key[begins - 1] == '.')) follower->reads(Value(), value, place);
}

void note_missing(Interpreter& interpreter, const Dict& dict, const Value& key) {
  Follower* follower = interpreter.impl().follower;
  if (!follower || !key.is_string()) return;
  const Span place = asker(interpreter, *follower);
  const auto& entries = dict.entries_unseen();
  const auto other = std::find_if(entries.begin(), entries.end(), [](const Dict::Entry& entry) { return entry.live; });
  if (place && other != entries.end()) follower->misses(key, other->key, place);
}

void note_replaced(Interpreter& interpreter, const Dict& dict, const Value& key, const Value& value, const Span&) {
  Follower* follower = interpreter.impl().follower;
  if (!follower) return;
  const Value* found = dict.find(key);
  if (!found) return;
  const Span place = asker(interpreter, *follower);
  const bool surely = place && !interpreter.impl().heap.on_trial() && !value.is_unknown();
  if (const Dict::Entry* entry = entry_of(dict, found))
    follower->replaces(entry->key, entry->value, value, surely, place);
}

void note_spread(Interpreter& interpreter, const Dict& dict, const Span& place) {
  Follower* follower = following(interpreter, place);
  if (!follower) return;
  for (const Dict::Entry& entry : dict.entries()) {
    if (entry.live) follower->reads(entry.key, entry.value, place);
  }
}

namespace {

/// Whether calling it runs the program's own code first.
bool is_programs(Interpreter& interpreter, Follower& follower, const Value& callee) {
  if (callee.is(ObjectKind::bound_method))
    return is_programs(interpreter, follower, static_cast<const BoundMethod*>(callee.object())->function);
  if (callee.is(ObjectKind::static_method))
    return is_programs(interpreter, follower, static_cast<const StaticMethod*>(callee.object())->function);
  if (callee.is(ObjectKind::class_method))
    return is_programs(interpreter, follower, static_cast<const ClassMethod*>(callee.object())->function);
  if (callee.is(ObjectKind::function)) {
    const syntax::Function& code = *static_cast<const FunctionObject*>(callee.object())->code;
    return !code.body.empty() && follower.is_program(code.body.front()->span.source);
  }
  if (callee.is(ObjectKind::type)) {
    const Value* made = static_cast<const Class*>(callee.object())->lookup("__init__");
    return made && is_programs(interpreter, follower, Value(*made));
  }
  if (!callee.is(ObjectKind::instance)) return false;
  const Class* cls = interpreter.type_of(callee);
  for (const char* name : {"forward", "__call__"}) {
    if (const Value* method = cls->lookup(name)) return is_programs(interpreter, follower, Value(*method));
  }
  return false;
}

}  // namespace

void note_arguments(Interpreter& interpreter, const Value& callee, const Arguments& arguments) {
  Follower* follower = following(interpreter, arguments.span);
  if (!follower) return;
  follower->calls(callee);
  if (is_programs(interpreter, *follower, callee)) return;
  for (const Value& value : arguments.positional) follower->hands_over(callee, value, arguments.span);
  for (const auto& [name, value] : arguments.keyword) follower->hands_over(callee, value, arguments.span);
  if (callee.is(ObjectKind::bound_method))
    follower->hands_over(callee, static_cast<const BoundMethod*>(callee.object())->self, arguments.span);
}

void note_compared(Interpreter& interpreter, syntax::CompareOp op, const Value& left, const Value& right,
                   const Value& result, const Span& place) {
  using syntax::CompareOp;
  Follower* follower = following(interpreter, place);
  if (!follower) return;
  if (op == CompareOp::is || op == CompareOp::is_not) {
    follower->uses(left, Use::identity, place);
    return follower->uses(right, Use::identity, place);
  }
  const bool seeks = op == CompareOp::in || op == CompareOp::not_in;
  follower->uses(left, Use::operand, place);
  if (!seeks && left.is_string() && right.is_string()) follower->compares(left, right, place);
  if (seeks) note_sought(interpreter, left, right, place);
  if (!seeks && right.is_object()) note_pick(interpreter, left, place);  // an array of steps
  if (!seeks && left.is_object()) note_pick(interpreter, right, place);
  if (seeks && right.as<Dict>()) {
    if (!left.is_unknown()) note_entry(interpreter, *right.as<Dict>(), right.as<Dict>()->find(left));
    return;
  }
  if (seeks && result.is_bool() && !is_of_rounds(interpreter, left))
    return follower->seeks(left, right, result.as_bool() == (op == CompareOp::in), place);
  if (!seeks || !is_unknown_text(right)) follower->uses(right, Use::operand, place);
}

void note_parameters(Interpreter& interpreter, const Frame& frame, const syntax::Function& code) {
  if (!interpreter.impl().follower || code.body.empty()) return;
  const Span& place = code.body.front()->span;
  Follower* follower = following(interpreter, place);
  for (size_t i = 0; follower && i < code.parameters.size() && i < frame.slots.size(); ++i) {
    const auto* cell = frame.slots[i].as<Cell>();
    const Value& value = cell ? cell->value : frame.slots[i];
    if (value.origin() != 0 || value.is(ObjectKind::tuple))
      follower->keeps(code.parameters[i].name.text(), false, value, place);
  }
}

bool is_endless(Interpreter& interpreter, const syntax::Function& code, const Arguments& arguments) {
  if (arguments.positional.empty()) return false;
  const size_t first = arguments.positional.size() > 1 && !arguments.positional[0].is_unknown() ? 1 : 0;
  if (!arguments.positional[first].is_unknown()) return false;
  const std::vector<Frame*>& frames = interpreter.impl().frames;
  return std::any_of(frames.begin(), frames.end(), [&](const Frame* frame) {
    const auto* function = frame->function.as<FunctionObject>();
    const bool is_same = function && function->code.get() == &code && frame->scope == &code.scope;
    return is_same && frame->slots.size() > first && frame->slots[first].is_unknown();
  });
}

bool may_be_data(Interpreter& interpreter) { return interpreter.impl().follower != nullptr; }

Value own_path(Interpreter& interpreter, const Source& source) {
  Value path = Value::string(source.path());
  if (!interpreter.impl().follower) return path;
  return std::move(path).with_origin(interpreter.origins().atom({"", place_of_run()}));
}

void note_opened(Interpreter& interpreter, const Source& file, const Value& path, const Span& place) {
  Follower* follower = interpreter.impl().follower;
  if (!follower) return;
  Value text = path;
  if (!text.is_string()) {
    if (const Value* method = program_method(path, "__fspath__"))
      text = interpreter.call(Value(*method), {path}, place);
  }
  if (text.is_string()) follower->opens(file, text, place);
}

void note_leaving(Interpreter& interpreter, Frame& frame, const Value& exception, const Span& place) {
  if (!following(interpreter, place)) return;
  interpreter.impl().leaving = exception;
  interpreter.impl().leaving_from = &frame;
}

bool Patience::ends() const {
  return follower_ && interpreter_.budget().steps() - start_ > follower_->loop_steps &&
         interpreter_.impl().imports.depth == 0;
}

}  // namespace vramlint::interp

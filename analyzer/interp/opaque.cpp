#include "interp/opaque.h"

#include <algorithm>

#include "base/printable.h"
#include "interp/builtins_arguments.h"
#include "interp/data_code.h"
#include "interp/following.h"
#include "interp/frame.h"
#include "interp/heap.h"
#include "interp/uncertain.h"

namespace vramlint::interp {

namespace {

const UnknownValue& unknown_of(const Value& value) { return *static_cast<const UnknownValue*>(value.object()); }

/// Where keys are followed alone, what is noted goes other ways.
bool goes_on(const Interpreter::Impl& impl) { return impl.effects && (!impl.follower || impl.follower->builds); }

void expose(Interpreter& interpreter, const Value& value, const std::string& why, int depth = 0) {
  constexpr int kDeepest = 2;
  if (!value.is_object()) return;
  const Object* object = value.object();
  switch (object->kind) {
    case ObjectKind::list:
    case ObjectKind::dict:
    case ObjectKind::set:
    case ObjectKind::instance:
    case ObjectKind::type:
    case ObjectKind::function:
      may_hold_more(interpreter, *object, why);
      break;
    case ObjectKind::bound_method:
      expose(interpreter, static_cast<const BoundMethod*>(object)->self, why, depth);
      break;
    case ObjectKind::tuple:
      if (depth == kDeepest) return;
      for (const Value& item : static_cast<const Tuple*>(object)->items) expose(interpreter, item, why, depth + 1);
      break;
    default:
      break;
  }
}

bool is_callable(Interpreter& interpreter, const Value& value) {
  return value.is(ObjectKind::instance) && interpreter.type_of(value)->lookup("__call__");
}

constexpr std::string_view kWhereTo = "`--site-packages DIR` leads to its source";
constexpr std::string_view kLeads = "`--site-packages DIR` leads to ";

Value absent(std::string reason, const Span& span, std::string remedy) {
  return Value(new UnknownValue(Unknown{.reason = std::move(reason), .span = span, .remedy = std::move(remedy)}));
}

}  // namespace

Value absent_module(const std::string& name, const Span& span) {
  return absent("module " + name + " is not on the search path", span, std::string(kWhereTo));
}

Value absent_though_installed(const std::string& name, const Span& span, bool is_guarded) {
  std::string remedy(kWhereTo);
  if (is_guarded)
    remedy += "; `packages: {" + name.substr(0, name.find('.')) + ": null}` says that it is not installed";
  return absent("the source of " + name + ", which is installed, is not on the search path", span, std::move(remedy));
}

bool is_absent(const Value& value) {
  const auto* unknown = value.as<UnknownValue>();
  return unknown && unknown->sort == UnknownValue::Sort::any && unknown->info.remedy.starts_with(kLeads);
}

Value sink(std::string reason, const Span& span) {
  return Value(new UnknownValue(Unknown{.reason = std::move(reason), .span = span, .is_sink = true}));
}

void may_hold_more(Interpreter& interpreter, const Object& object, const std::string& why, bool is_spread) {
  object.exposed = true;
  interpreter.impl().exposures.add({&object, why, is_spread});
}

void may_hold_filed(Interpreter& interpreter, const Object& dict, const std::string& why) {
  dict.exposed = true;
  interpreter.impl().exposures.add({.object = &dict, .why = why, .is_filed = true});
}

std::optional<std::string> why_changed(Interpreter& interpreter) {
  const std::string& why = interpreter.impl().exposures.first_why();
  return why.empty() ? std::nullopt : std::optional(why);
}

Value standing_in(const Value& value) {
  if (!value.is_unknown()) return value;
  const Value& instead = unknown_of(value).stand_in;
  return instead.is_none() ? value : instead;
}

bool is_built(Interpreter& interpreter) { return goes_on(interpreter.impl()); }

bool is_followed(Interpreter& interpreter) {
  const Follower* follower = interpreter.impl().follower;
  return follower && !follower->builds;
}

Value part_of_unknown(const Value& unknown) {
  const UnknownValue& whole = unknown_of(unknown);
  if (whole.stand_in.is_none() && whole.items.is_none()) return unknown;
  return Value(new UnknownValue(whole.info, UnknownValue::Sort::made, {}, whole.trail)).with_origin(unknown.origin());
}

Value as_data(const Value& unknown) {
  const UnknownValue& value = unknown_of(unknown);
  if (value.trail.is_none()) return unknown;
  return Value(new UnknownValue(value.info)).with_origin(unknown.origin());
}

void note_unknown(Interpreter& interpreter, Unknown unknown) {
  if (runs_data_code(interpreter)) {
    const bool is_said = interpreter.impl().world.batch_is_said;
    interpreter.assumptions().push_back(
        {std::string("what data sets do is not all known") +
             (is_said ? ", and the recipe says what a batch is" : "; nothing of it is taken to stay on the GPU"),
         unknown.span});
    return;
  }
  constexpr std::ptrdiff_t kLooksBack = 64;
  std::vector<Unknown>& noted = interpreter.unknowns();
  const auto first = noted.size() > kLooksBack ? noted.end() - kLooksBack : noted.begin();
  if (std::find(first, noted.end(), unknown) == noted.end()) noted.push_back(std::move(unknown));
}

std::string quoted(const Span& place) {
  constexpr size_t kMost = 60;
  std::string_view text = place.text();
  text = text.substr(0, text.find('\n'));
  const std::string_view shown = clipped(text, kMost);
  return "`" + std::string(shown) + (shown.size() < place.text().size() ? "…`" : "`");
}

Value call_opaque(Interpreter& interpreter, const Value& callee, Arguments arguments) {
  Interpreter::Impl& impl = interpreter.impl();
  if (!goes_on(impl)) return callee;
  const Value kept = callee;
  const UnknownValue& unknown = unknown_of(kept);
  if (!unknown.stand_in.is_none() && is_callable(interpreter, unknown.stand_in))
    return interpreter.call(unknown.stand_in, std::move(arguments));
  if (unknown.info.is_sink) return kept;
  for (const Value& value : arguments.positional) expose(interpreter, value, unknown.info.reason);
  for (const auto& [name, value] : arguments.keyword) expose(interpreter, value, unknown.info.reason);
  Effects::Made made = impl.effects->given(interpreter, kept, arguments);
  const bool alike = unknown.sort == UnknownValue::Sort::made && made.instead.is_none() && made.items.is_none() &&
                     made.trail.same(unknown.trail) && unknown.items.is_none();
  if (alike) return kept;
  return Value(new UnknownValue(unknown.info, UnknownValue::Sort::made, std::move(made.instead), std::move(made.trail),
                                std::move(made.items)))
      .with_origin(kept.origin());
}

void call_method_of_unknown(Interpreter& interpreter, std::string_view name, const Value& object,
                            const Arguments& arguments) {
  Interpreter::Impl& impl = interpreter.impl();
  if (goes_on(impl)) impl.effects->calls_method(interpreter, name, object, arguments);
}

Value gone_through(Interpreter& interpreter, const Value& unknown, const Span& span) {
  const UnknownValue& value = unknown_of(unknown);
  if (value.items.is_none()) return unknown;
  assume_given_back(interpreter, "a loop over " + quoted(span) + " is taken to go through", unknown, span);
  return value.items;
}

constexpr std::string_view kGivenBack = " what the call was given: ";

void assume_given_back(Interpreter& interpreter, std::string what, const Value& unknown, const Span& place) {
  interpreter.assumptions().push_back(
      {std::move(what) + std::string(kGivenBack) + unknown_of(unknown).info.reason, place});
}

bool is_guess(const Assumption& assumption) {
  constexpr std::string_view kSamples = " are taken to hold what ";  // of our description of a family of projects
  const auto says = [&](std::string_view text) { return assumption.text.find(text) != std::string::npos; };
  return says(kGivenBack) || says(kSamples) || says(kTakenForFloats);
}

namespace {

/// `@add_start_docstrings(...)`, `@deprecated`: what is written or said of it. `@hydra.main(...)`, `@app.command()`:
/// how the command line calls it.
bool leaves_calls_alone(const Span& decorator) {
  const std::string_view name = decorator.text().substr(0, decorator.text().find('('));
  return name.find("docstring") != std::string_view::npos || name.find("deprecated") != std::string_view::npos ||
         name.ends_with(".main") || name.ends_with(".command");
}

constexpr std::string_view kGiven = "__vramlint_given__";

}  // namespace

Value given_by_decorator(const FunctionObject& function) {
  const auto* attributes = function.attributes.as<Dict>();
  const Value* given = attributes ? attributes->find(kGiven) : nullptr;
  return given ? *given : Value::none();
}

Value decorated(Interpreter& interpreter, const Value& decorator, Value made, const Span& place) {
  if (!decorator.is_unknown() || !goes_on(interpreter.impl()))
    return interpreter.call(decorator, {std::move(made)}, place);
  const Value instead = standing_in(decorator);
  if (!instead.is_unknown()) return interpreter.call(instead, {std::move(made)}, place);
  if (made.is(ObjectKind::function))
    interpreter.set_attribute(made, std::string(kGiven), part_of_unknown(decorator), place);
  if (leaves_calls_alone(place)) return made;
  note_unknown(interpreter,
               unknown_by(unknown_of(decorator).info,
                          "the decorator " + quoted(place) +
                              " is taken to hand back what it is given; what it changes there may lower or raise the "
                              "figures",
                          place, Gap::around, Pull::either));
  return made;
}

Value special_that_may_be(Interpreter& interpreter, const Value& object, const Span& span) {
  const Class* cls = object.is(ObjectKind::instance) ? interpreter.type_of(object) : nullptr;
  return cls && cls->exposed ? what_may_be_in(interpreter, *cls, span) : Value();
}

}  // namespace vramlint::interp

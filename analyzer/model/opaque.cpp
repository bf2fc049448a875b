// What goes into a call that is not known: a module, an optimizer, parameters or a tensor may come out changed, or be
// held there. Which of them went in decides what is noted, and what the program goes on with: the module itself in the
// place of its wrapper, an optimizer of unknown states in the place of whatever was given the parameters. Where
// backward() is called on what came out, it goes on into all tensors that went in.
#include "interp/opaque.h"

#include <algorithm>

#include "model/adopted_optimizer.h"
#include "model/tensor.h"
#include "model/trail.h"

namespace vramlint::model {
namespace {

using interp::Arguments;
using interp::Interpreter;
using interp::ObjectKind;
using interp::Value;

bool is_of(Interpreter& interpreter, const Value& value, std::string_view cls, std::string_view module) {
  if (!value.is(ObjectKind::instance)) return false;
  const std::vector<const interp::Class*>& order = interpreter.type_of(value)->mro;
  return std::any_of(order.begin(), order.end(),
                     [&](const interp::Class* each) { return each->name == cls && each->module == module; });
}

bool is_parameter(const Value& value) {
  const Tensor* tensor = as_tensor(value);
  return tensor && tensor->leaf && tensor->requires_grad && graph::is_differentiable(tensor->type_info.dtype);
}

/// `backbone.weight`, frozen or not, and ("backbone.weight", it).
bool holds_parameter(const Value& value) {
  if (const auto* pair = value.as<interp::Tuple>())
    return std::any_of(pair->items.begin(), pair->items.end(), holds_parameter);
  const Tensor* tensor = as_tensor(value);
  const auto* cls = tensor ? tensor->cls.as<interp::Class>() : nullptr;
  const auto is_parameter_class = [](const interp::Class* each) { return each->name == "Parameter"; };
  return cls && (is_parameter(value) || std::any_of(cls->mro.begin(), cls->mro.end(), is_parameter_class));
}

/// What a call was given, as far as a step depends on it.
struct Gift {
  Value module, optimizer;
  std::vector<Value> parameters;
  std::vector<Value> roots;   ///< what backward() would go into
  std::vector<Value> peeked;  ///< items that an iterator has given on looking into it
  bool tensor = false, frozen = false;
  int taken = 0;  ///< arguments that are a module or an optimizer themselves

  bool any() const { return !module.is_none() || !optimizer.is_none() || !parameters.empty() || tensor; }
};

class Unwrapping {
 public:
  Unwrapping(Interpreter& interpreter, bool in_setup) : interpreter_(interpreter), in_setup_(in_setup) {}

  Gift gift;

  void take(const Value& wrapped, int depth = 0) {
    if (depth > kDeepest || ++seen_ > kMost) return;
    interpreter_.budget().touch(8, {});
    if (may_be_root(wrapped)) gift.roots.push_back(wrapped);
    const Value value = interp::standing_in(wrapped);
    if (const auto* method = value.as<interp::BoundMethod>()) return take(method->self, depth);
    if (is_transform(value)) return;
    if (is_of(interpreter_, value, "Module", "torch.nn.modules.module")) {
      gift.taken += depth == 0;
      if (gift.module.is_none()) gift.module = value;
    } else if (is_of(interpreter_, value, "Optimizer", "torch.optim.optimizer")) {
      gift.taken += depth == 0;
      if (gift.optimizer.is_none()) gift.optimizer = value;
    } else if (const Tensor* tensor = as_tensor(value)) {
      if (is_parameter(value))
        gift.parameters.push_back(value);
      else if (holds_parameter(value))
        gift.frozen |= is_on_device(*tensor);
      else
        gift.tensor |= is_on_device(*tensor) && tensor->type_info.numel() > 1;
    } else {
      take_parts(value, depth);
    }
  }

 private:
  static constexpr int kDeepest = 3;
  static constexpr size_t kMost = 20'000;

  /// Or will be once the model is: a copy of its parameters.
  bool is_on_device(const Tensor& tensor) const {
    return tensor.on_device() || (in_setup_ && tensor.asked != Place::host && !tensor.values);
  }

  /// Of what a data set holds: a module in name.
  bool is_transform(const Value& value) const {
    return value.is(ObjectKind::instance) && interpreter_.type_of(value)->module.starts_with("torchvision.transforms");
  }

  void take_all(const std::vector<Value>& values, int depth) {
    for (const Value& each : values) take(each, depth);
  }

  void take_parts(const Value& value, int depth) {
    if (const auto* list = value.as<interp::List>()) {
      take_all(list->items, depth + 1);
    } else if (const auto* tuple = value.as<interp::Tuple>()) {
      take_all(tuple->items, depth + 1);
    } else if (const auto* dict = value.as<interp::Dict>()) {
      for (const interp::Dict::Entry& entry : dict->entries())
        if (entry.live) take(entry.value, depth + 1);
    } else if (value.is(ObjectKind::iterator)) {
      take_items(value, depth + 1);
    } else if (const auto* instance = value.is(ObjectKind::instance) ? value.as<interp::Instance>() : nullptr) {
      take(instance->attributes, depth + 1);
    }
  }

  /// `model.parameters()`: whoever is given that goes through it. Anything else is left as it is after one item.
  void take_items(const Value& iterator, int depth) {
    try {
      while (++seen_ < kMost) {
        const auto item = interpreter_.next(iterator, {});
        if (item) take(*item, depth);
        if (item) gift.peeked.push_back(*item);
        if (!item || !holds_parameter(*item)) return;
      }
    } catch (const interp::Raised&) {  // nobody knows whether it would have been asked for
    }
  }

  Interpreter& interpreter_;
  bool in_setup_;
  size_t seen_ = 0;
};

Span place_of_call(Interpreter& interpreter, const Span& call) {
  return call && !is_prelude(call.source) ? call : user_span(interpreter);
}

void note(Interpreter& interpreter, const Arguments& arguments, const Unknown& why, std::string_view what, Pull pull) {
  const Span place = place_of_call(interpreter, arguments.span);
  interp::note_unknown(
      interpreter, unknown_by(why, interp::quoted(place) + " is given " + std::string(what), place, Gap::given, pull));
}

/// `optim.Lion` of `optim.Lion(model.parameters())`: Lion.
std::string name_of(const Span& call) {
  std::string_view text = call.text();
  text = text.substr(0, text.find('('));
  text = text.substr(text.find_last_of(". ") + 1);  // npos + 1: all of it
  return text.empty() || text.size() > 40 ? "optimizer" : std::string(text);
}

bool is_module_class(const Value& base) {
  const auto* cls = base.as<interp::Class>();
  return cls && std::any_of(cls->mro.begin(), cls->mro.end(), [](const interp::Class* each) {
           return each->name == "Module" && each->module == "torch.nn.modules.module";
         });
}

/// A module has its own base already; an enumeration, an exception or a dict is none.
bool is_of_another_kind(const Value& base) {
  const auto* cls = base.as<interp::Class>();
  if (!cls) return false;
  const auto* metaclass = cls->metaclass.as<interp::Class>();
  if (metaclass && metaclass->name != "ABCMeta") return true;
  const auto is_built_in = [](const interp::Class* each) { return !each->span && each->name != "object"; };
  return is_module_class(base) || std::any_of(cls->mro.begin(), cls->mro.end(), is_built_in);
}

Value ours(Interpreter& interpreter, std::string_view name) {
  return interpreter.get_attribute(interpreter.import("vramlint_opaque", {}), name, {});
}

/// By its own name or its module's: `CosineLRScheduler`, `get_linear_schedule_with_warmup`, `PolyLR`.
bool is_called_a_scheduler(const Span& call, const Unknown& why) {
  const std::string name = name_of(call);
  const auto says_so = [](std::string_view text) {
    return text.find("cheduler") != std::string_view::npos || text.find("_schedule") != std::string_view::npos;
  };
  return says_so(name) || name.ends_with("LR") || says_so(why.reason);
}

void note_given(Interpreter& interpreter, const Arguments& arguments, const Unknown& why, const Gift& gift) {
  constexpr std::string_view kEither = "; what it changes there may lower or raise the figures";
  if (!gift.module.is_none())
    note(interpreter, arguments, why, "the model or a part of it" + std::string(kEither), Pull::either);
  if (!gift.optimizer.is_none() && gift.module.is_none() && is_called_a_scheduler(arguments.span, why))
    interpreter.assumptions().push_back(
        {interp::quoted(arguments.span) +
             " is taken for a schedule of the learning rate, which changes no sizes: " + why.reason,
         place_of_call(interpreter, arguments.span)});
  else if (!gift.optimizer.is_none())
    note(interpreter, arguments, why, "the optimizer" + std::string(kEither), Pull::either);
  if (!gift.parameters.empty())
    note(interpreter, arguments, why, "parameters; what it keeps for them is not known and raises the figures",
         Pull::up);
  if (gift.tensor)
    note(interpreter, arguments, why, "a tensor; what it makes of it and holds raises the figures", Pull::up);
}

/// What the program goes on with in the place of what such a call makes; none.
Value instead_of(Interpreter& interpreter, const Arguments& arguments, const Gift& gift, const Unknown& why) {
  if (gift.taken > 1) return Value::tuple(arguments.positional);  // `model, optimizer = prepare(model, optimizer)`
  if (!gift.module.is_none()) return gift.module;
  if (!gift.optimizer.is_none() && is_called_a_scheduler(arguments.span, why)) return {};
  if (!gift.optimizer.is_none())
    return interpreter.call(ours(interpreter, "Either"), {gift.optimizer, Value::string(why.reason)}, arguments.span);
  if (gift.parameters.empty() || arguments.size() == 0) return {};
  return interpreter.call(ours(interpreter, "optimizer"),
                          {Value::string(name_of(arguments.span)), Value::list(gift.parameters)}, arguments.span);
}

bool is_gone_through(Interpreter& interpreter, const Value& value) {
  if (value.is(ObjectKind::list) || value.is(ObjectKind::tuple) || value.as<interp::Range>()) return true;
  if (value.is(ObjectKind::iterator)) return true;
  return value.is(ObjectKind::instance) && interpreter.type_of(value)->lookup("__iter__");
}

/// `pixels.reshape((50000, 3, 32, 32))`: as many numbers as an array has dimensions.
bool is_shape(const Value& given) {
  constexpr size_t kMostDimensions = 6;
  const auto* tuple = given.as<interp::Tuple>();
  const auto* list = given.as<interp::List>();
  if (!tuple && !list) return false;
  const std::vector<Value>& items = tuple ? tuple->items : list->items;
  return items.size() <= kMostDimensions && std::ranges::all_of(items, interp::is_numeric);
}

/// `track(loader, description="epoch 1")`: whoever is given one thing that can be gone through, and else but settings,
/// goes through it. One that makes batches goes through something else.
Value gone_through_by(Interpreter& interpreter, const Arguments& arguments, const Gift& gift) {
  if (arguments.positional.size() != 1 || !gift.module.is_none() || !gift.optimizer.is_none()) return {};
  const Value& only = arguments.positional[0];
  if (only.is_unknown()) return only.as<interp::UnknownValue>()->items;
  if (!is_gone_through(interpreter, only) || !gift.parameters.empty() || is_shape(only)) return {};
  for (const auto& [name, value] : arguments.keyword) {
    if (name.starts_with("batch") || name.ends_with("sampler")) return {};
  }
  if (!only.is(ObjectKind::iterator) || gift.peeked.empty()) return only;
  const Value chain = interpreter.get_attribute(interpreter.import("itertools", {}), "chain", {});
  return interpreter.call(chain, {Value::list(gift.peeked), only}, arguments.span);
}

/// The loss that `accelerator.backward(loss)` is given.
Value loss_in(const Value& given) {
  const auto* unknown = given.as<interp::UnknownValue>();
  if (unknown && !unknown->trail.is_none()) return unknown->trail;
  const Tensor* tensor = as_tensor(given);
  return tensor && tensor->requires_grad && tensor->type_info.numel() == 1 ? given : Value();
}

}  // namespace

interp::Effects::Made Builder::given(Interpreter& interpreter, const Value& callee, const Arguments& arguments) {
  Unwrapping unwrapping(interpreter, in_setup);
  for (const Value& value : arguments.positional) unwrapping.take(value);
  for (const auto& [name, value] : arguments.keyword) unwrapping.take(value);
  unwrapping.gift.tensor |= unwrapping.gift.frozen && unwrapping.gift.parameters.empty();
  const Unknown& why = callee.as<interp::UnknownValue>()->info;
  note_given(interpreter, arguments, why, unwrapping.gift);
  Made result{instead_of(interpreter, arguments, unwrapping.gift, why), {}, {}};
  std::vector<Value> roots = std::move(unwrapping.gift.roots);
  if (const Value& trail = callee.as<interp::UnknownValue>()->trail; !trail.is_none()) roots.push_back(trail);
  result.trail = trail_of(interpreter, roots);
  if (result.instead.is_none()) result.items = gone_through_by(interpreter, arguments, unwrapping.gift);
  return result;
}

void Builder::calls_method(Interpreter& interpreter, std::string_view name, const Value& object,
                           const Arguments& arguments) {
  const Span place = place_of_call(interpreter, arguments.span);
  if (name == "step") return adopt_step(interpreter, *this, object, place);
  if (name == "zero_grad") return adopt_zero_grad(interpreter, *this);
  if (name != "backward") return;
  Value root = arguments.positional.empty() ? Value() : loss_in(arguments.positional[0]);
  if (root.is_none()) {
    root = taken_root(interpreter, object, place);
  } else {
    interpreter.assumptions().push_back({interp::quoted(place) + " is taken to be the loss's own backward(): " +
                                             object.as<interp::UnknownValue>()->info.reason,
                                         place});
  }
  if (root.is_none()) return;
  interpreter.call(interpreter.get_attribute(root, "backward", {}), std::vector<Value>{}, arguments.span);
}

Value Builder::base_instead(Interpreter& interpreter, const Value& base, const std::vector<Value>& others, Span span) {
  const bool is_only = std::none_of(others.begin(), others.end(), is_of_another_kind);
  const bool is_module = std::any_of(others.begin(), others.end(), is_module_class);
  const Unknown& why = base.as<interp::UnknownValue>()->info;
  if (is_module)
    interp::note_unknown(interpreter,
                         unknown_by(why, "what " + interp::quoted(span) + " has of its base is not counted",
                                    place_of_call(interpreter, span), Gap::held));
  Value stand_in =
      interpreter.call(ours(interpreter, "base"), {Value::string(why.reason), Value::boolean(is_only)}, span);
  interp::may_hold_more(interpreter, *stand_in.object(), why.reason);
  return stand_in;
}

}  // namespace vramlint::model

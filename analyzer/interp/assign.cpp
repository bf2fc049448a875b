// Assignment to names, attributes, items, and patterns of them.
#include "interp/followed.h"
#include "interp/frame.h"
#include "interp/known_parts.h"
#include "interp/list_limits.h"
#include "interp/stated_number.h"

namespace vramlint::interp {

namespace {

using Targets = std::vector<syntax::ExprPtr>;

void assign_unknown(Interpreter& interpreter, Frame& frame, const Targets& targets, const Value& value) {
  for (const auto& target : targets) {
    const auto* starred = std::get_if<syntax::Starred>(&target->node);
    assign(interpreter, frame, starred ? *starred->value : *target, value);
  }
}

/// A tuple of as many items as there are names, which most are: `for index, line in enumerate(lines)`.
bool unpack_tuple(Interpreter& interpreter, Frame& frame, const Targets& targets, const Value& value) {
  if (!value.is(ObjectKind::tuple) || value.origin() != 0) return false;
  const Value keep = value;
  const std::vector<Value>& items = keep.as<Tuple>()->items;
  const auto is_starred = [](const syntax::ExprPtr& target) {
    return std::holds_alternative<syntax::Starred>(target->node);
  };
  if (items.size() != targets.size() || std::any_of(targets.begin(), targets.end(), is_starred)) return false;
  for (size_t i = 0; i < targets.size(); ++i) assign(interpreter, frame, *targets[i], items[i]);
  return true;
}

/// `width, height = map(int, words)`, `text, label = line.split()`: parts that are alike, whatever they are.
bool assign_alike(Interpreter& interpreter, Frame& frame, const Targets& targets, const Value& value) {
  const UnknownList* list = unknown_list(value);
  if (!list || list->each.is_none()) return false;
  const Value each = list->each, last = list->last;
  for (const auto& target : targets) {
    const auto* starred = std::get_if<syntax::Starred>(&target->node);
    const Value& part = &target == &targets.back() ? last : each;
    assign(interpreter, frame, starred ? *starred->value : *target, starred ? value : part);
  }
  return true;
}

/// `engine, optimizer, _, _ = deepspeed.initialize(model=model)`: what was given comes back first.
void assign_first(Interpreter& interpreter, Frame& frame, const Targets& targets, const Value& value,
                  const Span& span) {
  const auto* unknown = static_cast<const UnknownValue*>(value.object());
  if (targets.empty() || std::holds_alternative<syntax::Starred>(targets.front()->node)) return;
  if (unknown->stand_in.is_none() || !unknown->trail.is_none()) return;
  assume_given_back(interpreter, "the first of " + quoted(span) + " is taken to be", value, span);
  assign(interpreter, frame, *targets.front(), value);
}

void unpack(Interpreter& interpreter, Frame& frame, const Targets& targets, const Value& value, const Span& span) {
  if (unpack_tuple(interpreter, frame, targets, value)) return;
  if (value.is_unknown()) {
    if (unpack_tuple(interpreter, frame, targets, standing_in(value))) return;
    if (assign_alike(interpreter, frame, targets, value)) return;
    assign_unknown(interpreter, frame, targets, part_of_unknown(value));
    return assign_first(interpreter, frame, targets, value, span);
  }
  const Value iterator = interpreter.iterate(value, span);
  if (iterator.is_unknown()) return assign_unknown(interpreter, frame, targets, iterator);
  const Operation operation(interpreter.budget());
  std::vector<Value> items = interpreter.to_vector(iterator, span);
  size_t star = targets.size();
  for (size_t i = 0; i < targets.size(); ++i)
    if (std::holds_alternative<syntax::Starred>(targets[i]->node)) star = i;
  const bool has_star = star < targets.size();
  const size_t needed = targets.size() - (has_star ? 1 : 0);
  if (items.size() < needed)
    interpreter.raise("ValueError",
                      "not enough values to unpack (expected " + std::string(has_star ? "at least " : "") +
                          std::to_string(needed) + ", got " + std::to_string(items.size()) + ")",
                      span, value.origin());
  if (!has_star && items.size() > needed)
    interpreter.raise("ValueError", "too many values to unpack (expected " + std::to_string(needed) + ")", span,
                      value.origin());
  size_t from = 0;
  for (size_t i = 0; i < targets.size(); ++i) {
    if (i != star) {
      Value item = std::move(items[from++]);
      const bool is_cut_out = item.is_string() && item.origin() == 0;  // `module, name = path.rsplit(".", 1)`
      assign(interpreter, frame, *targets[i],
             is_cut_out ? std::move(item).with_origin(value.origin()) : std::move(item));
      continue;
    }
    const size_t count = items.size() - needed;
    std::vector<Value> rest(std::make_move_iterator(items.begin() + static_cast<ptrdiff_t>(from)),
                            std::make_move_iterator(items.begin() + static_cast<ptrdiff_t>(from + count)));
    from += count;
    assign(interpreter, frame, *std::get<syntax::Starred>(targets[i]->node).value, Value::list(std::move(rest)));
  }
}

/// `torch.backends.cudnn.benchmark = …` says something to the library, which reads it where no one follows.
bool is_module_of_a_library(const Value& object) {
  const auto* module = object.as<Module>();
  return module && (module->file.empty() || module->file.starts_with('<'));
}

void note_attribute(Interpreter& interpreter, const Value& object, std::string_view name, const Value& value,
                    const Span& place) {
  if (value.origin() == 0 && !value.is(ObjectKind::tuple)) return;
  Follower* follower = following(interpreter, place);
  if (!follower) return;
  follower->keeps(name, true, value, place);
  if (is_module_of_a_library(object)) follower->hands_over(object, value, place);
}

struct Assigner {
  Interpreter& interpreter;
  Frame& frame;
  const Span& span;
  Value& value;

  void state(std::string_view name) {
    if (value.is_unknown()) value = as_stated(interpreter, frame, name, std::move(value));
  }
  void operator()(const syntax::Name& node) {
    state(node.variable.name.text());
    store(interpreter, frame, node.variable, std::move(value), span);
  }
  void operator()(const syntax::Attribute& node) {
    const Value object = evaluate(interpreter, frame, *node.object);
    note_attribute(interpreter, object, node.name.text(), value, span);
    state(node.name.text());
    interpreter.set_attribute(object, node.name.text(), std::move(value), span);
  }
  void operator()(const syntax::Subscript& node) {
    const Value object = evaluate(interpreter, frame, *node.object);
    const Value index = evaluate(interpreter, frame, *node.index);
    if (index.is_string()) state(index.as_string());
    note_ring(interpreter, frame, object, *node.index);
    interpreter.set_item(object, index, std::move(value), span);
  }
  void operator()(const syntax::TupleDisplay& node) { unpack(interpreter, frame, node.items, value, span); }
  void operator()(const syntax::ListDisplay& node) { unpack(interpreter, frame, node.items, value, span); }
  template <typename Other>
  void operator()(const Other&) {
    interpreter.raise("SyntaxError", "cannot assign to this expression", span);
  }
};

}  // namespace

void assign(Interpreter& interpreter, Frame& frame, const syntax::Expr& target, Value value) {
  std::visit(Assigner{interpreter, frame, target.span, value}, target.node);
}

}  // namespace vramlint::interp

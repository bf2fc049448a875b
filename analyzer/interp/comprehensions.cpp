// Comprehensions and generator expressions: a small function of their own around the clauses.
#include <algorithm>

#include "interp/anchored.h"
#include "interp/counted_text.h"
#include "interp/data_code.h"
#include "interp/followed.h"
#include "interp/frame.h"
#include "interp/gathering.h"
#include "interp/guarded.h"
#include "interp/known_parts.h"
#include "interp/long_table.h"
#include "interp/opaque.h"
#include "interp/uncertain.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

/// Steps through the clauses' combinations. Shared by all four kinds; a generator expression keeps one between items.
class Clauses {
 public:
  Clauses(const syntax::Comprehension& node, Value first) : node_(&node) { iterators_.push_back(std::move(first)); }

  /// Binds the next combination; false at the end. `unknown` is set when a condition or iterable is not known.
  bool advance(Interpreter& interpreter, Frame& frame) {
    while (!iterators_.empty()) {
      const size_t level = iterators_.size() - 1;
      const auto& clause = node_->clauses[level];
      std::optional<Value> item = interpreter.next(iterators_.back(), clause.target->span);
      if (!item) {
        iterators_.pop_back();
        continue;
      }
      assign(interpreter, frame, *clause.target, std::move(*item));
      if (!holds(interpreter, frame, clause)) continue;
      if (level + 1 == node_->clauses.size()) return true;
      const auto& next = node_->clauses[level + 1];
      Value iterator = interpreter.iterate(evaluate(interpreter, frame, *next.iterable), next.iterable->span);
      if (iterator.is_unknown()) {
        unknown = iterator;
        is_filter = false;
        return false;
      }
      iterators_.push_back(std::move(iterator));
    }
    return false;
  }

  void visit(const Iterator::Visitor& visitor) const {
    for (const Value& iterator : iterators_) visitor(iterator);
    visitor(unknown);
    visitor(open);
  }

  Value unknown;          // an Unknown if the result cannot be known
  Value open;             // of the conditions of the item at hand: an Unknown where they are not known
  bool is_filter = true;  // of conditions alone

 private:
  bool holds(Interpreter& interpreter, Frame& frame, const syntax::Comprehension::Clause& clause) {
    open = Value::none();
    for (const auto& condition : clause.conditions) {
      const Value decided = interpreter.truth(evaluate(interpreter, frame, *condition), condition->span);
      if (decided.is_unknown())
        open = decided;
      else if (!decided.as_bool())
        return false;
    }
    if (open.is_unknown()) unknown = open;
    return true;
  }

  const syntax::Comprehension* node_;
  std::vector<Value> iterators_;
};

/// The frame a comprehension runs in, made of the enclosing one.
void prepare(Frame& inner, Frame& outer, const syntax::Comprehension& node, std::vector<Value>& captured) {
  inner.module = outer.module;
  inner.function = outer.function;
  captured = capture(outer, node.scope);
  inner.captured = &captured;
  prepare_slots(inner, node.scope);
}

struct GeneratorExpression : Resumable<GeneratorExpression> {
  GeneratorExpression(const syntax::Comprehension& n, Value first) : node(&n), clauses(n, std::move(first)) {}
  std::string_view type_name() const override { return "generator"; }
  std::optional<Value> next(Interpreter& interpreter) override {
    if (done) return {};
    const Operation operation(interpreter.budget());
    Running running(interpreter, frame, node->element->span);
    if (clauses.advance(interpreter, frame)) {
      if (clauses.unknown.is_unknown()) interpreter.assumptions().push_back({kItemKept, node->element->span});
      clauses.unknown = Value::none();
      return evaluate(interpreter, frame, *node->element);
    }
    done = true;
    frame.slots.clear();
    return {};
  }
  bool visit(const Visitor& visitor) const override {
    clauses.visit(visitor);
    for (const Value& slot : frame.slots) visitor(slot);
    for (const Value& cell : captured) visitor(cell);
    return visitor(frame.module), visitor(frame.function), true;
  }
  const syntax::Comprehension* node;
  Clauses clauses;
  Frame frame;
  std::vector<Value> captured;
  bool done = false;
};

/// Each run has it otherwise, and some run keeps all of the items: layers that are dropped at random.
bool is_of_chance(const Unknown& why) {
  return why.reason.ends_with(" depends on the data") || why.reason.ends_with(" depends on the run");
}

/// Where it goes by what lies on the disk, the run may have kept none.
Value kept_list(Interpreter& interpreter, std::vector<Value> items, const Value& condition) {
  Value list = Value::list(std::move(items));
  if (!condition.is_unknown()) return list;
  const std::string& why = condition.as<UnknownValue>()->info.reason;
  if (why.ends_with(" exists depends on the run")) note_maybe_empty(interpreter, *list.object(), why);
  return list;
}

Value filled(Interpreter& interpreter, const LongTable& numbers, std::vector<Value> items, const Span& span) {
  const int64_t left = numbers.left(items.size());
  interpreter.budget().allocate(left, sizeof(Value), span);
  items.insert(items.end(), static_cast<size_t>(left), numbers.number(span));
  return Value::list(std::move(items));
}

/// A name, a number, something of a package that is not at hand, a pair of such: whether it is there or not, it holds
/// nothing.
bool holds_nothing(const Value& item) {
  if (const auto* tuple = item.as<Tuple>()) return std::ranges::all_of(tuple->items, holds_nothing);
  const auto* unknown = item.as<UnknownValue>();
  const bool is_plain = !item.is_object() || item.is_string();
  return is_plain || (unknown && unknown->sort != UnknownValue::Sort::tensor);
}

/// Items of which only some are asked what is not known: the others are known, and the list may hold more.
class AskedItems {
 public:
  void take(const Value& item, const Value& condition) {
    const size_t place = count_++;
    if (!condition.is_unknown()) return;
    open_.push_back(place);
    may_be_left_out_ = may_be_left_out_ && holds_nothing(item);
  }
  bool are_some_known() const { return may_be_left_out_ && open_.size() < count_; }
  Value known_of(Interpreter& interpreter, std::vector<Value> items, const Value& condition) const {
    for (auto at = open_.rbegin(); at != open_.rend(); ++at)
      items.erase(items.begin() + static_cast<std::ptrdiff_t>(*at));
    Value list = Value::list(std::move(items));
    note_uncertain(interpreter, *list.object(), condition.as<UnknownValue>()->info.reason);
    return list;
  }

 private:
  std::vector<size_t> open_;
  size_t count_ = 0;
  bool may_be_left_out_ = true;
};

Value set_of(const Dict& keys) {
  auto* set = new Set(false);
  Value result(set);
  for (const auto& entry : keys.entries()) set->table.set(entry.key, Value::none());
  return result;
}

Value collect(Interpreter& interpreter, Frame& frame, const syntax::Comprehension& node, Clauses& clauses,
              LongTable& numbers, Gathering& gathering) {
  AskedItems asked;
  auto* table = new Dict;
  const Value dict(table);
  if (node.kind == syntax::Comprehension::Kind::dict) gathering.fills(dict);
  std::vector<Value>& items = gathering.items();
  while (true) {
    if (items.size() == items.capacity()) {
      interpreter.budget().allocate(static_cast<int64_t>((2 * items.size() + 4) * sizeof(Value)), node.element->span);
      items.reserve(2 * items.size() + 4);
    }
    const Operation operation(interpreter.budget());
    if (!clauses.advance(interpreter, frame)) break;
    Value element = numbers.evaluate_item(frame);
    if (node.kind == syntax::Comprehension::Kind::list) {
      asked.take(element, clauses.open);
      items.push_back(std::move(element));
      if (numbers.left(items.size()) > 0) return filled(interpreter, numbers, std::move(items), node.element->span);
      continue;
    }
    if (element.is_unknown()) return element;
    (void)interpreter.hash(element, node.element->span);
    Value value = node.value ? evaluate(interpreter, frame, *node.value) : Value::none();
    table->set(std::move(element), std::move(value));
  }
  if (clauses.unknown.is_unknown()) {
    const bool is_list = node.kind == syntax::Comprehension::Kind::list && node.clauses.size() == 1;
    const bool is_kept = runs_data_code(interpreter) || is_of_chance(clauses.unknown.as<UnknownValue>()->info);
    if (clauses.is_filter && !is_kept && is_list && asked.are_some_known())
      return asked.known_of(interpreter, std::move(items), clauses.unknown);
    if (!clauses.is_filter || !is_kept) return clauses.unknown;
    interpreter.assumptions().push_back({kItemKept, node.element->span});
  }
  if (node.kind == syntax::Comprehension::Kind::list) return kept_list(interpreter, std::move(items), clauses.unknown);
  if (node.kind == syntax::Comprehension::Kind::dict) return dict;
  interpreter.budget().touch_entries(table->size(), node.element->span);
  return set_of(*table);
}

/// Numbers and texts: what is filed under keys that are not known. `plain` otherwise.
Value dict_of_such(const Value& key, const Value& value, const Value& plain) {
  const auto is_plain = [](const Value& one) { return is_numeric(one) || is_unknown_text(one) || one.is_string(); };
  const auto* parts = value.as<Tuple>();
  const bool is_kind = is_plain(value) || (parts && std::ranges::all_of(parts->items, is_plain));
  return is_kind ? Value(new UnknownDict(plain.as<UnknownValue>()->info, key, value)) : plain;
}

/// `[os.path.join(root, name) for name in names]` where it is not known how many there are.
Value of_such(Interpreter& interpreter, Frame& frame, const syntax::Comprehension& node, const Value& source,
              const Span& span) {
  const Value plain = without_kind(source);
  if (node.clauses.size() != 1) return plain;
  Frame inner;
  std::vector<Value> captured;
  prepare(inner, frame, node, captured);
  Running running(interpreter, inner, span);
  assign(interpreter, inner, *node.clauses[0].target, unknown_list(source)->each);
  for (const auto& condition : node.clauses[0].conditions) {
    const Value decided = interpreter.truth(evaluate(interpreter, inner, *condition), condition->span);
    if (!decided.is_unknown() && !decided.as_bool()) return plain;
  }
  const Value each = evaluate(interpreter, inner, *node.element);
  if (node.kind == syntax::Comprehension::Kind::dict)
    return dict_of_such(each, evaluate(interpreter, inner, *node.value), plain).with_origin(source.origin());
  const UnknownList& list = *unknown_list(source);
  const bool is_list = node.kind == syntax::Comprehension::Kind::list && node.clauses[0].conditions.empty();
  const bool is_kind = is_unknown_text(each) || is_numeric(each) || unknown_list(each) || !each.is_unknown();
  if (is_list && is_kind && !list.count.is_none())  // as many as there were
    return Value(new UnknownList(plain.as<UnknownValue>()->info, each, each, list.count)).with_origin(source.origin());
  return list_of_such(plain.as<UnknownValue>()->info, each).with_origin(source.origin());
}

bool calls(const syntax::Expr& expr, std::initializer_list<std::string_view> names) {
  const auto* call = std::get_if<syntax::Call>(&expr.node);
  const auto* callee = call ? std::get_if<syntax::Name>(&call->callee->node) : nullptr;
  return callee && std::ranges::find(names, callee->variable.name.text()) != names.end();
}

/// It only looks: a name, an attribute, an item, an int of such.
bool is_look(const syntax::Expr& expr) {
  if (std::holds_alternative<syntax::Name>(expr.node)) return true;
  if (const auto* attribute = std::get_if<syntax::Attribute>(&expr.node)) return is_look(*attribute->object);
  if (const auto* item = std::get_if<syntax::Subscript>(&expr.node))
    return is_look(*item->object) &&
           (is_look(*item->index) || std::holds_alternative<syntax::IntLiteral>(item->index->node));
  const auto* call = std::get_if<syntax::Call>(&expr.node);
  return call && calls(expr, {"int", "float"}) &&
         std::ranges::all_of(call->arguments, [](const syntax::Argument& each) { return is_look(*each.value); });
}

/// `[int(x) for x in found]`, `{name: i for i, name in enumerate(found)}`: numbers, whatever is found.
Value of_unknown(Interpreter& interpreter, Frame& frame, const syntax::Comprehension& node, const Value& found,
                 const Span& span) {
  using Kind = syntax::Comprehension::Kind;
  const Unknown& why = found.as<UnknownValue>()->info;
  const bool looks = (node.kind == Kind::list || node.kind == Kind::dict) && node.clauses.size() == 1 &&
                     node.clauses[0].conditions.empty() && is_look(*node.element) &&
                     (!node.value || is_look(*node.value));
  if (!looks || !is_built(interpreter)) return some_items(why);
  const Value item(new UnknownValue(why));
  const Value each = calls(*node.clauses[0].iterable, {"enumerate"}) ? Value::tuple({any_int(why), item}) : item;
  Value made;
  try {
    made = of_such(interpreter, frame, node, Value(new UnknownList(why, each, each)), span);
  } catch (const Raised&) {  // at what an item that is not known may not be
    return some_items(why);
  }
  const bool is_known = unknown_dict(made) || (unknown_list(made) && is_numeric(unknown_list(made)->each));
  return is_known ? made : some_items(why);
}

}  // namespace

Value evaluate_comprehension(Interpreter& interpreter, Frame& frame, const syntax::Comprehension& node,
                             const Span& span) {
  const auto& first = *node.clauses[0].iterable;
  Value source = evaluate(interpreter, frame, first);
  if (is_unknown_text(source)) source = characters_of(interpreter, source, first.span);
  const Value hidden = source.is_unknown() ? source : items_that_may_be_in(interpreter, source, first.span);
  if (unknown_list(hidden)) return of_such(interpreter, frame, node, hidden, span);
  Value iterator = interpreter.iterate(source, first.span);
  if (iterator.is_unknown()) return of_unknown(interpreter, frame, node, iterator, span).with_origin(iterator.origin());
  const Origin origin = iterator.origin();
  if (node.kind == syntax::Comprehension::Kind::generator) {
    auto* generator = new GeneratorExpression(node, std::move(iterator));
    prepare(generator->frame, frame, node, generator->captured);
    return Value(generator).with_origin(origin);
  }
  Frame inner;
  std::vector<Value> captured;
  prepare(inner, frame, node, captured);
  Clauses clauses(node, std::move(iterator));
  Running running(interpreter, inner, span);
  const Guarded guarded(interpreter, origin);
  LongTable numbers(interpreter, node, source);
  Gathering gathering(interpreter, &inner, source);
  Value made = collect(interpreter, inner, node, clauses, numbers, gathering).with_origin(origin);
  if (node.clauses.size() == 1) note_made_of_each(interpreter, source, made);
  return made;
}

}  // namespace vramlint::interp

#include "interp/builtins_views.h"

#include "interp/builtins_arguments.h"

namespace vramlint::interp {

namespace {

Value part_of(const Dict::Entry& entry, DictView::Part part) {
  switch (part) {
    case DictView::Part::keys:
      return entry.key;
    case DictView::Part::values:
      return entry.value;
    case DictView::Part::items:
      return Value::tuple({entry.key, entry.value});
  }
  return {};
}

struct ViewIterator : Resumable<ViewIterator> {
  ViewIterator(Value d, DictView::Part p) : dict(std::move(d)), part(p), size(dict.as<Dict>()->size()) {}
  Value dict;
  DictView::Part part;
  size_t size;
  size_t at = 0;

  std::optional<Value> next(Interpreter& interpreter) override {
    const Dict& table = *dict.as<Dict>();
    if (table.size() != size) {
      interpreter.raise("RuntimeError", "dictionary changed size during iteration", {});
    }
    while (at < table.entries().size() && !table.entries()[at].live) ++at;
    if (at >= table.entries().size()) return {};
    return part_of(table.entries()[at++], part);
  }
  bool visit(const Visitor& visitor) const override { return visitor(dict), true; }
  std::string_view type_name() const override {
    return part == DictView::Part::keys     ? "dict_keyiterator"
           : part == DictView::Part::values ? "dict_valueiterator"
                                            : "dict_itemiterator";
  }
};

Value new_set(Interpreter& interpreter, const Value& iterable, Span span) {
  auto* set = new Set(false);
  Value result(set);
  for (Value& item : interpreter.to_vector(iterable, span)) {
    (void)interpreter.hash(item, span);
    set->table.set(std::move(item), Value::none());
  }
  return result;
}

Value isdisjoint(Interpreter& interpreter, Arguments& arguments) {
  check_count(interpreter, arguments, "isdisjoint", 2, 2);
  Value left = new_set(interpreter, arguments.positional[0], arguments.span);
  Value method = interpreter.get_attribute(left, "isdisjoint", arguments.span);
  return interpreter.call(method, {arguments.positional[1]}, arguments.span);
}

}  // namespace

std::string_view DictView::type_name() const {
  return part == Part::keys ? "dict_keys" : part == Part::values ? "dict_values" : "dict_items";
}

const Class* DictView::type(Interpreter& interpreter) { return interpreter.builtin_class(type_name()); }

std::vector<Value> DictView::items() const {
  std::vector<Value> result;
  for (const Dict::Entry& entry : dict.as<Dict>()->entries()) {
    if (entry.live) result.push_back(part_of(entry, part));
  }
  return result;
}

std::optional<Value> DictView::get_attribute(Interpreter& interpreter, std::string_view name, Span) {
  if (name == "isdisjoint" && part != Part::values) {
    const Builtin* method = new Builtin("isdisjoint", isdisjoint);
    return Value(new BoundMethod(Value(this), Value(method)));
  }
  if (name == "mapping") return dict;
  if (name == "__len__") {
    return interpreter.make_builtin(
        "__len__", [self = Value(this)](Interpreter& in, Arguments& a) { return in.length(self, a.span); });
  }
  return {};
}

std::optional<Value> DictView::iterate(Interpreter&, Span) { return Value(new ViewIterator(dict, part)); }

std::optional<int64_t> DictView::length(Interpreter&, Span) { return static_cast<int64_t>(dict.as<Dict>()->size()); }

std::optional<Value> DictView::contains(Interpreter& interpreter, const Value& wanted, Span span) {
  const Dict& table = *dict.as<Dict>();
  if (part == Part::keys) {
    (void)interpreter.hash(wanted, span);
    return Value::boolean(table.find(wanted) != nullptr);
  }
  if (part == Part::items) {
    auto* pair = wanted.as<Tuple>();
    if (!pair || pair->items.size() != 2) return Value::boolean(false);
    (void)interpreter.hash(pair->items[0], span);
    const Value* found = table.find(pair->items[0]);
    if (!found) return Value::boolean(false);
    Value value = *found;
    return Value::boolean(value.same(pair->items[1]) || interpreter.equal(value, pair->items[1], span));
  }
  for (const Value& value : items()) {
    if (value.same(wanted) || interpreter.equal(value, wanted, span)) return Value::boolean(true);
  }
  return Value::boolean(false);
}

std::optional<Value> DictView::binary(Interpreter& interpreter, syntax::BinaryOp op, const Value& other, bool reflected,
                                      Span span) {
  using syntax::BinaryOp;
  bool is_set_operation =
      op == BinaryOp::bit_and || op == BinaryOp::bit_or || op == BinaryOp::bit_xor || op == BinaryOp::sub;
  if (!is_set_operation || part == Part::values || other.is_unknown()) return {};
  Value mine = new_set(interpreter, Value(this), span), theirs = new_set(interpreter, other, span);
  return reflected ? interpreter.binary(op, theirs, mine, span) : interpreter.binary(op, mine, theirs, span);
}

std::optional<Value> DictView::compare(Interpreter& interpreter, syntax::CompareOp op, const Value& other, Span span) {
  if (part == Part::values || !(other.as<Set>() || other.as_native<DictView>())) return {};
  return interpreter.compare(op, new_set(interpreter, Value(this), span), new_set(interpreter, other, span), span);
}

std::optional<Value> DictView::truth(Interpreter&, Span) { return Value::boolean(dict.as<Dict>()->size() > 0); }

std::optional<size_t> DictView::hash() const {
  return part == Part::values ? std::optional<size_t>(reinterpret_cast<size_t>(this)) : std::nullopt;
}

std::optional<std::string> DictView::repr(Interpreter& interpreter) {
  return std::string(type_name()) + "(" + interpreter.repr(Value::list(items())) + ")";
}

}  // namespace vramlint::interp

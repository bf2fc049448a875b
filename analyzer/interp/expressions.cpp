// One function per kind of expression.
#include <algorithm>
#include <optional>

#include "interp/complex_number.h"
#include "interp/counted_text.h"
#include "interp/followed.h"
#include "interp/format.h"
#include "interp/frame.h"
#include "interp/method_calls.h"
#include "interp/opaque.h"
#include "interp/round_branches.h"
#include "interp/round_numbers.h"
#include "interp/stated_number.h"
#include "interp/uncertain.h"
#include "interp/writing.h"

namespace vramlint::interp {

namespace {

/// Whether it assigns on the way: `a and (b := c)`, `(b := c) is None`, `(b := c,)`.
bool names_something(const syntax::Expr& expr) {
  if (std::holds_alternative<syntax::NamedExpr>(expr.node)) return true;
  const auto* tuple = std::get_if<syntax::TupleDisplay>(&expr.node);
  if (tuple && tuple->items.size() == 1) return names_something(*tuple->items.front());
  if (const auto* compare = std::get_if<syntax::Compare>(&expr.node)) return names_something(*compare->first);
  if (const auto* unary = std::get_if<syntax::Unary>(&expr.node)) return names_something(*unary->operand);
  const auto* chain = std::get_if<syntax::BoolChain>(&expr.node);
  return chain && std::any_of(chain->operands.begin(), chain->operands.end(),
                              [](const syntax::ExprPtr& operand) { return names_something(*operand); });
}

bool is_plain_operand(const syntax::Expr& expr) {
  const auto& node = expr.node;
  return std::holds_alternative<syntax::Name>(node) || std::holds_alternative<syntax::IntLiteral>(node) ||
         std::holds_alternative<syntax::FloatLiteral>(node) || std::holds_alternative<syntax::StringLiteral>(node) ||
         std::holds_alternative<syntax::BoolLiteral>(node) || std::holds_alternative<syntax::NoneLiteral>(node);
}

/// Sizes that `data:` would say: a program goes on with how many they are unknown, too.
bool is_of_data(const Value& value) {
  const auto* unknown = value.as<UnknownValue>();
  return unknown && unknown->items.is_none() && unknown->info.remedy.find("data: {") != std::string::npos;
}

struct Evaluator {
  Interpreter& interpreter;
  Frame& frame;
  const Span& span;

  Interpreter::Impl& impl() const { return interpreter.impl(); }
  Value eval(const syntax::Expr& expr) const { return evaluate(interpreter, frame, expr); }
  Value eval_or_none(const syntax::ExprPtr& expr) const { return expr ? eval(*expr) : Value::none(); }

  Value setting(Value value) const {
    const auto& keys = impl().world.settings.keys;
    const auto key = keys.find(span.begin);
    if (key == keys.end()) return value;
    return std::move(value).with_origin(impl().origins.atom({key->second, span}));
  }

  /// A literal's value, with its place if the file is read for its literals, and with its key where it is a setting.
  Value literal(Value value) const {
    if (!impl().literal_origins) return impl().world.settings.source == span.source ? setting(std::move(value)) : value;
    return std::move(value).with_origin(impl().origins.atom({"", span}));
  }

  Value operator()(const syntax::Name& node) const { return load(interpreter, frame, node.variable, span); }
  Value operator()(const syntax::NoneLiteral&) const { return literal(Value::none()); }
  Value operator()(const syntax::EllipsisLiteral&) const { return Value::ellipsis(); }
  Value operator()(const syntax::BoolLiteral& node) const { return literal(Value::boolean(node.value)); }
  Value operator()(const syntax::IntLiteral& node) const {
    if (!node.fits) return Value::unknown("an integer beyond 64 bits", span);
    return literal(Value::integer(node.value));
  }
  Value operator()(const syntax::FloatLiteral& node) const { return literal(Value::real(node.value)); }
  Value operator()(const syntax::ImaginaryLiteral& node) const {
    Arguments parts;
    parts.positional = {Value::real(0), literal(Value::real(node.value))};
    parts.span = span;
    return complex_number(interpreter, std::move(parts));
  }
  Value operator()(const syntax::StringLiteral& node) const { return literal(Value::string(node.value)); }
  Value operator()(const syntax::BytesLiteral& node) const { return literal(Value(new ByteString(node.value))); }

  Value formatted(const syntax::FString::Part& part) const {
    Value value = eval(*part.value);
    const Value spec = eval_or_none(part.format);
    if (const auto counted = counted_piece(part, value, spec)) return *counted;
    Writing writing(interpreter);
    if (part.conversion == 'r' || part.conversion == 'a') value = Value::string(interpreter.repr(value));
    if (part.conversion == 's') value = Value::string(interpreter.str(value));
    writing.note(spec);
    std::string text = interpreter.format(value, spec.is_string() ? spec.as_string() : std::string_view(), span);
    return writing.text(std::move(text));
  }
  /// `f"{n:02d}"` of a number between 0 and 99.
  std::optional<Value> counted_piece(const syntax::FString::Part& part, const Value& value, const Value& spec) const {
    if (!value.is_unknown() || part.conversion != 0) return {};
    if (counted_text(value) && spec.is_none()) return value;
    if (!spec.is_string()) return {};
    const FormatSpec parsed = parse_format_spec(interpreter, spec.as_string(), "int", span);
    const bool is_plain = parsed.zero && (parsed.type == 0 || parsed.type == 'd') && parsed.grouping == 0;
    return is_plain ? padded_number(interpreter, value, parsed.width) : std::nullopt;
  }
  Value operator()(const syntax::FString& node) const {
    std::vector<Value> pieces;
    for (const auto& part : node.parts) {
      pieces.push_back(Value::string(part.text));
      if (part.value) pieces.push_back(formatted(part));
    }
    return literal(joined_texts(interpreter, pieces, "", span));
  }

  /// `open`: becomes what is spread in it and not known, where the caller can go on with that.
  std::vector<Value> items(const std::vector<syntax::ExprPtr>& exprs, Value* open = nullptr) const {
    std::vector<Value> values;
    values.reserve(exprs.size());
    for (const auto& expr : exprs) {
      if (const auto* starred = std::get_if<syntax::Starred>(&expr->node)) {
        const Value whole = eval(*starred->value);
        if (open && is_of_data(whole)) {
          *open = without_kind(whole);
          continue;
        }
        std::vector<Value> spread = interpreter.to_vector(whole, expr->span);
        interpreter.budget().allocate(static_cast<int64_t>(2 * (values.size() + spread.size()) * sizeof(Value)),
                                      expr->span);
        for (Value& item : spread) values.push_back(std::move(item));
      } else {
        values.push_back(eval(*expr));
      }
    }
    return values;
  }

  /// A tuple or a list, or what of it is not known: `(*x.shape, 4)`.
  Value display(const std::vector<syntax::ExprPtr>& exprs, Value (*made)(std::vector<Value>)) const {
    Value open;
    std::vector<Value> values = items(exprs, is_built(interpreter) ? &open : nullptr);
    return open.is_unknown() ? open : literal(made(std::move(values)));
  }
  Value operator()(const syntax::TupleDisplay& node) const { return display(node.items, Value::tuple); }
  Value operator()(const syntax::ListDisplay& node) const { return display(node.items, Value::list); }
  Value operator()(const syntax::SetDisplay& node) const {
    auto* set = new Set(false);
    Value result(set);
    for (Value& item : items(node.items)) {
      (void)interpreter.hash(item, span);
      set->table.set(std::move(item), Value::none());
    }
    return literal(result);
  }
  /// What is not known of what a dict is made of may be in it as well.
  void spread(const Dict& into, const Value& other) const {
    if (!is_built(interpreter)) return;
    if (other.is_unknown()) {
      note_replaced(interpreter, into, other.as<UnknownValue>()->info);
      return may_hold_more(interpreter, into, other.as<UnknownValue>()->info.reason, true);
    }
    const auto* exposure = other.is_object() ? interpreter.impl().exposures.of(*other.object()) : nullptr;
    if (exposure) may_hold_more(interpreter, into, std::string(exposure->why), exposure->is_spread);
  }
  Value operator()(const syntax::DictDisplay& node) const {
    auto* dict = new Dict;
    Value result(dict);
    for (const auto& entry : node.entries) {
      if (!entry.key) {
        const Value other = eval(*entry.value);
        if (other.is_unknown() && !is_built(interpreter)) return other;
        spread(*dict, other);
        if (!other.is_unknown()) interpreter.call(interpreter.get_attribute(result, "update", span), {other}, span);
        continue;
      }
      Value key = eval(*entry.key);
      if (key.is_unknown()) return key;
      (void)interpreter.hash(key, entry.key->span);
      Value value = eval(*entry.value);
      dict->set(std::move(key), std::move(value));
    }
    return literal(result);
  }

  void note_asked(const void* node, const Value& object) const {
    if (Follower* follower = following(interpreter, span)) follower->asks(node, !object.is_unknown());
  }
  Value decide(const syntax::Expr& expr, Value value) const {
    note_use(interpreter, value, Use::condition, expr.span);
    return interpreter.truth(value, expr.span);
  }

  Value operator()(const syntax::Attribute& node) const {
    const Value object = eval(*node.object);
    note_asked(&node, object);
    return as_stated(interpreter, frame, node.name.text(), interpreter.get_attribute(object, node.name.text(), span));
  }
  Value operator()(const syntax::Subscript& node) const {
    const Value object = eval(*node.object);
    const Value index = eval(*node.index);
    note_asked(&node, object);
    note_use(interpreter, index, Use::operand, span);
    note_pick(interpreter, index, span);
    Value item = interpreter.get_item(object, index, span);
    if (object.is_unknown()) item = number_of_shape(node, index, std::move(item));
    if (index.is_string()) item = as_stated(interpreter, frame, index.as_string(), std::move(item));
    if (impl().literal_origins) return item;
    const Origin origin = impl().join(item.origin(), index.origin());
    return std::move(item).with_origin(origin);
  }
  Value operator()(const syntax::Slice& node) const {
    Value lower = eval_or_none(node.lower), upper = eval_or_none(node.upper), step = eval_or_none(node.step);
    const Origin origin = impl().join(impl().join(lower.origin(), upper.origin()), step.origin());
    return Value(new SliceObject(std::move(lower), std::move(upper), std::move(step))).with_origin(origin);
  }
  Value operator()(const syntax::Call& node) const { return evaluate_call(interpreter, frame, node, span); }
  Value operator()(const syntax::Unary& node) const {
    const Value operand = eval(*node.operand);
    note_use(interpreter, operand, Use::operand, span);
    Value result = interpreter.unary(node.op, operand, span);
    return impl().literal_origins ? literal(std::move(result)) : result;
  }
  Value operator()(const syntax::Binary& node) const {
    const Value left = eval(*node.left);
    const Value right = eval(*node.right);
    if (!is_text(left) && !is_text(right)) {  // texts are put together: what becomes of the result will tell
      note_use(interpreter, left, Use::operand, span);
      note_use(interpreter, right, Use::operand, span);
    }
    Value result = interpreter.binary(node.op, left, right, span);
    const bool is_same_in_each =
        node.op == syntax::BinaryOp::mod && right.is_int() && right.as_int() == 1;  // `step % 1`
    if (!is_same_in_each || !result.is_int()) return result;
    return Value(result).with_origin(decided_by(interpreter, result.origin(), right));
  }

  Value operator()(const syntax::Compare& node) const {
    Value left = eval(*node.first);
    Value result;
    Origin origin = 0;
    for (size_t i = 0; i < node.rest.size(); ++i) {
      Value right = eval(*node.rest[i].second);
      result = interpreter.compare(node.rest[i].first, left, right, span);
      note_compared(interpreter, node.rest[i].first, left, right, result, span);
      origin = impl().join(origin, result.origin());
      if (i + 1 == node.rest.size()) break;
      const Value decided = interpreter.truth(result, span);
      if (decided.is_unknown()) return decided;
      if (!decided.as_bool()) break;
      left = std::move(right);
    }
    return std::move(result).with_origin(origin);
  }
  Value operator()(const syntax::BoolChain& node) const {
    Origin origin = 0;
    for (size_t i = 0; i < node.operands.size(); ++i) {
      Value value = eval(*node.operands[i]);
      origin = impl().join(origin, value.origin());
      const bool is_last = i + 1 == node.operands.size();
      if (is_last && (!value.is_bool() || value.as_bool() == node.is_and)) return std::move(value).with_origin(origin);
      if (is_last) return Value(value).with_origin(decided_by(interpreter, origin, value));
      const Value decided = decide(*node.operands[i], value);
      if (decided.is_unknown()) {
        for (size_t rest = i + 1; rest < node.operands.size(); ++rest)
          if (names_something(*node.operands[rest]))
            evaluate_perhaps(interpreter, frame, *node.operands[rest], decided);
        const std::optional<Value> anyway = decided_anyway(node, i + 1);
        return anyway ? Value(*anyway).with_origin(impl().join(origin, anyway->origin())) : decided;
      }
      if (decided.as_bool() != node.is_and) return Value(value).with_origin(decided_by(interpreter, origin, value));
    }
    return {};
  }
  /// Where an operand is not known: what decides the chain whatever that one is, of what comes after it. Only names and
  /// literals are looked at, for the program may not come so far.
  std::optional<Value> decided_anyway(const syntax::BoolChain& node, size_t from) const {
    for (size_t i = from; i < node.operands.size(); ++i) {
      const auto* compare = std::get_if<syntax::Compare>(&node.operands[i]->node);
      const bool plain = compare && compare->rest.size() == 1 && is_plain_operand(*compare->first) &&
                         is_plain_operand(*compare->rest[0].second);
      if (!plain) continue;
      try {
        const Value left = eval(*compare->first), right = eval(*compare->rest[0].second);
        const auto is_scalar = [](const Value& v) { return v.is_number() || v.is_string() || v.is_none(); };
        if (!is_scalar(left) || !is_scalar(right)) continue;
        const Value result = interpreter.compare(compare->rest[0].first, left, right, span);
        if (result.is_bool() && result.as_bool() != node.is_and) return result;
      } catch (const Raised&) {  // the program may not come there
        continue;
      }
    }
    return {};
  }
  Value operator()(const syntax::Conditional& node) const {
    Value condition = decide(*node.condition, eval(*node.condition));
    if (condition.is_unknown()) return evaluate_unknown_conditional(interpreter, frame, node, condition);
    note_pick(interpreter, condition, span);
    condition = in_round(interpreter, frame, node, std::move(condition));
    Value result = eval(condition.as_bool() ? *node.then : *node.otherwise);
    const Origin origin = impl().join(result.origin(), condition.origin());
    return std::move(result).with_origin(origin);
  }
  Value operator()(const syntax::Lambda& node) const { return make_function(interpreter, frame, node.function); }
  Value operator()(const syntax::Comprehension& node) const {
    return evaluate_comprehension(interpreter, frame, node, span);
  }
  Value operator()(const syntax::Starred&) const {
    interpreter.raise("SyntaxError", "can't use starred expression here", span);
  }
  Value operator()(const syntax::NamedExpr& node) const {
    Value value = eval(*node.value);
    store(interpreter, frame, node.target, value, span);
    return value;
  }
  Value operator()(const syntax::Yield&) const {
    return Value::unknown("a yield inside a larger expression is not followed", span);
  }
  Value operator()(const syntax::YieldFrom&) const {
    return Value::unknown("a yield inside a larger expression is not followed", span);
  }
  Value operator()(const syntax::Invalid& node) const { interpreter.raise("SyntaxError", node.message, span); }
};

}  // namespace

Value evaluate(Interpreter& interpreter, Frame& frame, const syntax::Expr& expr) {
  interpreter.impl().budget.step(expr.span);
  return std::visit(Evaluator{interpreter, frame, expr.span}, expr.node);
}

}  // namespace vramlint::interp

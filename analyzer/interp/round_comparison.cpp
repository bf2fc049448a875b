#include "interp/round_comparison.h"

#include <algorithm>

#include "interp/frame.h"
#include "interp/objects.h"
#include "interp/round_numbers.h"

namespace vramlint::interp {
namespace {

using syntax::CompareOp;

/// What can be read twice: it calls nothing.
struct IsRead {
  static bool of(const syntax::Expr& expr) { return std::visit(IsRead{}, expr.node); }
  bool operator()(const syntax::Name&) const { return true; }
  bool operator()(const syntax::IntLiteral&) const { return true; }
  bool operator()(const syntax::Attribute& node) const { return of(*node.object); }
  bool operator()(const syntax::Subscript& node) const { return of(*node.object) && of(*node.index); }
  bool operator()(const syntax::Binary& node) const { return of(*node.left) && of(*node.right); }
  bool operator()(const syntax::TupleDisplay& node) const { return all(node.items); }
  bool operator()(const syntax::ListDisplay& node) const { return all(node.items); }
  template <typename Other>
  bool operator()(const Other&) const {
    return false;
  }
  static bool all(const std::vector<syntax::ExprPtr>& items) {
    return std::ranges::all_of(items, [](const syntax::ExprPtr& item) { return of(*item); });
  }
};

std::optional<CompareOp> turned_round(CompareOp op) {
  switch (op) {
    case CompareOp::lt:
      return CompareOp::gt;
    case CompareOp::gt:
      return CompareOp::lt;
    case CompareOp::le:
      return CompareOp::ge;
    case CompareOp::ge:
      return CompareOp::le;
    case CompareOp::eq:
    case CompareOp::ne:
      return op;
    default:
      return {};
  }
}

/// A number, or those of a list; nothing where one tells rounds apart, or is no int.
std::optional<std::vector<int64_t>> known_numbers(Interpreter& interpreter, const Value& value) {
  const auto* tuple = value.as<Tuple>();
  const auto* list = value.as<List>();
  const std::vector<Value> items = tuple ? tuple->items : list ? list->items : std::vector<Value>{value};
  std::vector<int64_t> numbers;
  for (const Value& item : items) {
    if (!item.is_int() || is_of_rounds(interpreter, item)) return {};
    numbers.push_back(item.as_int());
  }
  return numbers;
}

/// `epoch`, `self.epoch`, `(epoch + 1)`.
void name(const syntax::Expr& expr, RoundComparison& found) {
  if (const auto* name = std::get_if<syntax::Name>(&expr.node)) found.name = name->variable.name.text();
  if (const auto* attribute = std::get_if<syntax::Attribute>(&expr.node)) found.name = attribute->name.text();
  const auto* sum = std::get_if<syntax::Binary>(&expr.node);
  if (!sum || (sum->op != syntax::BinaryOp::add && sum->op != syntax::BinaryOp::sub)) return;
  const auto* more = std::get_if<syntax::IntLiteral>(&sum->right->node);
  if (!more || std::holds_alternative<syntax::Binary>(sum->left->node)) return;
  found.offset = sum->op == syntax::BinaryOp::add ? more->value : -more->value;
  name(*sum->left, found);
}

/// `step % 100`: what is left of the number.
void look_below(Interpreter& interpreter, Frame& frame, const syntax::Expr& expr, RoundComparison& found) {
  const auto* remainder = std::get_if<syntax::Binary>(&expr.node);
  if (!remainder || remainder->op != syntax::BinaryOp::mod) return name(expr, found);
  const Value number = evaluate(interpreter, frame, *remainder->left);
  const Value divisor = evaluate(interpreter, frame, *remainder->right);
  if (!number.is_int() || !divisor.is_int() || divisor.as_int() <= 0 || is_of_rounds(interpreter, divisor)) return;
  found.number = number.as_int();
  found.divisor = divisor.as_int();
  name(*remainder->left, found);
}

}  // namespace

bool RoundComparison::holds(int64_t of) const {
  const int64_t left = divisor > 0 ? ((of % divisor) + divisor) % divisor : of;
  const int64_t right = with.empty() ? 0 : with.front();
  const bool is_among = std::ranges::find(with, left) != with.end();
  switch (op) {
    case CompareOp::lt:
      return left < right;
    case CompareOp::le:
      return left <= right;
    case CompareOp::gt:
      return left > right;
    case CompareOp::ge:
      return left >= right;
    case CompareOp::ne:
    case CompareOp::not_in:
      return !is_among;
    default:
      return is_among;
  }
}

namespace {

std::optional<RoundComparison> read_comparison(Interpreter& interpreter, Frame& frame, const syntax::Expr& condition) {
  const auto* compare = std::get_if<syntax::Compare>(&condition.node);
  if (!compare || compare->rest.size() != 1) return {};
  const syntax::Expr *left = compare->first.get(), *right = compare->rest.front().second.get();
  std::optional<CompareOp> op = compare->rest.front().first;
  if (*op == CompareOp::is || *op == CompareOp::is_not || !IsRead::of(*left) || !IsRead::of(*right)) return {};
  Value number = evaluate(interpreter, frame, *left), other = evaluate(interpreter, frame, *right);
  if (number.is_int() && !is_of_rounds(interpreter, number)) {
    op = turned_round(*op);
    std::swap(number, other);
    std::swap(left, right);
  }
  const bool is_among = op == CompareOp::in || op == CompareOp::not_in;
  const auto with = known_numbers(interpreter, other);
  if (!op || !number.is_int() || !is_of_rounds(interpreter, number) || !with || other.is_int() == is_among) return {};
  RoundComparison found{.op = *op, .number = number.as_int(), .with = *with};
  look_below(interpreter, frame, *left, found);
  return found;
}

}  // namespace

std::optional<RoundComparison> round_comparison(Interpreter& interpreter, Frame& frame, const syntax::Expr& condition) {
  try {
    return read_comparison(interpreter, frame, condition);
  } catch (const Raised&) {  // a property that answers once
    return {};
  }
}

bool may_come_to(const RoundComparison& comparison, int64_t from, int64_t to, bool holds) {
  constexpr int64_t kMostLookedAt = 4096;
  const int64_t low = std::min(from, to), high = std::max(from, to);
  if (high - low > kMostLookedAt && comparison.divisor > kMostLookedAt) return true;
  // Ends, a whole period, and both sides of each number that it is compared with: it is the same all between.
  const int64_t period = std::min(high - low, std::min(comparison.divisor, kMostLookedAt));
  for (int64_t i = 0; i <= period; ++i)
    if (comparison.holds(low + i) == holds) return true;
  if (comparison.holds(high) == holds) return true;
  for (const int64_t each : comparison.with)
    for (const int64_t near : {each - 1, each, each + 1})
      if (comparison.divisor == 0 && near >= low && near <= high && comparison.holds(near) == holds) return true;
  return false;
}

}  // namespace vramlint::interp

#include "interp/long_table.h"

#include "interp/frame.h"

namespace vramlint::interp {

namespace {

constexpr int64_t kLong = 1 << 14;  // numbers of one table, its rows together

int64_t length_of(const syntax::Comprehension& node, const Value& source) {
  const auto* range = source.as<Range>();
  const bool is_plain =
      node.kind == syntax::Comprehension::Kind::list && node.clauses.size() == 1 && node.clauses[0].conditions.empty();
  return range && is_plain ? range->length() : 0;
}

}  // namespace

LongTable::LongTable(Interpreter& interpreter, const syntax::Comprehension& node, const Value& source)
    : interpreter_(interpreter),
      node_(node),
      length_(interpreter.impl().effects ? length_of(node, source) : 0),
      is_outermost_(interpreter.impl().tables++ == 0) {
  if (is_outermost_) interpreter.impl().table_numbers = 0;
}

LongTable::~LongTable() { --interpreter_.impl().tables; }

bool LongTable::is_long() const { return length_ > 0 && interpreter_.impl().table_numbers > kLong; }

Value LongTable::evaluate_item(Frame& frame) {
  Interpreter::Impl& impl = interpreter_.impl();
  if (!is_long()) {
    Value item = evaluate(interpreter_, frame, *node_.element);
    if (item.is_real() && !item.is_integral()) ++impl.table_numbers;
    return item;
  }
  const Effects::Standing before = impl.effects->standing();
  const size_t noted = impl.unknowns.size() + impl.assumptions.size() + impl.exposures.size();
  const Journal journal(impl.heap);
  Value item = evaluate(interpreter_, frame, *node_.element);
  const Effects::Standing now = impl.effects->standing();
  is_alike_ = item.is_real() && !item.is_integral() && journal.changes().empty() && before.records == now.records &&
              before.held == now.held &&
              noted == impl.unknowns.size() + impl.assumptions.size() + impl.exposures.size();
  return item;
}

Value LongTable::number(const Span& span) const {
  return Value(
      new UnknownValue({"elements of a large or computed table are not followed", span}, UnknownValue::Sort::number));
}

}  // namespace vramlint::interp

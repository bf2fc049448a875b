#include "interp/literal_form.h"

#include <algorithm>

#include "syntax/python.h"

namespace vramlint::interp {

namespace {

using syntax::Expr;

template <typename Node>
const Node* as(const Expr& expr) {
  return std::get_if<Node>(&expr.node);
}

bool is_real(const Expr& expr) { return as<syntax::IntLiteral>(expr) || as<syntax::FloatLiteral>(expr); }

bool is_signed(const Expr& expr, bool (*is_number)(const Expr&)) {
  const auto* unary = as<syntax::Unary>(expr);
  if (!unary) return is_number(expr);
  const bool is_sign = unary->op == syntax::UnaryOp::negate || unary->op == syntax::UnaryOp::plus;
  return is_sign && is_signed(*unary->operand, is_number);
}

bool is_imaginary(const Expr& expr) { return as<syntax::ImaginaryLiteral>(expr) != nullptr; }

/// `1 + 2j`: the only sum that is a literal.
bool is_complex(const Expr& expr) {
  const auto* sum = as<syntax::Binary>(expr);
  const bool adds = sum && (sum->op == syntax::BinaryOp::add || sum->op == syntax::BinaryOp::sub);
  return adds && is_signed(*sum->left, is_real) && is_imaginary(*sum->right);
}

bool is_constant(const Expr& expr) {
  return as<syntax::NoneLiteral>(expr) || as<syntax::EllipsisLiteral>(expr) || as<syntax::BoolLiteral>(expr) ||
         as<syntax::StringLiteral>(expr) || as<syntax::BytesLiteral>(expr) || is_signed(expr, is_real) ||
         is_signed(expr, is_imaginary) || is_complex(expr);
}

bool is_literal(const Expr& expr);

/// The parser bounds how deep expressions nest (`kMaxPythonDepth`).
template <typename Display>
bool has_literals(const Display& display) {
  return std::all_of(display.items.begin(), display.items.end(), [](const auto& item) { return is_literal(*item); });
}

bool is_literal(const Expr& expr) {
  if (const auto* tuple = as<syntax::TupleDisplay>(expr)) return has_literals(*tuple);
  if (const auto* list = as<syntax::ListDisplay>(expr)) return has_literals(*list);
  if (const auto* set = as<syntax::SetDisplay>(expr)) return has_literals(*set);
  if (const auto* dict = as<syntax::DictDisplay>(expr)) {
    return std::all_of(dict->entries.begin(), dict->entries.end(), [](const auto& entry) {
      return entry.key && is_literal(*entry.key) && is_literal(*entry.value);
    });
  }
  return is_constant(expr);
}

}  // namespace

std::string literal_form(const std::string& text) {
  const Source source("<vramlint>/literal", text);
  const syntax::PythonExpression parsed = syntax::parse_python_expression(source);
  if (!parsed.problems.empty() || !parsed.expr) return "invalid";
  return is_literal(*parsed.expr) ? "literal" : "other";
}

}  // namespace vramlint::interp

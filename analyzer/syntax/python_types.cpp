// Annotations: the grammar gives them node types of their own; here they are the expressions they look like.
#include <array>

#include "syntax/python_builder.h"

namespace vramlint::syntax {
namespace {

void fill_type(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  const std::vector<Branch> inner = builder.named_children(node);
  if (inner.size() != 1) return builder.broken(node, out);
  builder.fill(inner[0].node, out, Access::load);
}

void fill_generic(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  const std::vector<Branch> parts = builder.children(node);
  if (parts.size() != 2) return builder.broken(node, out);
  std::vector<Branch> items;
  bool comma = false;
  for (const Branch& branch : builder.children(parts[1].node)) {
    if (branch.named) items.push_back(branch);
    comma = comma || branch.is(",");
  }
  if (items.empty()) return builder.broken(node, out);
  Subscript& subscript = out.node.emplace<Subscript>();
  subscript.object = builder.expression(parts[0].node);
  subscript.index = builder.expression_or_tuple(items, comma);
}

void fill_union(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  const std::vector<Branch> parts = builder.named_children(node);
  if (parts.size() != 2) return builder.broken(node, out);
  Binary& binary = out.node.emplace<Binary>();
  binary.op = BinaryOp::bit_or;
  binary.left = builder.expression(parts[0].node);
  binary.right = builder.expression(parts[1].node);
}

void fill_member(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  const std::vector<Branch> parts = builder.named_children(node);
  if (parts.size() != 2) return builder.broken(node, out);
  Attribute& attribute = out.node.emplace<Attribute>();
  attribute.object = builder.expression(parts[0].node);
  attribute.name = builder.symbol(parts[1].node);
  attribute.name_span = builder.span(parts[1].node);
}

void fill_constrained(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  const std::vector<Branch> parts = builder.named_children(node);
  if (parts.size() != 2) return builder.broken(node, out);
  Slice& slice = out.node.emplace<Slice>();
  slice.lower = builder.expression(parts[0].node);
  slice.upper = builder.expression(parts[1].node);
}

void fill_splat_type(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  const std::vector<Branch> parts = builder.named_children(node);
  if (parts.size() != 1) return builder.broken(node, out);
  out.node.emplace<Starred>().value = builder.expression(parts[0].node);
}

}  // namespace

std::span<const ExprRule> type_rules() {
  static constexpr auto kRules = std::to_array<ExprRule>({
      {"type", fill_type},
      {"generic_type", fill_generic},
      {"union_type", fill_union},
      {"member_type", fill_member},
      {"constrained_type", fill_constrained},
      {"splat_type", fill_splat_type},
  });
  return kRules;
}

ExprPtr PythonBuilder::annotation(TSNode type) {
  if (!future_annotations) return expression(type);
  // Under `from __future__ import annotations` it is never evaluated: it is its own text.
  auto made = std::make_unique<Expr>();
  made->span = span(type);
  made->node = StringLiteral{std::string(text(type))};
  return made;
}

}  // namespace vramlint::syntax

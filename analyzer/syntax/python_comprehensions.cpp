// Comprehensions: scopes of their own whose first iterable is evaluated outside.
#include <algorithm>
#include <array>

#include "syntax/python_builder.h"

namespace vramlint::syntax {
namespace {

struct Parts {
  TSNode body{};
  std::vector<Branch> clauses;  // for_in_clause and if_clause
};

Parts parts_of(PythonBuilder& builder, TSNode node) {
  Parts parts;
  for (const Branch& branch : builder.named_children(node)) {
    if (branch.field == fields().body) {
      parts.body = branch.node;
    } else {
      parts.clauses.push_back(branch);
    }
  }
  return parts;
}

ExprPtr iterable_of(PythonBuilder& builder, TSNode clause) {
  std::vector<Branch> items;
  bool comma = false, right = false;
  for (const Branch& branch : builder.children(clause)) {
    right = right || branch.is("in");
    if (branch.field == fields().right && branch.named) items.push_back(branch);
    comma = comma || (right && branch.is(","));
  }
  return items.empty() ? builder.expression(TSNode{}) : builder.expression_or_tuple(items, comma);
}

void add_condition(PythonBuilder& builder, const Branch& clause, Comprehension& out) {
  const std::vector<Branch> inner = builder.named_children(clause.node);
  out.clauses.back().conditions.push_back(builder.expression(inner.empty() ? TSNode{} : inner[0].node));
}

void fill_clauses(PythonBuilder& builder, const std::vector<Branch>& clauses, Comprehension& out) {
  out.clauses[0].target = builder.expression(builder.child(clauses[0].node, fields().left), Access::store);
  for (auto clause = clauses.begin() + 1; clause != clauses.end(); ++clause) {
    if (clause->is("if_clause")) {
      add_condition(builder, *clause, out);
      continue;
    }
    Comprehension::Clause& added = out.clauses.emplace_back();
    added.target = builder.expression(builder.child(clause->node, fields().left), Access::store);
    added.iterable = iterable_of(builder, clause->node);
  }
}

void fill_element(PythonBuilder& builder, TSNode body, Comprehension& out) {
  if (out.kind != Comprehension::Kind::dict) {
    out.element = builder.expression(body);
    return;
  }
  const std::vector<Branch> pair = builder.named_children(body);
  out.element = builder.expression(pair.size() == 2 ? pair[0].node : TSNode{});
  out.value = builder.expression(pair.size() == 2 ? pair[1].node : TSNode{});
}

template <Comprehension::Kind kind>
void fill_comprehension(PythonBuilder& builder, TSNode node, Expr& out, Access) {
  const Parts parts = parts_of(builder, node);
  if (parts.clauses.empty() || !parts.clauses[0].is("for_in_clause")) return builder.broken(node, out);
  const bool async = std::any_of(parts.clauses.begin(), parts.clauses.end(),
                                 [&](const Branch& clause) { return is_async(builder, clause.node); });
  if (async) return builder.unsupported(out, "`async for` is not supported");
  Comprehension& made = out.node.emplace<Comprehension>();
  made.kind = kind;
  made.clauses.emplace_back().iterable = iterable_of(builder, parts.clauses[0].node);
  builder.scopes().open(ScopeKind::comprehension, &made.scope);
  if (kind == Comprehension::Kind::generator) builder.scopes().mark_generator();
  fill_clauses(builder, parts.clauses, made);
  fill_element(builder, parts.body, made);
  builder.scopes().close();
}

}  // namespace

std::span<const ExprRule> comprehension_rules() {
  static constexpr auto kRules = std::to_array<ExprRule>({
      {"list_comprehension", fill_comprehension<Comprehension::Kind::list>},
      {"set_comprehension", fill_comprehension<Comprehension::Kind::set>},
      {"dictionary_comprehension", fill_comprehension<Comprehension::Kind::dict>},
      {"generator_expression", fill_comprehension<Comprehension::Kind::generator>},
  });
  return kRules;
}

}  // namespace vramlint::syntax

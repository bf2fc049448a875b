// Statements with bodies: if, for, while, try, with.
#include <algorithm>

#include "syntax/python_builder.h"

namespace vramlint::syntax {
namespace {

const Branch* block_in(const std::vector<Branch>& branches, TSFieldId field) {
  const auto found = std::find_if(branches.begin(), branches.end(), [&](const Branch& branch) {
    return branch.is("block") && (field == 0 || branch.field == field);
  });
  return found == branches.end() ? nullptr : &*found;
}

bool is_async(const std::vector<Branch>& branches) { return !branches.empty() && branches[0].is("async"); }

void fill_unsupported(PythonBuilder& builder, TSNode node, Stmt& out, std::string message) {
  builder.bind_names_below(node);
  out.node = Invalid{std::move(message)};
}

void else_body(PythonBuilder& builder, const std::vector<Branch>& branches, Body& out) {
  for (const Branch& branch : branches) {
    if (!branch.is("else_clause")) continue;
    const std::vector<Branch> parts = builder.children(branch.node);
    builder.report_head(branch.node);
    builder.block(block_in(parts, 0), branch.node, out);
  }
}

If& fill_condition(PythonBuilder& builder, TSNode node, Stmt& out) {
  If& made = out.node.emplace<If>();
  made.condition = builder.expression(builder.child(node, fields().condition));
  const std::vector<Branch> branches = builder.children(node);
  builder.block(block_in(branches, fields().consequence), node, made.then);
  return made;
}

void fill_if(PythonBuilder& builder, TSNode node, Stmt& out) {
  Body* otherwise = &fill_condition(builder, node, out).otherwise;
  const std::vector<Branch> branches = builder.children(node);
  int links = 0;
  for (const Branch& branch : branches) {
    if (!branch.is("elif_clause")) continue;
    StmtPtr& link = otherwise->emplace_back(std::make_unique<Stmt>());
    link->span = builder.span(branch.node);
    if (++links > kMaxPythonDepth) {
      builder.too_deep(branch.node);
      link->node = Invalid{"nested too deeply"};
      return;
    }
    builder.report_head(branch.node);
    otherwise = &fill_condition(builder, branch.node, *link).otherwise;
  }
  else_body(builder, branches, *otherwise);
}

void fill_for(PythonBuilder& builder, TSNode node, Stmt& out) {
  const std::vector<Branch> branches = builder.children(node);
  if (is_async(branches)) return fill_unsupported(builder, node, out, "`async for` is not supported");
  For& made = out.node.emplace<For>();
  made.iterable = builder.expression(builder.child(node, fields().right));
  made.target = builder.expression(builder.child(node, fields().left), Access::store);
  builder.block(block_in(branches, fields().body), node, made.body);
  else_body(builder, branches, made.otherwise);
}

void fill_while(PythonBuilder& builder, TSNode node, Stmt& out) {
  While& made = out.node.emplace<While>();
  made.condition = builder.expression(builder.child(node, fields().condition));
  const std::vector<Branch> branches = builder.children(node);
  builder.block(block_in(branches, fields().body), node, made.body);
  else_body(builder, branches, made.otherwise);
}

// ---------------------------------------------------------------- try

void bind_handler_name(PythonBuilder& builder, TSNode target, Try::Handler& handler) {
  if (std::string_view(ts_node_type(target)) == "as_pattern_target") {
    const std::vector<Branch> inner = builder.named_children(target);
    if (!inner.empty()) target = inner[0].node;
  }
  if (std::string_view(ts_node_type(target)) == "identifier") {
    builder.scopes().bind(builder.symbol(target), &handler.name);
  } else {
    builder.problem(target, "an exception can only be bound to a plain name");
  }
}

void fill_handler(PythonBuilder& builder, TSNode node, Try::Handler& handler) {
  handler.span = builder.span(node);
  builder.report_head(node);
  const std::vector<Branch> branches = builder.children(node);
  for (size_t i = 0; i < branches.size(); ++i) {
    const Branch& branch = branches[i];
    if (branch.field == fields().value && branch.is("as_pattern")) {
      const std::vector<Branch> parts = builder.named_children(branch.node);
      handler.type = builder.expression(parts.empty() ? TSNode{} : parts[0].node);
      if (parts.size() == 2) bind_handler_name(builder, parts[1].node, handler);
    } else if (branch.field == fields().value) {
      handler.type = builder.expression(branch.node);
    } else if (branch.field == fields().alias && i > 0 && branches[i - 1].is(",")) {
      builder.problem(branch.node, "`except A, name` is written `except A as name` in Python 3");
    } else if (branch.field == fields().alias) {
      bind_handler_name(builder, branch.node, handler);
    }
  }
  builder.block(block_in(branches, 0), node, handler.body);
}

void fill_try(PythonBuilder& builder, TSNode node, Stmt& out) {
  const std::vector<Branch> branches = builder.children(node);
  const auto count = [&](std::string_view type) {
    return std::count_if(branches.begin(), branches.end(), [&](const Branch& branch) { return branch.is(type); });
  };
  if (count("except_group_clause") > 0) return fill_unsupported(builder, node, out, "`except*` is not supported");
  Try& made = out.node.emplace<Try>();
  builder.block(block_in(branches, fields().body), node, made.body);
  made.handlers.reserve(static_cast<size_t>(count("except_clause")));  // the scope table keeps pointers into it
  for (const Branch& branch : branches) {
    if (branch.is("except_clause")) fill_handler(builder, branch.node, made.handlers.emplace_back());
  }
  else_body(builder, branches, made.otherwise);
  for (const Branch& branch : branches) {
    if (!branch.is("finally_clause")) continue;
    builder.report_head(branch.node);
    const std::vector<Branch> parts = builder.children(branch.node);
    builder.block(block_in(parts, 0), branch.node, made.finally);
  }
}

// ---------------------------------------------------------------- with

/// `with (a as b, c):` may come as one tuple or parenthesis that holds the items.
void flatten_items(PythonBuilder& builder, const Branch& branch, std::vector<Branch>& out, bool outermost) {
  if (branch.is("with_item")) {
    const std::vector<Branch> inner = builder.named_children(branch.node);
    if (inner.size() == 1) return flatten_items(builder, inner[0], out, outermost);
  }
  if (branch.is("tuple") || branch.is("parenthesized_expression")) {
    const std::vector<Branch> inner = builder.named_children(branch.node);
    const bool items =
        outermost && !inner.empty() && !(ts_node_has_error(branch.node) && builder.has_broken_child(branch.node));
    if (items && (branch.is("tuple") || inner[0].is("as_pattern"))) {
      for (const Branch& item : inner) flatten_items(builder, item, out, false);
      return;
    }
  }
  out.push_back(branch);
}

/// `with a() if wanted else b() as c:`: c.
ExprPtr name_of_last(PythonBuilder& builder, const Branch& conditional) {
  const std::vector<Branch> operands = builder.named_children(conditional.node);
  if (operands.size() != 3 || !operands[2].is("as_pattern")) return nullptr;
  const std::vector<Branch> parts = builder.named_children(operands[2].node);
  return parts.size() == 2 ? builder.expression(parts[1].node, Access::store) : nullptr;
}

With::Item with_item(PythonBuilder& builder, const Branch& branch) {
  With::Item item;
  const std::vector<Branch> parts =
      branch.is("as_pattern") ? builder.named_children(branch.node) : std::vector<Branch>{};
  if (parts.size() != 2) {
    item.context = builder.expression(branch.node);
    if (branch.is("conditional_expression")) item.target = name_of_last(builder, branch);
    return item;
  }
  item.context = builder.expression(parts[0].node);
  item.target = builder.expression(parts[1].node, Access::store);
  return item;
}

void fill_with(PythonBuilder& builder, TSNode node, Stmt& out) {
  const std::vector<Branch> branches = builder.children(node);
  if (is_async(branches)) return fill_unsupported(builder, node, out, "`async with` is not supported");
  With& made = out.node.emplace<With>();
  for (const Branch& clause : branches) {
    if (!clause.is("with_clause")) continue;
    std::vector<Branch> items;
    const std::vector<Branch> written = builder.named_children(clause.node);
    for (const Branch& branch : written) flatten_items(builder, branch, items, written.size() == 1);
    for (const Branch& item : items) made.items.push_back(with_item(builder, item));
  }
  builder.block(block_in(branches, fields().body), node, made.body);
}

}  // namespace

std::span<const StmtRule> compound_statement_rules() {
  static constexpr auto kRules = std::to_array<StmtRule>({
      {"if_statement", fill_if},
      {"for_statement", fill_for},
      {"while_statement", fill_while},
      {"try_statement", fill_try},
      {"with_statement", fill_with},
      {"match_statement", fill_match},
  });
  return kRules;
}

}  // namespace vramlint::syntax

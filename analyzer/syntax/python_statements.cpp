// Statements without a body, and imports.
#include <algorithm>

#include "syntax/python_builder.h"

namespace vramlint::syntax {
namespace {

bool is(TSNode node, std::string_view type) { return !ts_node_is_null(node) && ts_node_type(node) == type; }

TSNode first_named(PythonBuilder& builder, TSNode node) {
  const std::vector<Branch> branches = builder.named_children(node);
  return branches.empty() ? TSNode{} : branches[0].node;
}

void invalid(PythonBuilder& builder, Stmt& out, TSNode node, std::string message) {
  builder.problem(node, message);
  out.node = Invalid{std::move(message)};
}

// ---------------------------------------------------------------- assignments

void fill_annotated(PythonBuilder& builder, TSNode node, Stmt& out) {
  AnnAssign& assign = out.node.emplace<AnnAssign>();
  const TSNode value = builder.child(node, fields().right);
  if (!ts_node_is_null(value)) assign.value = builder.expression(value);
  assign.annotation = builder.annotation(builder.child(node, fields().type));
  assign.target = builder.expression(builder.child(node, fields().left), Access::store);
}

void fill_assignment(PythonBuilder& builder, TSNode node, Stmt& out) {
  if (!ts_node_is_null(builder.child(node, fields().type))) return fill_annotated(builder, node, out);
  std::vector<TSNode> targets;
  TSNode value = node;
  while (is(value, "assignment") && ts_node_is_null(builder.child(value, fields().type))) {
    if (ts_node_has_error(value) && builder.has_broken_child(value)) break;
    targets.push_back(builder.child(value, fields().left));
    value = builder.child(value, fields().right);
  }
  if (is(value, "assignment") || is(value, "augmented_assignment")) {
    builder.bind_names_below(node);
    return invalid(builder, out, value, "invalid syntax: an assignment is not a value");
  }
  Assign& assign = out.node.emplace<Assign>();
  assign.value = builder.expression(value);
  for (const TSNode target : targets) assign.targets.push_back(builder.expression(target, Access::store));
}

void fill_augmented(PythonBuilder& builder, TSNode node, Stmt& out) {
  std::string_view word = builder.text(builder.child(node, fields().operator_));
  word.remove_suffix(word.ends_with('='));
  const std::optional<BinaryOp> op = binary_op(word);
  const TSNode value = builder.child(node, fields().right);
  if (!op || is(value, "assignment") || is(value, "augmented_assignment")) {
    builder.bind_names_below(node);
    return invalid(builder, out, node, "invalid syntax");
  }
  AugAssign& assign = out.node.emplace<AugAssign>();
  assign.op = *op;
  assign.value = builder.expression(value);
  assign.target = builder.expression(builder.child(node, fields().left), Access::store);
}

// ---------------------------------------------------------------- simple statements

void fill_expression_statement(PythonBuilder& builder, TSNode node, Stmt& out) {
  const std::vector<Branch> branches = builder.children(node);
  const std::vector<Branch> items = builder.named_children(node);
  if (items.empty()) return invalid(builder, out, node, "invalid syntax");
  if (items[0].is("assignment") || items[0].is("augmented_assignment")) {
    if (ts_node_has_error(items[0].node) && builder.has_broken_child(items[0].node)) {
      builder.report_broken(items[0].node);
      builder.bind_names_below(items[0].node);
      out.node = Invalid{"invalid syntax"};
      return;
    }
    return (items[0].is("assignment") ? fill_assignment : fill_augmented)(builder, items[0].node, out);
  }
  const bool comma = std::any_of(branches.begin(), branches.end(), [](const Branch& branch) { return branch.is(","); });
  out.node.emplace<ExprStmt>().value = builder.expression_or_tuple(items, comma);
}

void fill_return(PythonBuilder& builder, TSNode node, Stmt& out) {
  out.node.emplace<Return>().value = builder.optional_expression(first_named(builder, node));
}

void fill_assert(PythonBuilder& builder, TSNode node, Stmt& out) {
  const std::vector<Branch> parts = builder.named_children(node);
  if (parts.empty() || parts.size() > 2) return invalid(builder, out, node, "`assert` takes a condition and a message");
  Assert& made = out.node.emplace<Assert>();
  made.condition = builder.expression(parts[0].node);
  if (parts.size() == 2) made.message = builder.expression(parts[1].node);
}

void fill_delete(PythonBuilder& builder, TSNode node, Stmt& out) {
  Delete& made = out.node.emplace<Delete>();
  const TSNode targets = first_named(builder, node);
  if (is(targets, "expression_list")) {
    made.targets = builder.items_of(targets, Access::store);
  } else {
    made.targets.push_back(builder.expression(targets, Access::store));
  }
}

void fill_raise(PythonBuilder& builder, TSNode node, Stmt& out) {
  const TSNode cause = builder.child(node, fields().cause);
  const TSNode exception = first_named(builder, node);
  const bool bare_cause = !ts_node_is_null(cause) && ts_node_eq(exception, cause);
  if (bare_cause) return invalid(builder, out, node, "`raise from` needs an exception before `from`");
  if (is(exception, "expression_list")) {
    return invalid(builder, out, exception, "`raise` takes one exception in Python 3");
  }
  Raise& made = out.node.emplace<Raise>();
  made.exception = builder.optional_expression(exception);
  made.cause = builder.optional_expression(cause);
}

void fill_pass(PythonBuilder&, TSNode, Stmt& out) { out.node = Pass{}; }
void fill_break(PythonBuilder&, TSNode, Stmt& out) { out.node = Break{}; }
void fill_continue(PythonBuilder&, TSNode, Stmt& out) { out.node = Continue{}; }

void fill_global(PythonBuilder& builder, TSNode node, Stmt& out) {
  for (const Branch& name : builder.named_children(node)) builder.scopes().declare_global(builder.symbol(name.node));
  out.node = ScopeDeclaration{};
}

void fill_nonlocal(PythonBuilder& builder, TSNode node, Stmt& out) {
  for (const Branch& name : builder.named_children(node)) {
    builder.scopes().declare_nonlocal(builder.symbol(name.node), builder.span(name.node));
  }
  out.node = ScopeDeclaration{};
}

void fill_print(PythonBuilder& builder, TSNode node, Stmt& out) {
  invalid(builder, out, node, "`print` needs parentheses in Python 3");
}

void fill_exec(PythonBuilder& builder, TSNode node, Stmt& out) {
  invalid(builder, out, node, "`exec` needs parentheses in Python 3");
}

void fill_type_alias(PythonBuilder& builder, TSNode node, Stmt& out) {
  builder.bind_names_below(node);
  out.node = Invalid{"`type` statements are not supported"};
}

// ---------------------------------------------------------------- imports

std::vector<Symbol> path_of(PythonBuilder& builder, TSNode dotted_name) {
  std::vector<Symbol> path;
  if (ts_node_is_null(dotted_name)) return path;
  for (const Branch& branch : builder.named_children(dotted_name)) path.emplace_back(builder.text(branch.node));
  return path;
}

std::vector<Branch> imported_names(PythonBuilder& builder, TSNode node) {
  std::vector<Branch> names = builder.named_children(node);
  std::erase_if(names, [](const Branch& branch) { return branch.field != fields().name; });
  return names;
}

struct ImportedName {
  std::vector<Symbol> path;
  TSNode binding{};  ///< the identifier that is bound
  bool has_alias = false;
};

ImportedName imported_name(PythonBuilder& builder, const Branch& branch) {
  ImportedName made;
  made.has_alias = branch.is("aliased_import");
  const TSNode name = made.has_alias ? builder.child(branch.node, fields().name) : branch.node;
  made.path = path_of(builder, name);
  made.binding = made.has_alias ? builder.child(branch.node, fields().alias) : first_named(builder, name);
  return made;
}

void fill_import(PythonBuilder& builder, TSNode node, Stmt& out) {
  Import& import = out.node.emplace<Import>();
  const std::vector<Branch> names = imported_names(builder, node);
  import.items.reserve(names.size());  // the scope table keeps pointers into it
  for (const Branch& branch : names) {
    ImportedName name = imported_name(builder, branch);
    if (ts_node_is_null(name.binding)) continue;
    Import::Item& item = import.items.emplace_back();
    item.path = std::move(name.path);
    item.has_alias = name.has_alias;
    item.span = builder.span(branch.node);
    builder.scopes().bind(builder.symbol(name.binding), &item.target);
  }
}

void read_module_name(PythonBuilder& builder, TSNode node, ImportFrom& import) {
  if (is(node, "dotted_name")) import.path = path_of(builder, node);
  if (!is(node, "relative_import")) return;
  for (const Branch& branch : builder.named_children(node)) {
    if (branch.is("dotted_name")) import.path = path_of(builder, branch.node);
    if (!branch.is("import_prefix")) continue;
    const std::string_view dots = builder.text(branch.node);
    import.level = static_cast<int>(std::count(dots.begin(), dots.end(), '.'));
  }
}

void read_names(PythonBuilder& builder, TSNode node, ImportFrom& import) {
  const std::vector<Branch> names = imported_names(builder, node);
  import.items.reserve(names.size());
  for (const Branch& branch : names) {
    const ImportedName name = imported_name(builder, branch);
    if (ts_node_is_null(name.binding) || name.path.empty()) continue;
    ImportFrom::Item& item = import.items.emplace_back();
    item.name = name.path[0];
    item.span = builder.span(branch.node);
    builder.scopes().bind(builder.symbol(name.binding), &item.target);
  }
}

void fill_import_from(PythonBuilder& builder, TSNode node, Stmt& out) {
  ImportFrom& import = out.node.emplace<ImportFrom>();
  read_module_name(builder, builder.child(node, fields().module_name), import);
  for (const Branch& branch : builder.named_children(node)) import.star = import.star || branch.is("wildcard_import");
  read_names(builder, node, import);
}

void fill_future_import(PythonBuilder& builder, TSNode node, Stmt& out) {
  static const Symbol annotations("annotations");
  ImportFrom& import = out.node.emplace<ImportFrom>();
  import.path.emplace_back("__future__");
  read_names(builder, node, import);
  for (const ImportFrom::Item& item : import.items) {
    builder.future_annotations = builder.future_annotations || item.name == annotations;
  }
}

}  // namespace

std::span<const StmtRule> simple_statement_rules() {
  static constexpr auto kRules = std::to_array<StmtRule>({
      {"expression_statement", fill_expression_statement},
      {"return_statement", fill_return},
      {"assert_statement", fill_assert},
      {"delete_statement", fill_delete},
      {"raise_statement", fill_raise},
      {"pass_statement", fill_pass},
      {"break_statement", fill_break},
      {"continue_statement", fill_continue},
      {"global_statement", fill_global},
      {"nonlocal_statement", fill_nonlocal},
      {"print_statement", fill_print},
      {"exec_statement", fill_exec},
      {"type_alias_statement", fill_type_alias},
      {"import_statement", fill_import},
      {"import_from_statement", fill_import_from},
      {"future_import_statement", fill_future_import},
  });
  return kRules;
}

}  // namespace vramlint::syntax

// def, class, and their decorators.
#include "syntax/python_builder.h"

namespace vramlint::syntax {
namespace {

std::string docstring(const Body& body) {
  if (body.empty()) return {};
  const auto* first = std::get_if<ExprStmt>(&body[0]->node);
  const auto* text = first == nullptr ? nullptr : std::get_if<StringLiteral>(&first->value->node);
  return text == nullptr ? std::string() : text->value;
}

const Branch* body_of(const std::vector<Branch>& branches) {
  for (const Branch& branch : branches) {
    if (branch.field == fields().body) return &branch;
  }
  return nullptr;
}

bool reject_type_parameters(PythonBuilder& builder, TSNode node, Stmt& out) {
  if (ts_node_is_null(builder.child(node, fields().type_parameters))) return false;
  builder.bind_names_below(node);
  out.node = Invalid{"type parameters are not supported"};
  return true;
}

void fill_function(PythonBuilder& builder, TSNode node, Stmt& out) {
  const TSNode name = builder.child(node, fields().name);
  if (reject_type_parameters(builder, node, out)) return;
  FunctionDef& definition = out.node.emplace<FunctionDef>();
  auto function = std::make_shared<Function>();
  function->name = Symbol(ts_node_is_null(name) ? "_" : builder.text(name));
  function->is_async = is_async(builder, node);
  builder.parameters(builder.child(node, fields().parameters), *function);
  const TSNode returned = builder.child(node, fields().return_type);
  if (!ts_node_is_null(returned)) builder.discard(builder.annotation(returned));  // only its names count
  builder.scopes().bind(ts_node_is_null(name) ? function->name : builder.symbol(name), &definition.target);
  builder.scopes().open(ScopeKind::function, &function->scope);
  builder.declare_parameters(*function);
  const std::vector<Branch> branches = builder.children(node);
  builder.block(body_of(branches), node, function->body);
  builder.scopes().close();
  function->docstring = docstring(function->body);
  definition.function = std::move(function);
}

void fill_class(PythonBuilder& builder, TSNode node, Stmt& out) {
  const TSNode name = builder.child(node, fields().name);
  const TSNode bases = builder.child(node, fields().superclasses);
  if (reject_type_parameters(builder, node, out)) return;
  ClassDef& definition = out.node.emplace<ClassDef>();
  if (!ts_node_is_null(bases)) definition.bases = builder.arguments(bases);
  const std::string text(ts_node_is_null(name) ? "_" : builder.text(name));
  builder.scopes().bind(ts_node_is_null(name) ? Symbol(text) : builder.symbol(name), &definition.target);
  builder.scopes().open_class(&definition.scope, &definition.needs_class_cell);
  builder.class_names.push_back(text);
  const std::vector<Branch> branches = builder.children(node);
  builder.block(body_of(branches), node, definition.body);
  builder.class_names.pop_back();
  builder.scopes().close();
  definition.docstring = docstring(definition.body);
}

std::vector<ExprPtr>* decorators_of(Stmt& definition) {
  if (auto* function = std::get_if<FunctionDef>(&definition.node)) return &function->decorators;
  if (auto* made = std::get_if<ClassDef>(&definition.node)) return &made->decorators;
  return nullptr;
}

void fill_decorated(PythonBuilder& builder, TSNode node, Stmt& out) {
  std::vector<ExprPtr> decorators;
  for (const Branch& branch : builder.children(node)) {
    if (!branch.is("decorator")) continue;
    const std::vector<Branch> inner = builder.named_children(branch.node);
    decorators.push_back(builder.expression(inner.empty() ? TSNode{} : inner[0].node));
  }
  const TSNode definition = builder.child(node, fields().definition);
  if (ts_node_is_null(definition)) {
    for (ExprPtr& decorator : decorators) builder.discard(std::move(decorator));
    out.node = Invalid{"a decorator must stand before a function or a class"};
    return;
  }
  builder.report_head(definition);
  const bool is_class = ts_node_symbol(definition) == node_kind("class_definition");
  (is_class ? fill_class : fill_function)(builder, definition, out);
  if (auto* place = decorators_of(out)) {
    *place = std::move(decorators);
  } else {
    for (ExprPtr& decorator : decorators) builder.discard(std::move(decorator));
  }
}

}  // namespace

std::span<const StmtRule> definition_rules() {
  static constexpr auto kRules = std::to_array<StmtRule>({
      {"function_definition", fill_function},
      {"class_definition", fill_class},
      {"decorated_definition", fill_decorated},
  });
  return kRules;
}

}  // namespace vramlint::syntax

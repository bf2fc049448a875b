// Arguments of calls and class statements, parameters of functions.
#include "syntax/python_builder.h"

namespace vramlint::syntax {
namespace {

Argument argument(PythonBuilder& builder, const Branch& branch) {
  Argument made;
  if (branch.is("keyword_argument")) {
    const TSNode name = builder.child(branch.node, fields().name);
    made.kind = Argument::Kind::keyword;
    made.name = Symbol(builder.text(name));  // CPython does not mangle these
    made.name_span = builder.span(name);
    made.value = builder.expression(builder.child(branch.node, fields().value));
    return made;
  }
  if (branch.is("dictionary_splat")) {
    const std::vector<Branch> inner = builder.named_children(branch.node);
    made.kind = Argument::Kind::double_star;
    made.value = builder.expression(inner.size() == 1 ? inner[0].node : TSNode{});
    return made;
  }
  made.value = builder.expression(branch.node);
  if (auto* starred = std::get_if<Starred>(&made.value->node)) {
    made.kind = Argument::Kind::star;
    made.value = ExprPtr(std::move(starred->value));
  }
  return made;
}

/// Name, annotation and default of one parameter node.
struct ParameterNodes {
  TSNode name{}, type{}, value{};
  Parameter::Kind kind = Parameter::Kind::ordinary;
};

/// `*args` and `**kwargs` wrap the name.
void unwrap_splat(PythonBuilder& builder, ParameterNodes& nodes) {
  const std::string_view type = ts_node_is_null(nodes.name) ? "" : ts_node_type(nodes.name);
  if (type == "list_splat_pattern") nodes.kind = Parameter::Kind::star;
  if (type == "dictionary_splat_pattern") nodes.kind = Parameter::Kind::double_star;
  if (nodes.kind == Parameter::Kind::ordinary) return;
  const std::vector<Branch> inner = builder.named_children(nodes.name);
  if (!inner.empty()) nodes.name = inner[0].node;
}

ParameterNodes nodes_of(PythonBuilder& builder, const Branch& branch) {
  ParameterNodes nodes{.name = branch.node};
  if (branch.is("default_parameter") || branch.is("typed_default_parameter")) {
    nodes.name = builder.child(branch.node, fields().name);
    nodes.type = builder.child(branch.node, fields().type);
    nodes.value = builder.child(branch.node, fields().value);
  } else if (branch.is("typed_parameter")) {
    const std::vector<Branch> inner = builder.named_children(branch.node);
    nodes.name = inner.empty() ? branch.node : inner[0].node;
    nodes.type = builder.child(branch.node, fields().type);
  }
  unwrap_splat(builder, nodes);
  return nodes;
}

Parameter parameter(PythonBuilder& builder, const Branch& branch, bool keyword_only) {
  const ParameterNodes nodes = nodes_of(builder, branch);
  Parameter made;
  made.kind = nodes.kind == Parameter::Kind::ordinary && keyword_only ? Parameter::Kind::keyword_only : nodes.kind;
  made.span = builder.span(branch.node);
  const bool named = !ts_node_is_null(nodes.name) && std::string_view(ts_node_type(nodes.name)) == "identifier";
  if (named) {
    made.name = builder.symbol(nodes.name);
  } else {
    builder.problem(branch.node, "invalid parameter");
    made.name = Symbol("_");
  }
  made.default_value = builder.optional_expression(nodes.value);
  if (!ts_node_is_null(nodes.type)) made.annotation = builder.annotation(nodes.type);
  return made;
}

}  // namespace

std::vector<Argument> PythonBuilder::arguments(TSNode node) {
  std::vector<Argument> made;
  if (std::string_view(ts_node_type(node)) == "generator_expression") {
    made.emplace_back().value = expression(node);
    return made;
  }
  for (const Branch& branch : named_children(node)) made.push_back(argument(*this, branch));
  return made;
}

void PythonBuilder::parameters(TSNode node, Function& function) {
  if (ts_node_is_null(node)) return;
  bool keyword_only = false;
  for (const Branch& branch : named_children(node)) {
    if (branch.is("positional_separator")) {
      for (Parameter& before : function.parameters) before.kind = Parameter::Kind::positional_only;
    } else if (branch.is("keyword_separator")) {
      keyword_only = true;
    } else if (branch.is("ERROR") || ts_node_is_missing(branch.node)) {
      report_broken(branch.node);
    } else {
      function.parameters.push_back(parameter(*this, branch, keyword_only));
      keyword_only = keyword_only || function.parameters.back().kind == Parameter::Kind::star;
    }
  }
}

void PythonBuilder::declare_parameters(const Function& function) {
  for (const Parameter& parameter : function.parameters) scopes_.parameter(parameter.name);
}

std::shared_ptr<const Function> PythonBuilder::lambda(TSNode node) {
  auto function = std::make_shared<Function>();
  function->name = Symbol("<lambda>");
  parameters(child(node, fields().parameters), *function);
  scopes_.open(ScopeKind::function, &function->scope);
  declare_parameters(*function);
  auto body = std::make_unique<Stmt>();
  const TSNode value = child(node, fields().body);
  body->node = Return{expression(value)};
  body->span = ts_node_is_null(value) ? span(node) : span(value);
  function->body.push_back(std::move(body));
  scopes_.close();
  return function;
}

}  // namespace vramlint::syntax

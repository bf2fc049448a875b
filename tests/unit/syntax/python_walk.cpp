#include "python_walk.h"

namespace vramlint::syntax {
namespace {

struct Step {
  const PythonWalk& walk;

  void see(const ExprPtr& expr) const {
    if (expr) walk.expr(*expr);
  }
  void see(const std::vector<ExprPtr>& items) const {
    for (const ExprPtr& item : items) see(item);
  }
  void see(const std::vector<Argument>& arguments) const {
    for (const Argument& argument : arguments) see(argument.value);
  }

  void operator()(const Name& node) const { walk.variable(node.variable); }
  void operator()(const NoneLiteral&) const {}
  void operator()(const EllipsisLiteral&) const {}
  void operator()(const BoolLiteral&) const {}
  void operator()(const IntLiteral&) const {}
  void operator()(const FloatLiteral&) const {}
  void operator()(const ImaginaryLiteral&) const {}
  void operator()(const StringLiteral&) const {}
  void operator()(const BytesLiteral&) const {}
  void operator()(const FString& node) const {
    for (const auto& part : node.parts) {
      see(part.value);
      see(part.format);
    }
  }
  void operator()(const TupleDisplay& node) const { see(node.items); }
  void operator()(const ListDisplay& node) const { see(node.items); }
  void operator()(const SetDisplay& node) const { see(node.items); }
  void operator()(const DictDisplay& node) const {
    for (const auto& entry : node.entries) {
      see(entry.key);
      see(entry.value);
    }
  }
  void operator()(const Attribute& node) const { see(node.object); }
  void operator()(const Subscript& node) const {
    see(node.object);
    see(node.index);
  }
  void operator()(const Slice& node) const {
    see(node.lower);
    see(node.upper);
    see(node.step);
  }
  void operator()(const Call& node) const {
    see(node.callee);
    see(node.arguments);
  }
  void operator()(const Unary& node) const { see(node.operand); }
  void operator()(const Binary& node) const {
    see(node.left);
    see(node.right);
  }
  void operator()(const Compare& node) const {
    see(node.first);
    for (const auto& [op, operand] : node.rest) see(operand);
  }
  void operator()(const BoolChain& node) const { see(node.operands); }
  void operator()(const Conditional& node) const {
    see(node.then);
    see(node.condition);
    see(node.otherwise);
  }
  void operator()(const Lambda& node) const {
    walk.into_parameters(*node.function);
    walk.function(*node.function);
  }
  void operator()(const Comprehension& node) const {
    walk.into_first_iterable(node);
    walk.comprehension(node);
  }
  void operator()(const Starred& node) const { see(node.value); }
  void operator()(const NamedExpr& node) const {
    walk.variable(node.target);
    see(node.value);
  }
  void operator()(const Yield& node) const { see(node.value); }
  void operator()(const YieldFrom& node) const { see(node.value); }
  void operator()(const Invalid&) const {}

  void operator()(const ExprStmt& node) const { see(node.value); }
  void operator()(const Assign& node) const {
    see(node.targets);
    see(node.value);
  }
  void operator()(const AugAssign& node) const {
    see(node.target);
    see(node.value);
  }
  void operator()(const AnnAssign& node) const {
    see(node.target);
    see(node.annotation);
    see(node.value);
  }
  void operator()(const Return& node) const { see(node.value); }
  void operator()(const Raise& node) const {
    see(node.exception);
    see(node.cause);
  }
  void operator()(const Assert& node) const {
    see(node.condition);
    see(node.message);
  }
  void operator()(const Delete& node) const { see(node.targets); }
  void operator()(const Pass&) const {}
  void operator()(const Break&) const {}
  void operator()(const Continue&) const {}
  void operator()(const If& node) const {
    see(node.condition);
    walk.body(node.then);
    walk.body(node.otherwise);
  }
  void operator()(const For& node) const {
    see(node.target);
    see(node.iterable);
    walk.body(node.body);
    walk.body(node.otherwise);
  }
  void operator()(const While& node) const {
    see(node.condition);
    walk.body(node.body);
    walk.body(node.otherwise);
  }
  void operator()(const Try& node) const {
    walk.body(node.body);
    for (const auto& handler : node.handlers) {
      see(handler.type);
      if (handler.name.name) walk.variable(handler.name);
      walk.body(handler.body);
    }
    walk.body(node.otherwise);
    walk.body(node.finally);
  }
  void operator()(const With& node) const {
    for (const auto& item : node.items) {
      see(item.context);
      see(item.target);
    }
    walk.body(node.body);
  }
  void operator()(const FunctionDef& node) const {
    see(node.decorators);
    walk.into_parameters(*node.function);
    walk.variable(node.target);
    walk.function(*node.function);
  }
  void operator()(const ClassDef& node) const {
    see(node.decorators);
    see(node.bases);
    walk.variable(node.target);
    walk.made_class(node);
  }
  void operator()(const Import& node) const {
    for (const auto& item : node.items) walk.variable(item.target);
  }
  void operator()(const ImportFrom& node) const {
    for (const auto& item : node.items) walk.variable(item.target);
  }
  void operator()(const ScopeDeclaration&) const {}
};

}  // namespace

void PythonWalk::into(const Expr& node) const { std::visit(Step{*this}, node.node); }

void PythonWalk::into(const Body& statements) const {
  for (const StmtPtr& statement : statements) std::visit(Step{*this}, statement->node);
}

void PythonWalk::into_parameters(const Function& made) const {
  for (const Parameter& parameter : made.parameters) {
    if (parameter.annotation) expr(*parameter.annotation);
    if (parameter.default_value) expr(*parameter.default_value);
  }
}

void PythonWalk::into_first_iterable(const Comprehension& node) const { expr(*node.clauses[0].iterable); }

void PythonWalk::into_rest(const Comprehension& node) const {
  for (size_t i = 0; i < node.clauses.size(); ++i) {
    expr(*node.clauses[i].target);
    if (i > 0) expr(*node.clauses[i].iterable);
    for (const ExprPtr& condition : node.clauses[i].conditions) expr(*condition);
  }
  expr(*node.element);
  if (node.value) expr(*node.value);
}

}  // namespace vramlint::syntax

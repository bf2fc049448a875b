#include "usage/walk.h"

namespace vramlint::usage {

namespace {

using namespace syntax;

struct Walker {
  const Parts& parts;

  void one(const ExprPtr& expr) const {
    if (expr) parts.expression(*expr);
  }
  void all(const std::vector<ExprPtr>& exprs) const {
    for (const ExprPtr& expr : exprs) one(expr);
  }
  void all(const Body& body) const {
    for (const StmtPtr& statement : body) parts.statement(*statement);
  }
  void all(const std::vector<Argument>& arguments) const {
    for (const Argument& argument : arguments) one(argument.value);
  }
  void function(const Function& code) const {
    for (const Parameter& parameter : code.parameters) {
      one(parameter.default_value);
      one(parameter.annotation);
    }
    all(code.body);
  }

  // ---- expressions
  void operator()(const FString& node) const {
    for (const FString::Part& part : node.parts) {
      one(part.value);
      one(part.format);
    }
  }
  void operator()(const TupleDisplay& node) const { all(node.items); }
  void operator()(const ListDisplay& node) const { all(node.items); }
  void operator()(const SetDisplay& node) const { all(node.items); }
  void operator()(const DictDisplay& node) const {
    for (const DictDisplay::Entry& entry : node.entries) {
      one(entry.key);
      one(entry.value);
    }
  }
  void operator()(const Attribute& node) const { one(node.object); }
  void operator()(const Subscript& node) const {
    one(node.object);
    one(node.index);
  }
  void operator()(const Slice& node) const {
    one(node.lower);
    one(node.upper);
    one(node.step);
  }
  void operator()(const Call& node) const {
    one(node.callee);
    all(node.arguments);
  }
  void operator()(const Unary& node) const { one(node.operand); }
  void operator()(const Binary& node) const {
    one(node.left);
    one(node.right);
  }
  void operator()(const Compare& node) const {
    one(node.first);
    for (const auto& [op, operand] : node.rest) one(operand);
  }
  void operator()(const BoolChain& node) const { all(node.operands); }
  void operator()(const Conditional& node) const {
    one(node.condition);
    one(node.then);
    one(node.otherwise);
  }
  void operator()(const Lambda& node) const { function(*node.function); }
  void operator()(const Comprehension& node) const {
    one(node.element);
    one(node.value);
    for (const Comprehension::Clause& clause : node.clauses) {
      one(clause.target);
      one(clause.iterable);
      all(clause.conditions);
    }
  }
  void operator()(const Starred& node) const { one(node.value); }
  void operator()(const NamedExpr& node) const { one(node.value); }
  void operator()(const Yield& node) const { one(node.value); }
  void operator()(const YieldFrom& node) const { one(node.value); }

  // ---- statements
  void operator()(const ExprStmt& node) const { one(node.value); }
  void operator()(const Assign& node) const {
    all(node.targets);
    one(node.value);
  }
  void operator()(const AugAssign& node) const {
    one(node.target);
    one(node.value);
  }
  void operator()(const AnnAssign& node) const {
    one(node.target);
    one(node.annotation);
    one(node.value);
  }
  void operator()(const Return& node) const { one(node.value); }
  void operator()(const Raise& node) const {
    one(node.exception);
    one(node.cause);
  }
  void operator()(const Assert& node) const {
    one(node.condition);
    one(node.message);
  }
  void operator()(const Delete& node) const { all(node.targets); }
  void operator()(const If& node) const {
    one(node.condition);
    all(node.then);
    all(node.otherwise);
  }
  void operator()(const For& node) const {
    one(node.target);
    one(node.iterable);
    all(node.body);
    all(node.otherwise);
  }
  void operator()(const While& node) const {
    one(node.condition);
    all(node.body);
    all(node.otherwise);
  }
  void operator()(const Try& node) const {
    all(node.body);
    for (const Try::Handler& handler : node.handlers) {
      one(handler.type);
      all(handler.body);
    }
    all(node.otherwise);
    all(node.finally);
  }
  void operator()(const With& node) const {
    for (const With::Item& item : node.items) {
      one(item.context);
      one(item.target);
    }
    all(node.body);
  }
  void operator()(const FunctionDef& node) const {
    all(node.decorators);
    function(*node.function);
  }
  void operator()(const ClassDef& node) const {
    all(node.decorators);
    all(node.bases);
    all(node.body);
  }
  template <typename Leaf>
  void operator()(const Leaf&) const {}
};

}  // namespace

void each_part(const Expr& expr, const Parts& parts) { std::visit(Walker{parts}, expr.node); }
void each_part(const Stmt& statement, const Parts& parts) { std::visit(Walker{parts}, statement.node); }

bool covers(const Span& outer, const Span& inner) {
  return outer.source == inner.source && outer.begin <= inner.begin && inner.end <= outer.end;
}

}  // namespace vramlint::usage

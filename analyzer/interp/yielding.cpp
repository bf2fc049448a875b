#include "interp/yielding.h"

#include <algorithm>
#include <variant>

namespace vramlint::interp {

namespace {

bool yields(const syntax::Expr* expr) {
  return expr &&
         (std::holds_alternative<syntax::Yield>(expr->node) || std::holds_alternative<syntax::YieldFrom>(expr->node));
}

bool yields(const syntax::Body& body);

struct YieldFinder {
  bool operator()(const syntax::ExprStmt& node) const { return yields(node.value.get()); }
  bool operator()(const syntax::Assign& node) const { return yields(node.value.get()); }
  bool operator()(const syntax::AugAssign& node) const { return yields(node.value.get()); }
  bool operator()(const syntax::AnnAssign& node) const { return yields(node.value.get()); }
  bool operator()(const syntax::Return& node) const { return yields(node.value.get()); }
  bool operator()(const syntax::If& node) const { return yields(node.then) || yields(node.otherwise); }
  bool operator()(const syntax::For& node) const { return yields(node.body) || yields(node.otherwise); }
  bool operator()(const syntax::While& node) const { return yields(node.body) || yields(node.otherwise); }
  bool operator()(const syntax::With& node) const { return yields(node.body); }
  bool operator()(const syntax::Try& node) const {
    return yields(node.body) || yields(node.otherwise) || yields(node.finally) ||
           std::any_of(node.handlers.begin(), node.handlers.end(),
                       [](const auto& handler) { return yields(handler.body); });
  }
  template <typename Other>
  bool operator()(const Other&) const {
    return false;
  }
};

bool yields(const syntax::Body& body) {
  return std::any_of(body.begin(), body.end(),
                     [](const auto& statement) { return std::visit(YieldFinder{}, statement->node); });
}

}  // namespace

bool yields(const syntax::Stmt& statement) { return std::visit(YieldFinder{}, statement.node); }

const syntax::Expr* yield_of(const syntax::Stmt& statement) {
  const auto value_of = [](const auto& node) -> const syntax::Expr* {
    if constexpr (requires { node.value.get(); }) return node.value.get();
    return nullptr;
  };
  const syntax::Expr* value = std::visit(value_of, statement.node);
  return yields(value) ? value : nullptr;
}

}  // namespace vramlint::interp

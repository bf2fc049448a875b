// Turns tree-sitter's tree of a Python text into the small tree of python.h.
//
// Each node type of the grammar has one function that fills the Expr or Stmt made for it; python_expressions.cpp and
// python_statements.cpp list them in tables. An Expr or Stmt is allocated before it is filled and does not move
// afterwards, so the scope table may keep pointers to the Variables in it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/concrete.h"
#include "syntax/python.h"
#include "syntax/scopes.h"

namespace vramlint::syntax {

/// Whether an expression is read, or is the target of an assignment or `del`.
enum class Access : uint8_t { load, store };

class PythonBuilder {
 public:
  /// `text` is what the trees are made of, but for what `adapt_text` changed. Offsets in it are `prefix` greater than
  /// in the source.
  PythonBuilder(const Source& source, std::string_view text, std::vector<Problem>& problems, uint32_t prefix = 0);

  /// From here on nodes are of `tree`.
  void use(ConcreteTree& tree, std::vector<uint32_t> hidden_stars = {});
  /// The statements of the tree in use.
  void module(Body& out);
  /// Resolves all names; the last thing to be called.
  void finish() { scopes_.resolve(); }
  ExprPtr expression(TSNode node, Access access = Access::load);
  ExprPtr optional_expression(TSNode node);  ///< null for a null node
  /// One expression as it is, several (or one with a comma after it) as a tuple.
  ExprPtr expression_or_tuple(const std::vector<Branch>& items, bool trailing_comma);
  void fill(TSNode node, Expr& out, Access access);
  std::vector<ExprPtr> expressions(const std::vector<Branch>& branches, Access access = Access::load);
  /// The named children of a node, each an expression.
  std::vector<ExprPtr> items_of(TSNode node, Access access = Access::load);
  ExprPtr annotation(TSNode type);

  void statements(TSNode block, Body& out);
  void statement(TSNode node, Body& out);
  void block(const Branch* block, TSNode owner, Body& out);

  std::vector<Argument> arguments(TSNode node);
  void parameters(TSNode node, Function& function);
  void declare_parameters(const Function& function);
  std::shared_ptr<const Function> lambda(TSNode node);

  /// One level of nesting more; false when that is too deep. Each is followed by `leave`.
  bool enter(TSNode node);
  void leave() { --depth_; }

  Span span(TSNode node) const;
  std::string_view text(TSNode node) const;
  std::string_view text_between(uint32_t begin, uint32_t end) const { return text_.substr(begin, end - begin); }
  /// The identifier at `node`, with CPython's mangling of `__private` names in a class.
  Symbol symbol(TSNode node) const;
  std::vector<Branch> children(TSNode node) { return tree_->children(node); }
  std::vector<Branch> named_children(TSNode node);
  TSNode child(TSNode node, TSFieldId field) const { return ts_node_child_by_field_id(node, field); }

  /// Reports what is wrong at `node` and makes `out` say so.
  void broken(TSNode node, Expr& out);
  void syntax_error(Expr& out, TSNode node, std::string message);
  void unsupported(Expr& out, std::string what) { out.node = Invalid{std::move(what)}; }
  void problem(TSNode node, std::string message);
  /// True when an ERROR or MISSING node stands directly under `node`.
  bool has_broken_child(TSNode node);
  /// Reports the first ERROR or MISSING node at or under `node`.
  void report_broken(TSNode node);
  /// Reports the ERROR and MISSING nodes directly under a statement that has a body.
  void report_head(TSNode node);
  void too_deep(TSNode node);
  /// Keeps an expression that found no place in the tree, because the scope table may point into it.
  void discard(ExprPtr expression) { discarded_.push_back(std::move(expression)); }
  /// Makes the names that statements under `node` bind known to the scope, though they get no tree.
  void bind_names_below(TSNode node);

  /// Whether the star of the list_splat at `node` already became a Starred further out.
  bool is_hoisted_star(TSNode node) const;

  ScopeTable& scopes() { return scopes_; }
  bool future_annotations = false;
  std::vector<std::string> class_names;  ///< enclosing classes, for name mangling

 private:
  static constexpr uint32_t kNoStar = ~uint32_t{0};

  bool is_misplaced_star(TSNode node) const;
  void fill_hoisted_star(TSNode node, Expr& out, Access access);
  bool take_hidden_star(TSNode node);
  void broken_statement(TSNode node, Stmt& made, Body& out);

  const Source& source_;
  std::string_view text_;
  ConcreteTree* tree_ = nullptr;
  std::vector<Problem>& problems_;
  uint32_t prefix_;
  int depth_ = 0;
  bool too_deep_ = false;
  uint32_t hoisted_star_ = kNoStar;
  std::vector<uint32_t> hidden_stars_;
  std::vector<ExprPtr> discarded_;
  ScopeTable scopes_;
};

using ExprFiller = void (*)(PythonBuilder&, TSNode, Expr&, Access);
using StmtFiller = void (*)(PythonBuilder&, TSNode, Stmt&);
struct ExprRule {
  std::string_view type;
  ExprFiller fill;
};
struct StmtRule {
  std::string_view type;
  StmtFiller fill;
};

std::span<const ExprRule> atom_rules();      // names, numbers, displays
std::span<const ExprRule> operator_rules();  // arithmetic, comparison, access, calls
std::span<const ExprRule> string_rules();
std::span<const ExprRule> comprehension_rules();
std::span<const ExprRule> type_rules();  // what the grammar has for annotations only
std::span<const StmtRule> simple_statement_rules();
std::span<const StmtRule> compound_statement_rules();
std::span<const StmtRule> definition_rules();

void fill_match(PythonBuilder& builder, TSNode node, Stmt& out);

std::optional<BinaryOp> binary_op(std::string_view word);
bool is_error(TSNode node);                          ///< what the grammar could not read
bool is_async(PythonBuilder& builder, TSNode node);  ///< begins with `async`

}  // namespace vramlint::syntax

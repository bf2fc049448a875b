// `match`: its cases as a chain of If.
#include <utility>

#include "syntax/python_patterns.h"

namespace vramlint::syntax {
namespace {

/// The cases of one `match`, one If in the other's `otherwise`.
class MatchBuilder {
 public:
  MatchBuilder(PythonBuilder& builder, TSNode node) : builder_(builder), node_(node) {}

  void fill(Stmt& out) {
    const std::vector<Branch> branches = builder_.children(node_);
    ExprPtr subject = subject_of(branches);
    Stmt* link = &out;
    int links = 0;
    for (const Branch& branch : branches) {
      if (!branch.is("block")) continue;
      for (const Branch& clause : builder_.children(branch.node)) {
        if (!clause.is("case_clause")) continue;
        if (++links > kMaxPythonDepth) return give_up(clause.node, *link);
        link = &next_link(*link, links, clause.node);
        fill_case(clause.node, std::exchange(subject, nullptr), link->node.emplace<If>());
      }
    }
    if (subject) out.node = ExprStmt{std::move(subject)};
  }

 private:
  ExprPtr subject_of(const std::vector<Branch>& branches) {
    std::vector<Branch> subjects;
    bool has_comma = false;
    for (const Branch& branch : branches) {
      if (branch.field == fields().subject) subjects.push_back(branch);
      has_comma |= branch.is(",");
    }
    return subjects.empty() ? builder_.expression(TSNode{}) : builder_.expression_or_tuple(subjects, has_comma);
  }

  void give_up(TSNode clause, Stmt& link) {
    builder_.too_deep(clause);
    StmtPtr& last = std::get<If>(link.node).otherwise.emplace_back(std::make_unique<Stmt>());
    last->span = builder_.span(clause);
    last->node = Invalid{"nested too deeply"};
  }

  Stmt& next_link(Stmt& link, int links, TSNode clause) {
    if (links == 1) return link;
    StmtPtr& next = std::get<If>(link.node).otherwise.emplace_back(std::make_unique<Stmt>());
    next->span = builder_.span(clause);
    return *next;
  }

  /// `subject`: of the first case, which evaluates it.
  void fill_case(TSNode clause, ExprPtr subject, If& made) {
    builder_.report_head(clause);
    std::vector<ExprPtr> tests;
    if (subject) tests.push_back(held(std::move(subject)));
    const Span place = builder_.span(clause);
    CasePattern pattern = case_pattern(builder_, clause, [this, place] { return look(place); });
    std::move(pattern.tests.begin(), pattern.tests.end(), std::back_inserter(tests));
    const TSNode guard = builder_.child(clause, fields().guard);
    if (!ts_node_is_null(guard)) {
      for (const Capture& capture : std::exchange(pattern.captures, {})) tests.push_back(named(builder_, capture));
      for (const Branch& part : builder_.named_children(guard)) tests.push_back(builder_.expression(part.node));
    }
    made.condition = all_hold(place, std::move(tests));
    for (const Capture& capture : pattern.captures) assign(capture, made.then);
    const TSNode block = builder_.child(clause, fields().consequence);
    const Branch body{block, 0, true};
    builder_.block(ts_node_is_null(block) ? nullptr : &body, clause, made.then);
  }

  void assign(const Capture& capture, Body& out) {
    StmtPtr& made = out.emplace_back(std::make_unique<Stmt>());
    made->span = builder_.span(capture.name);
    auto& node = made->node.emplace<Assign>();
    node.value = capture.value();
    node.targets.push_back(builder_.expression(capture.name, Access::store));
  }

  /// No name that a program can write.
  static Symbol name() { return Symbol("match subject"); }

  ExprPtr held(ExprPtr subject) {
    auto made = std::make_unique<Expr>();
    made->span = subject->span;
    auto& node = made->node.emplace<NamedExpr>();
    node.value = std::move(subject);
    builder_.scopes().bind(name(), &node.target);
    const Span span = made->span;
    return is_made(span, std::move(made));
  }

  ExprPtr look(Span place) {
    auto made = std::make_unique<Expr>();
    made->span = place;
    builder_.scopes().use(name(), &made->node.emplace<Name>().variable);
    return made;
  }

  PythonBuilder& builder_;
  TSNode node_;
};

}  // namespace

void fill_match(PythonBuilder& builder, TSNode node, Stmt& out) { MatchBuilder(builder, node).fill(out); }

}  // namespace vramlint::syntax

#include "syntax/python_builder.h"

#include <algorithm>
#include <array>

namespace vramlint::syntax {
namespace {

template <class Rule, class Filler>
void put_rules(std::vector<Filler>& table, std::span<const Rule> rules) {
  for (const Rule& rule : rules) table[node_kind(rule.type)] = rule.fill;
}

std::vector<ExprFiller> expression_table() {
  std::vector<ExprFiller> table(node_kind_count(), nullptr);
  for (const auto rules : {atom_rules(), operator_rules(), string_rules(), comprehension_rules(), type_rules()}) {
    put_rules(table, rules);
  }
  return table;
}

std::vector<StmtFiller> statement_table() {
  std::vector<StmtFiller> table(node_kind_count(), nullptr);
  for (const auto rules : {simple_statement_rules(), compound_statement_rules(), definition_rules()}) {
    put_rules(table, rules);
  }
  return table;
}

std::vector<bool> simple_kinds() {
  std::vector<bool> simple(node_kind_count(), false);
  for (const StmtRule& rule : simple_statement_rules()) simple[node_kind(rule.type)] = true;
  return simple;
}

template <class Filler>
Filler filler_of(const std::vector<Filler>& table, TSNode node) {
  const TSSymbol kind = ts_node_symbol(node);
  return kind < table.size() ? table[kind] : nullptr;  // ERROR's number is beyond the table
}

bool is_statement(TSNode node) {
  static const std::vector<StmtFiller> table = statement_table();
  static const TSSymbol block = node_kind("block");
  return filler_of(table, node) != nullptr || ts_node_symbol(node) == block;
}

}  // namespace

bool is_error(TSNode node) { return ts_node_symbol(node) == static_cast<TSSymbol>(-1); }

bool is_async(PythonBuilder& builder, TSNode node) {
  const std::vector<Branch> branches = builder.children(node);
  return !branches.empty() && branches[0].is("async");
}

PythonBuilder::PythonBuilder(const Source& source, std::string_view text, std::vector<Problem>& problems,
                             uint32_t prefix)
    : source_(source), text_(text), problems_(problems), prefix_(prefix), scopes_(problems) {}

void PythonBuilder::use(ConcreteTree& tree, std::vector<uint32_t> hidden_stars) {
  tree_ = &tree;
  hidden_stars_ = std::move(hidden_stars);
}

void PythonBuilder::module(Body& out) {
  const TSNode root = tree_->root();
  if (is_error(root)) {
    statement(root, out);
  } else {
    statements(root, out);
  }
}

bool PythonBuilder::enter(TSNode node) {
  if (++depth_ <= kMaxPythonDepth) return true;
  too_deep(node);
  return false;
}

void PythonBuilder::too_deep(TSNode node) {
  if (too_deep_) return;
  too_deep_ = true;
  problems_.push_back({ProblemKind::too_complex, span(node),
                       "nested more than " + std::to_string(kMaxPythonDepth) + " levels deep; not analysed"});
}

void PythonBuilder::fill(TSNode node, Expr& out, Access access) {
  static const std::vector<ExprFiller> table = expression_table();
  out.span = span(node);
  if (is_misplaced_star(node)) return fill_hoisted_star(node, out, access);
  if (!hidden_stars_.empty() && take_hidden_star(node)) {
    out.node.emplace<Starred>().value = expression(node, access);
    return;
  }
  const ExprFiller filler = filler_of(table, node);
  if (!enter(node)) {
    out.node = Invalid{"nested too deeply"};
  } else if (filler == nullptr || ts_node_is_missing(node) || (ts_node_has_error(node) && has_broken_child(node))) {
    broken(node, out);
  } else {
    filler(*this, node, out, access);
  }
  leave();
}

/// The grammar takes the star of `*a.b()` for part of `a`; it belongs to the whole expression that begins with it.
bool PythonBuilder::is_misplaced_star(TSNode node) const {
  const uint32_t begin = ts_node_start_byte(node);
  if (begin >= text_.size() || text_[begin] != '*' || hoisted_star_ == begin) return false;
  static const std::array kKinds = {node_kind("attribute"),
                                    node_kind("subscript"),
                                    node_kind("call"),
                                    node_kind("binary_operator"),
                                    node_kind("boolean_operator"),
                                    node_kind("comparison_operator"),
                                    node_kind("conditional_expression")};
  return std::find(kKinds.begin(), kKinds.end(), ts_node_symbol(node)) != kKinds.end();
}

void PythonBuilder::fill_hoisted_star(TSNode node, Expr& out, Access access) {
  hoisted_star_ = ts_node_start_byte(node);
  Starred& starred = out.node.emplace<Starred>();
  starred.value = expression(node, access);
  starred.value->span.begin = std::min(starred.value->span.begin + 1, starred.value->span.end);
  hoisted_star_ = kNoStar;
}

/// Whether a star that was hidden from the grammar stands before `node`, the widest expression that begins there.
bool PythonBuilder::take_hidden_star(TSNode node) {
  static const TSSymbol expression_list = node_kind("expression_list"), pattern_list = node_kind("pattern_list");
  const TSSymbol kind = ts_node_symbol(node);
  if (kind == expression_list || kind == pattern_list) return false;
  const uint32_t begin = ts_node_start_byte(node);
  const auto after = std::lower_bound(hidden_stars_.begin(), hidden_stars_.end(), begin);
  if (after == hidden_stars_.begin()) return false;
  const auto star = after - 1;
  if (text_between(*star + 1, begin).find_first_not_of(" \t") != std::string_view::npos) return false;
  hidden_stars_.erase(star);
  return true;
}

bool PythonBuilder::is_hoisted_star(TSNode node) const { return hoisted_star_ == ts_node_start_byte(node); }

ExprPtr PythonBuilder::expression(TSNode node, Access access) {
  auto made = std::make_unique<Expr>();
  if (ts_node_is_null(node)) {
    made->node = Invalid{"invalid syntax"};
  } else {
    fill(node, *made, access);
  }
  return made;
}

ExprPtr PythonBuilder::optional_expression(TSNode node) { return ts_node_is_null(node) ? nullptr : expression(node); }

std::vector<ExprPtr> PythonBuilder::expressions(const std::vector<Branch>& branches, Access access) {
  std::vector<ExprPtr> made;
  made.reserve(branches.size());
  for (const Branch& branch : branches) made.push_back(expression(branch.node, access));
  return made;
}

std::vector<ExprPtr> PythonBuilder::items_of(TSNode node, Access access) {
  return expressions(named_children(node), access);
}

ExprPtr PythonBuilder::expression_or_tuple(const std::vector<Branch>& items, bool trailing_comma) {
  if (items.size() == 1 && !trailing_comma) return expression(items[0].node);
  auto made = std::make_unique<Expr>();
  made->span = Span::cover(span(items.front().node), span(items.back().node));
  made->node = TupleDisplay{expressions(items)};
  return made;
}

void PythonBuilder::statements(TSNode block, Body& out) {
  for (const Branch& branch : children(block)) {
    if (branch.named || ts_node_is_missing(branch.node)) statement(branch.node, out);
  }
}

void PythonBuilder::statement(TSNode node, Body& out) {
  static const std::vector<StmtFiller> table = statement_table();
  static const std::vector<bool> simple = simple_kinds();
  Stmt& made = *out.emplace_back(std::make_unique<Stmt>());
  made.span = span(node);
  const StmtFiller filler = filler_of(table, node);
  const bool broken_here = ts_node_has_error(node) && has_broken_child(node);
  if (!enter(node)) {
    made.node = Invalid{"nested too deeply"};
  } else if (filler == nullptr || (broken_here && simple[ts_node_symbol(node)])) {
    broken_statement(node, made, out);
  } else {
    if (broken_here) report_head(node);
    filler(*this, node, made);
  }
  leave();
}

void PythonBuilder::broken_statement(TSNode node, Stmt& made, Body& out) {
  report_broken(node);
  made.node = Invalid{"invalid syntax"};
  // An error may hold whole statements that were understood.
  for (const Branch& branch : children(node)) {
    if (is_statement(branch.node)) statement(branch.node, out);
  }
  bind_names_below(node);
}

void PythonBuilder::block(const Branch* block, TSNode owner, Body& out) {
  if (block != nullptr) statements(block->node, out);
  if (out.empty() && !ts_node_has_error(owner)) problem(owner, "expected an indented block");
}

void PythonBuilder::report_head(TSNode node) {
  if (!ts_node_has_error(node)) return;
  for (const Branch& branch : children(node)) {
    if (is_error(branch.node) || ts_node_is_missing(branch.node)) report_broken(branch.node);
  }
}

std::vector<Branch> PythonBuilder::named_children(TSNode node) {
  std::vector<Branch> branches = children(node);
  std::erase_if(branches, [](const Branch& branch) { return !branch.named; });
  return branches;
}

Span PythonBuilder::span(TSNode node) const {
  const auto size = static_cast<uint32_t>(source_.text().size());
  const uint32_t begin = std::max(ts_node_start_byte(node), prefix_) - prefix_;
  const uint32_t end = std::max(ts_node_end_byte(node), prefix_) - prefix_;
  return {&source_, std::min(begin, size), std::min(end, size)};
}

std::string_view PythonBuilder::text(TSNode node) const {
  return text_between(ts_node_start_byte(node), ts_node_end_byte(node));
}

Symbol PythonBuilder::symbol(TSNode node) const {
  const std::string_view name = text(node);
  const bool is_private = name.starts_with("__") && !name.ends_with("__");
  if (!is_private || class_names.empty()) return Symbol(name);
  const std::string& owner = class_names.back();
  const size_t first = owner.find_first_not_of('_');
  if (first == std::string::npos) return Symbol(name);
  return Symbol("_" + owner.substr(first) + std::string(name));
}

}  // namespace vramlint::syntax

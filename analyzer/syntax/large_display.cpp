#include "syntax/large_display.h"

#include <algorithm>
#include <iterator>
#include <memory>

namespace vramlint::syntax {
namespace {

/// Nothing but `name = [items]`, whose brackets are those that the portion was cut at.
bool is_assigned_display(ConcreteTree& tree, const Portion& portion) {
  if (!tree.complete() || ts_node_has_error(tree.root())) return false;
  const std::vector<Branch> statements = tree.children(tree.root());
  if (statements.size() != 1 || !statements[0].is("expression_statement")) return false;
  const std::vector<Branch> parts = tree.children(statements[0].node);
  if (parts.size() != 1 || !parts[0].is("assignment")) return false;
  const TSNode right = ts_node_child_by_field_id(parts[0].node, fields().right);
  if (ts_node_is_null(right)) return false;
  const std::string_view kind = ts_node_type(right);
  const bool is_display = kind == "list" || kind == "tuple" || kind == "set" || kind == "dictionary";
  return is_display && ts_node_start_byte(right) + 1 == portion[0].end &&
         ts_node_end_byte(right) == portion[2].begin + 1;
}

template <typename T>
void append(std::vector<T>& to, std::vector<T>& from) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

struct Join {
  void operator()(TupleDisplay& whole, TupleDisplay& more) const { append(whole.items, more.items); }
  void operator()(ListDisplay& whole, ListDisplay& more) const { append(whole.items, more.items); }
  void operator()(SetDisplay& whole, SetDisplay& more) const { append(whole.items, more.items); }
  void operator()(DictDisplay& whole, DictDisplay& more) const { append(whole.entries, more.entries); }
  template <typename A, typename B>
  void operator()(A&, B&) const {}
};

}  // namespace

bool parse_large_display(std::string_view text, const Chunk& chunk, PythonBuilder& builder, Body& out) {
  std::vector<std::unique_ptr<ConcreteTree>> trees;
  for (const Portion& portion : portions_of_display(text, chunk)) {
    trees.push_back(std::make_unique<ConcreteTree>(text, portion));
    if (!is_assigned_display(*trees.back(), portion)) return false;
  }
  Body pieces;
  for (const auto& tree : trees) {
    builder.use(*tree);
    builder.module(pieces);
  }
  for (size_t i = 1; i < pieces.size(); ++i) {
    auto &whole = std::get<Assign>(pieces[0]->node), &more = std::get<Assign>(pieces[i]->node);
    std::visit(Join(), whole.value->node, more.value->node);
    builder.discard(std::move(more.value));
    for (ExprPtr& target : more.targets) builder.discard(std::move(target));
  }
  if (pieces.empty()) return false;
  out.push_back(std::move(pieces[0]));
  return true;
}

}  // namespace vramlint::syntax

// tree-sitter's tree of a Python text: the only files that include this may name tree-sitter.
#pragma once

#include <tree_sitter/api.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "syntax/chunks.h"

namespace vramlint::syntax {

/// The fields of the grammar that are asked for by name.
struct Fields {
  TSFieldId alias, alternative, argument, arguments, attribute, body, cause, code, condition, consequence, definition,
      expression, format_specifier, function, guard, left, module_name, name, object, operator_, operators, parameters,
      return_type, right, subject, subscript, superclasses, type, type_conversion, type_parameters, value;
};
const Fields& fields();

/// The grammar's number for a node type, 0 if it has no such type.
TSSymbol node_kind(std::string_view type, bool named = true);
uint32_t node_kind_count();

/// One child of a node.
struct Branch {
  TSNode node;
  TSFieldId field = 0;
  bool named = false;

  std::string_view type() const { return ts_node_type(node); }
  bool is(std::string_view wanted) const { return type() == wanted; }
};

class ConcreteTree {
 public:
  /// Of the part of `text` from `begin` to `end`, with offsets in `text`. `complete()` is false when the parse was
  /// given up because it took too long; then there is no root.
  ConcreteTree(std::string_view text, uint32_t begin, uint32_t end);
  /// Of several parts of `text`, in its order, as if nothing stood between them.
  ConcreteTree(std::string_view text, std::span<const TextRange> parts);
  ~ConcreteTree();
  ConcreteTree(const ConcreteTree&) = delete;
  ConcreteTree& operator=(const ConcreteTree&) = delete;

  bool complete() const { return tree_ != nullptr; }
  TSNode root() const { return ts_tree_root_node(tree_); }

  /// All children without comments and line continuations, in order of the text.
  std::vector<Branch> children(TSNode node);
  /// In order of the text.
  std::vector<TSNode> comments();

 private:
  TSTree* tree_;
  TSTreeCursor cursor_{};
};

}  // namespace vramlint::syntax

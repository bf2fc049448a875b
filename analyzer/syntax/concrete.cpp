#include "syntax/concrete.h"

#include <memory>

extern "C" const TSLanguage* tree_sitter_python();

namespace vramlint::syntax {
namespace {

/// Ordinary files take a thousandth of it. Whole seconds only: tree-sitter 0.20 adds fractions wrongly.
constexpr uint64_t kParseMicroseconds = 1'000'000;

struct ParserDeleter {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

TSParser* parser_of_this_thread() {
  thread_local const std::unique_ptr<TSParser, ParserDeleter> parser = [] {
    std::unique_ptr<TSParser, ParserDeleter> made(ts_parser_new());
    ts_parser_set_language(made.get(), tree_sitter_python());
    ts_parser_set_timeout_micros(made.get(), kParseMicroseconds);
    return made;
  }();
  return parser.get();
}

TSFieldId field(std::string_view name) {
  return ts_language_field_id_for_name(tree_sitter_python(), name.data(), static_cast<uint32_t>(name.size()));
}

Fields find_fields() {
  return {.alias = field("alias"),
          .alternative = field("alternative"),
          .argument = field("argument"),
          .arguments = field("arguments"),
          .attribute = field("attribute"),
          .body = field("body"),
          .cause = field("cause"),
          .code = field("code"),
          .condition = field("condition"),
          .consequence = field("consequence"),
          .definition = field("definition"),
          .expression = field("expression"),
          .format_specifier = field("format_specifier"),
          .function = field("function"),
          .guard = field("guard"),
          .left = field("left"),
          .module_name = field("module_name"),
          .name = field("name"),
          .object = field("object"),
          .operator_ = field("operator"),
          .operators = field("operators"),
          .parameters = field("parameters"),
          .return_type = field("return_type"),
          .right = field("right"),
          .subject = field("subject"),
          .subscript = field("subscript"),
          .superclasses = field("superclasses"),
          .type = field("type"),
          .type_conversion = field("type_conversion"),
          .type_parameters = field("type_parameters"),
          .value = field("value")};
}

}  // namespace

const Fields& fields() {
  static const Fields found = find_fields();
  return found;
}

TSSymbol node_kind(std::string_view type, bool named) {
  return ts_language_symbol_for_name(tree_sitter_python(), type.data(), static_cast<uint32_t>(type.size()), named);
}

uint32_t node_kind_count() { return ts_language_symbol_count(tree_sitter_python()); }

ConcreteTree::ConcreteTree(std::string_view text, uint32_t begin, uint32_t end)
    : ConcreteTree(text, std::array{TextRange{begin, end}}) {}

ConcreteTree::ConcreteTree(std::string_view text, std::span<const TextRange> parts) {
  TSParser* parser = parser_of_this_thread();
  std::vector<TSRange> ranges;
  for (const TextRange& part : parts)
    ranges.push_back({.start_point = {0, 0}, .end_point = {~0U, ~0U}, .start_byte = part.begin, .end_byte = part.end});
  ts_parser_set_included_ranges(parser, ranges.data(), static_cast<uint32_t>(ranges.size()));
  tree_ = ts_parser_parse_string(parser, nullptr, text.data(), static_cast<uint32_t>(text.size()));
  if (tree_ == nullptr) {
    ts_parser_reset(parser);
  } else {
    cursor_ = ts_tree_cursor_new(root());
  }
}

ConcreteTree::~ConcreteTree() {
  if (tree_ == nullptr) return;
  ts_tree_cursor_delete(&cursor_);
  ts_tree_delete(tree_);
}

std::vector<TSNode> ConcreteTree::comments() {
  static const TSSymbol comment = node_kind("comment");
  std::vector<TSNode> found;
  ts_tree_cursor_reset(&cursor_, root());
  for (bool inside = true; inside;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor_);
    if (ts_node_symbol(node) == comment) found.push_back(node);
    if (ts_tree_cursor_goto_first_child(&cursor_)) continue;
    while (inside && !ts_tree_cursor_goto_next_sibling(&cursor_)) inside = ts_tree_cursor_goto_parent(&cursor_);
  }
  return found;
}

std::vector<Branch> ConcreteTree::children(TSNode node) {
  static const TSSymbol comment = node_kind("comment"), continuation = node_kind("line_continuation");
  std::vector<Branch> branches;
  branches.reserve(ts_node_child_count(node));
  // The children of an error have no fields, and asking for them takes a time that grows with the square of their
  // number.
  const bool is_error = ts_node_symbol(node) == static_cast<TSSymbol>(-1);
  ts_tree_cursor_reset(&cursor_, node);
  for (bool more = ts_tree_cursor_goto_first_child(&cursor_); more; more = ts_tree_cursor_goto_next_sibling(&cursor_)) {
    const TSNode child = ts_tree_cursor_current_node(&cursor_);
    const TSSymbol kind = ts_node_symbol(child);
    if (kind == comment || kind == continuation) continue;
    const TSFieldId field_id = is_error ? TSFieldId{0} : ts_tree_cursor_current_field_id(&cursor_);
    branches.push_back({child, field_id, ts_node_is_named(child)});
  }
  return branches;
}

}  // namespace vramlint::syntax

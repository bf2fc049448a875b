// Says what is wrong where tree-sitter found a text that is not Python.
#include <algorithm>
#include <array>

#include "syntax/python_builder.h"

namespace vramlint::syntax {
namespace {

constexpr size_t kMaxProblems = 50;
constexpr size_t kMaxQuoted = 30;

bool is_broken(TSNode node) { return is_error(node) || ts_node_is_missing(node); }

std::string first_line(std::string_view text) {
  text = text.substr(0, std::min(text.find_first_of("\r\n"), text.size()));
  if (text.size() <= kMaxQuoted) return std::string(text);
  size_t cut = kMaxQuoted;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
  return std::string(text.substr(0, cut)) + "…";
}

std::string missing_message(std::string_view type) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kWords = {
      {{"identifier", "a name"}, {"_newline", "the end of the line"}, {"_indent", "an indented block"}}};
  for (const auto& [kind, word] : kWords) {
    if (kind == type) return "expected " + std::string(word);
  }
  return "expected '" + std::string(type) + "'";
}

/// Which names under a node are bound in the scope that the node stands in.
enum class Binding : uint8_t { as_marked, all, name_only, none };

Binding binding_below(const Branch& at, bool binds) {
  constexpr std::array<std::string_view, 5> kTargets = {"pattern_list", "tuple_pattern", "list_pattern",
                                                        "list_splat_pattern", "as_pattern_target"};
  constexpr std::array<std::string_view, 6> kOwnScopes = {
      "lambda",           "list_comprehension",   "set_comprehension",
      "keyword_argument", "generator_expression", "dictionary_comprehension"};
  const std::string_view type = at.type();
  if (type == "case_pattern" || type == "global_statement") return Binding::all;
  if (type == "function_definition" || type == "class_definition") return Binding::name_only;
  if (std::find(kOwnScopes.begin(), kOwnScopes.end(), type) != kOwnScopes.end()) return Binding::none;
  if (type == "dotted_name") return binds ? Binding::all : Binding::as_marked;
  const bool target = std::find(kTargets.begin(), kTargets.end(), type) != kTargets.end();
  return target && binds ? Binding::all : Binding::as_marked;
}

/// What `ERROR` nodes of a known shape mean.
std::string error_message(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kStarts = {
      {{"<<<<<<<", "a merge conflict was left in the file"},
       {">>>>>>>", "a merge conflict was left in the file"},
       {"=======", "a merge conflict was left in the file"},
       {"print ", "`print` needs parentheses in Python 3"}}};
  for (const auto& [start, message] : kStarts) {
    if (text.starts_with(start)) return std::string(message);
  }
  const std::string line = first_line(text);
  return line.empty() ? "invalid syntax" : "invalid syntax near `" + line + "`";
}

}  // namespace

void PythonBuilder::problem(TSNode node, std::string message) {
  if (problems_.size() >= kMaxProblems) return;
  problems_.push_back({ProblemKind::syntax_error, span(node), std::move(message)});
}

void PythonBuilder::syntax_error(Expr& out, TSNode node, std::string message) {
  problem(node, message);
  out.node = Invalid{std::move(message)};
}

bool PythonBuilder::has_broken_child(TSNode node) {
  const std::vector<Branch> branches = children(node);
  return std::any_of(branches.begin(), branches.end(), [](const Branch& branch) { return is_broken(branch.node); });
}

void PythonBuilder::report_broken(TSNode node) {
  // Without recursion: an error may lie arbitrarily deep.
  std::vector<TSNode> waiting{node};
  while (!waiting.empty()) {
    const TSNode at = waiting.back();
    waiting.pop_back();
    if (ts_node_is_missing(at)) return problem(at, missing_message(ts_node_type(at)));
    if (is_error(at)) return problem(at, error_message(text(at)));
    if (!ts_node_has_error(at)) continue;
    const std::vector<Branch> branches = children(at);
    for (auto branch = branches.rbegin(); branch != branches.rend(); ++branch) waiting.push_back(branch->node);
  }
  problem(node, error_message(text(node)));
}

void PythonBuilder::broken(TSNode node, Expr& out) {
  report_broken(node);
  out.node = Invalid{"invalid syntax"};
  bind_names_below(node);
}

void PythonBuilder::bind_names_below(TSNode node) {
  static const TSSymbol identifier = node_kind("identifier");
  std::vector<Branch> waiting{{node}};
  while (!waiting.empty()) {
    const Branch at = waiting.back();
    waiting.pop_back();
    const bool binds = at.field == fields().left || at.field == fields().name || at.field == fields().alias;
    if (binds && ts_node_symbol(at.node) == identifier) scopes_.bind(symbol(at.node), nullptr);
    const Binding binding = binding_below(at, binds);
    for (Branch& branch : children(at.node)) {
      if (binding == Binding::all) branch.field = fields().left;
      if (binding == Binding::none || (binding == Binding::name_only && branch.field != fields().name)) continue;
      waiting.push_back(branch);
    }
  }
}

}  // namespace vramlint::syntax

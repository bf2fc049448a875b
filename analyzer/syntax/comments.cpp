#include "syntax/comments.h"

#include <algorithm>
#include <string_view>

#include "syntax/concrete.h"
#include "syntax/shell.h"
#include "syntax/yaml_comments.h"

namespace vramlint::syntax {
namespace {

std::vector<Span> python_comments(const Source& source) {
  ConcreteTree tree(source.text(), 0, static_cast<uint32_t>(source.text().size()));
  std::vector<Span> spans;
  if (!tree.complete()) return spans;
  for (const TSNode node : tree.comments())
    spans.push_back({&source, ts_node_start_byte(node), ts_node_end_byte(node)});
  return spans;
}

std::vector<Span> spans_of(const Source& source, Commented language) {
  switch (language) {
    case Commented::python:
      return python_comments(source);
    case Commented::yaml:
      return yaml_comments(source);
    case Commented::shell:
      return parse_shell(source).comments;
  }
  return {};
}

Comment comment_of(Span span) {
  const std::string_view text = span.text();
  span.end = span.begin + static_cast<uint32_t>(text.find_last_not_of(" \t\r") + 1);
  const Position place = span.start();
  const std::string_view before = span.source->line(place.line).substr(0, static_cast<size_t>(place.column - 1));
  return {span, before.find_first_not_of(" \t") == std::string_view::npos};
}

}  // namespace

std::optional<Commented> commented_language(const Source& source) {
  const std::string_view path = source.path();
  const auto ends = [&](std::initializer_list<std::string_view> endings) {
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) { return path.ends_with(ending); });
  };
  if (ends({".py", ".pyi"})) return Commented::python;
  if (ends({".yaml", ".yml"})) return Commented::yaml;
  if (ends({".sh", ".bash"})) return Commented::shell;
  const std::string_view first = source.line(1);
  if (!first.starts_with("#!")) return {};
  if (first.find("python") != std::string_view::npos) return Commented::python;
  return first.find("sh") != std::string_view::npos ? std::optional(Commented::shell) : std::nullopt;
}

std::vector<Comment> comments_of(const Source& source, Commented language) {
  std::vector<Comment> comments;
  for (const Span& span : spans_of(source, language)) comments.push_back(comment_of(span));
  return comments;
}

}  // namespace vramlint::syntax

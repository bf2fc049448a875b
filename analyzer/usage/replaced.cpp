#include "usage/replaced.h"

#include <algorithm>

#include "syntax/find_word.h"

namespace vramlint::usage {

namespace {

bool is_literal(const syntax::Expr& expr) {
  return std::holds_alternative<syntax::IntLiteral>(expr.node) ||
         std::holds_alternative<syntax::FloatLiteral>(expr.node) ||
         std::holds_alternative<syntax::StringLiteral>(expr.node) ||
         std::holds_alternative<syntax::BoolLiteral>(expr.node) ||
         std::holds_alternative<syntax::NoneLiteral>(expr.node);
}

int line_of(const Span& span) { return span.source->position_of(span.begin).line; }

size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

/// Statements of one body, or the later one in a body around that of the earlier: no line between them is further out.
bool follows(const Span& earlier, const Span& later) {
  if (earlier.source != later.source || earlier.begin >= later.begin) return false;
  const Source& source = *later.source;
  const size_t indent = indent_of(source.line(line_of(later)));
  if (indent > indent_of(source.line(line_of(earlier)))) return false;
  for (int line = line_of(earlier) + 1; line < line_of(later); ++line) {
    const std::string_view text = source.line(line);
    if (indent_of(text) < text.size() && indent_of(text) < indent) return false;
  }
  return true;
}

/// Whether no line between the two says the name.
bool is_unused_between(const std::string& name, const Span& from, const Span& to) {
  const std::string& text = from.source->text();
  const size_t at = syntax::find_word(text, name, std::min(text.find('\n', from.end), text.size()));
  return at == std::string::npos || at >= to.begin;
}

/// The last of the assignments of a literal to the name that the body makes by itself.
const syntax::Assign* assignment_in(const syntax::Body& body, const std::string& name) {
  const syntax::Assign* found = nullptr;
  for (const auto& statement : body) {
    const auto* assign = std::get_if<syntax::Assign>(&statement->node);
    if (!assign || !is_literal(*assign->value)) continue;
    const auto is_it = [&](const auto& target) {
      return std::holds_alternative<syntax::Name>(target->node) && target->span.text() == name;
    };
    if (std::any_of(assign->targets.begin(), assign->targets.end(), is_it)) found = assign;
  }
  return found;
}

/// The one other key that the branch goes by.
std::optional<size_t> mode_of(const syntax::If& branch, const Key& key, const Keys& keys) {
  for (size_t index = Keys::kRoot + 1; index < keys.all().size(); ++index) {
    const Key& mode = keys.all()[index];
    const auto is_it = [&](const Span& place) { return place == branch.condition->span; };
    if (mode.path != key.path && std::any_of(mode.conditions.begin(), mode.conditions.end(), is_it)) return index;
  }
  return {};
}

std::optional<Replaced> replaced(const Key& key, const Key::Kept& kept, const Keys& keys, const Notes& notes) {
  std::optional<Replaced> first;
  for (const auto& [branch, decision] : notes.decisions) {
    const Span& condition = branch->condition->span;
    if (decision.taken == decision.not_taken || !follows(kept.place, condition)) continue;
    const syntax::Assign* assign = assignment_in(decision.taken ? branch->then : branch->otherwise, kept.name);
    const std::optional<size_t> mode = assign ? mode_of(*branch, key, keys) : std::nullopt;
    if (!mode || !is_unused_between(kept.name, kept.place, assign->targets.front()->span)) continue;
    if (!first || condition.begin < first->condition.begin)
      first = Replaced{kept.name, assign->value->span, *mode, condition, assign->targets.front()->span};
  }
  return first;
}

}  // namespace

std::optional<Replaced> replaced(const Key& key, const Keys& keys, const Notes& notes) {
  std::optional<Replaced> last;
  for (const Key::Kept& kept : key.kept) {
    if (!kept.is_attribute && kept.place.source) last = replaced(key, kept, keys, notes);
    if (kept.is_attribute || !kept.place.source || !last) return {};
  }
  return last;
}

}  // namespace vramlint::usage

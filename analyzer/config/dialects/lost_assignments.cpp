#include "config/dialects/lost_assignments.h"

#include <cctype>
#include <unordered_map>

namespace vramlint::config {

namespace {

bool is_name_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool mentions(std::string_view text, std::string_view name) {
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    const bool begins = at == 0 || !is_name_letter(text[at - 1]);
    const bool ends = end == text.size() || !is_name_letter(text[end]);
    if (begins && ends) return true;
  }
  return false;
}

struct Setting {
  Span name, statement;
};

}  // namespace

std::vector<LostAssignment> lost_assignments(const syntax::PythonModule& module) {
  std::unordered_map<std::string, Setting> set;
  std::vector<LostAssignment> lost;
  for (const syntax::StmtPtr& statement : module.body) {
    const auto* assign = std::get_if<syntax::Assign>(&statement->node);
    if (!assign || assign->targets.size() != 1) continue;
    const syntax::Expr& target = *assign->targets[0];
    const auto* name = std::get_if<syntax::Name>(&target.node);
    if (!name) continue;
    const std::string text(name->variable.name.text());
    const auto [known, is_first] = set.try_emplace(text, Setting{target.span, statement->span});
    if (is_first) continue;
    const std::string_view whole = module.source->text();
    const uint32_t begin = known->second.statement.end;
    const bool read =
        mentions(whole.substr(begin, target.span.begin - begin), text) || mentions(assign->value->span.text(), text);
    if (!read) lost.push_back({text, known->second.name, target.span});
    known->second = {target.span, statement->span};
  }
  return lost;
}

}  // namespace vramlint::config

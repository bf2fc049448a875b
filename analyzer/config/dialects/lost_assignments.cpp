#include "config/dialects/lost_assignments.h"

#include <unordered_map>

#include "syntax/find_word.h"

namespace vramlint::config {

namespace {

bool says(std::string_view text, std::string_view name) {
  return syntax::find_word(text, name) != std::string_view::npos;
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
        says(whole.substr(begin, target.span.begin - begin), text) || says(assign->value->span.text(), text);
    if (!read) lost.push_back({text, known->second.name, target.span});
    known->second = {target.span, statement->span};
  }
  return lost;
}

}  // namespace vramlint::config

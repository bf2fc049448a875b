#include "usage/liveness.h"

#include <algorithm>

#include "usage/walk.h"

namespace vramlint::usage {

namespace {

bool is_definition(const syntax::Stmt& statement) {
  return std::holds_alternative<syntax::FunctionDef>(statement.node) ||
         std::holds_alternative<syntax::ClassDef>(statement.node);
}

/// Whether the body of a function, or of a function of a class, ran.
bool ran_inside(const syntax::Stmt& statement, const Notes& notes) {
  bool ran = false;
  const bool is_class = std::holds_alternative<syntax::ClassDef>(statement.node);
  each_part(statement, {[](const syntax::Expr&) {},
                        [&](const syntax::Stmt& inner) {
                          if (is_class && is_definition(inner))
                            ran = ran || ran_inside(inner, notes);
                          else
                            ran = ran || (!is_class && notes.executed.contains(&inner));
                        }});
  return ran;
}

}  // namespace

Liveness::Liveness(const Program& program, const Notes& notes, const std::vector<std::string>& also)
    : program_(program), notes_(notes) {
  for (const auto& module : program.modules) live_.emplace_back(module->definitions.size(), false);
  has_main_ = !program.modules.empty() &&
              std::any_of(program.modules[0]->definitions.begin(), program.modules[0]->definitions.end(),
                          [](const Definition& definition) { return definition.is_main; });
  for (size_t m = 0; m < program.modules.size(); ++m) register_module(m);
  for (const std::string& name : also) say(name);
  for (const std::string& name : notes.handed) say(name);
  for (const std::string& name : said_) say(name);
  while (!open_.empty()) {
    const auto [m, d] = open_.back();
    open_.pop_back();
    for (const std::string& name : program.modules[m]->definitions[d].names) say(name);
  }
}

void Liveness::register_module(size_t m) {
  const ModuleText& text = *program_.modules[m];
  const syntax::Body& body = text.module->body;
  const bool ran =
      std::any_of(body.begin(), body.end(), [&](const auto& one) { return notes_.executed.contains(one.get()); });
  live_[m][0] = true;
  if (!ran) open_.emplace_back(m, 0);
  for (const auto& statement : body) {
    if (ran) say_what_did_not_run(*statement);
  }
  for (size_t d = 1; d < text.definitions.size(); ++d) {
    const Definition& definition = text.definitions[d];
    if (starts(m, definition))
      wake(m, d);
    else if (!definition.is_main)
      named_[definition.name].emplace_back(m, d);
  }
}

bool Liveness::starts(size_t m, const Definition& definition) const {
  if (definition.is_main) return m == 0;
  const Span& span = definition.statement->span;
  return (m == 0 && !has_main_) || definition.is_asked_for || notes_.met.contains({span.source, span.begin}) ||
         ran_inside(*definition.statement, notes_);
}

void Liveness::say_what_did_not_run(const syntax::Stmt& statement) {
  if (is_definition(statement)) return;
  if (!notes_.ran(&statement)) each_name(statement, [&](const std::string& name) { said_.push_back(name); });
  each_part(statement, {[](const syntax::Expr&) {}, [&](const syntax::Stmt& inner) { say_what_did_not_run(inner); }});
}

void Liveness::wake(size_t m, size_t d) {
  if (live_[m][d]) return;
  live_[m][d] = true;
  open_.emplace_back(m, d);
}

void Liveness::say(const std::string& name) {
  const auto found = named_.find(name);
  if (found == named_.end()) return;
  const auto definitions = std::move(found->second);
  named_.erase(found);
  for (const auto& [m, d] : definitions) wake(m, d);
}

}  // namespace vramlint::usage

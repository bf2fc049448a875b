#include "usage/idle.h"

#include <algorithm>

#include "syntax/find_word.h"
#include "usage/walk.h"

namespace vramlint::usage {

namespace {

bool shows(const syntax::Expr& expr) {
  if (std::holds_alternative<syntax::StringLiteral>(expr.node)) return true;
  const auto* call = std::get_if<syntax::Call>(&expr.node);
  return call && shows_only(call->callee->span.text());
}

/// Whether a function only answers, by its name.
bool only_answers(std::string_view callee) {
  constexpr std::string_view kNames[] = {"get",   "copy", "keys",    "items", "values", "isinstance", "len",
                                         "float", "int",  "getattr", "bool",  "str",    "dict",       "list"};
  const std::string_view name = callee.substr(callee.rfind('.') + 1);
  return name.starts_with("is_") || name.starts_with("has") ||
         std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

bool is_harmless(const syntax::Expr& expr) {
  if (const auto* call = std::get_if<syntax::Call>(&expr.node); call && !only_answers(call->callee->span.text()))
    return false;
  bool harmless = true;
  each_part(expr,
            {[&](const syntax::Expr& part) { harmless = harmless && is_harmless(part); }, [](const syntax::Stmt&) {}});
  return harmless;
}

/// All of the branch, from its condition on.
Span span_of(const syntax::If& branch) {
  Span all = branch.condition->span;
  for (const syntax::Body* body : {&branch.then, &branch.otherwise}) {
    if (!body->empty()) all.end = std::max(all.end, body->back()->span.end);
  }
  return all;
}

/// `receiver.get("name")`, by itself or `is not None`.
struct Question {
  std::string_view receiver;
  std::string name;
};

std::optional<Question> question_of(const syntax::Expr& condition) {
  if (const auto* compare = std::get_if<syntax::Compare>(&condition.node)) {
    const bool is_there = compare->rest.size() == 1 && compare->rest[0].first == syntax::CompareOp::is_not &&
                          std::holds_alternative<syntax::NoneLiteral>(compare->rest[0].second->node);
    return is_there ? question_of(*compare->first) : std::nullopt;
  }
  const auto* call = std::get_if<syntax::Call>(&condition.node);
  const auto* getter = call ? std::get_if<syntax::Attribute>(&call->callee->node) : nullptr;
  if (!getter || getter->name.text() != "get" || call->arguments.size() != 1) return std::nullopt;
  const auto* name = std::get_if<syntax::StringLiteral>(&call->arguments[0].value->node);
  if (!name) return std::nullopt;
  return Question{getter->object->span.text(), name->value};
}

}  // namespace

bool Idle::is_idle(const Key& key) {
  key_ = &key;
  std::vector<Span> places = key.conditions;
  places.insert(places.end(), key.answers.begin(), key.answers.end());
  for (const Span& place : places) {
    const syntax::If* branch = branch_on(place);
    if (!branch) continue;
    branch_ = branch;
    if (idle(*branch)) branches.push_back(span_of(*branch));
  }
  return !places.empty() && std::all_of(places.begin(), places.end(), [&](const Span& place) {
    return std::any_of(branches.begin(), branches.end(), [&](const Span& branch) { return covers(branch, place); });
  });
}

/// One that is taken because of the key.
const syntax::If* Idle::branch_on(const Span& condition) const {
  for (const auto& [branch, decision] : notes_.decisions) {
    if (branch->condition->span == condition) return decision.taken && !decision.not_taken ? branch : nullptr;
  }
  return nullptr;
}

bool Idle::idle(const syntax::If& branch) { return idle(branch.then) && idle(branch.otherwise); }

bool Idle::idle(const syntax::Body& body) {
  return std::all_of(body.begin(), body.end(), [&](const auto& statement) { return idle(*statement); });
}

/// What waits for an import that fails is no matter where all imports were done.
bool Idle::idle(const syntax::Try& block) {
  const bool imported = std::all_of(block.body.begin(), block.body.end(), [&](const auto& statement) {
    const bool imports = std::holds_alternative<syntax::Import>(statement->node) ||
                         std::holds_alternative<syntax::ImportFrom>(statement->node);
    return !imports || notes_.ran(statement.get());
  });
  const auto never_runs = [&](const syntax::Try::Handler& handler) {
    if (!imported || !handler.type) return false;
    const std::string_view type = handler.type->span.text();
    return type == "ImportError" || type == "ModuleNotFoundError";
  };
  return idle(block.body) && idle(block.otherwise) && idle(block.finally) &&
         std::all_of(block.handlers.begin(), block.handlers.end(),
                     [&](const auto& handler) { return never_runs(handler) || idle(handler.body); });
}

bool Idle::idle(const syntax::Stmt& statement) {
  if (std::holds_alternative<syntax::Pass>(statement.node)) return true;
  if (const auto* expr = std::get_if<syntax::ExprStmt>(&statement.node)) return shows(*expr->value);
  if (const auto* block = std::get_if<syntax::Try>(&statement.node)) return idle(*block);
  if (const auto* import = std::get_if<syntax::ImportFrom>(&statement.node))
    return std::all_of(import->items.begin(), import->items.end(),
                       [&](const auto& item) { return stays_inside(item.target); });
  if (const auto* assign = std::get_if<syntax::Assign>(&statement.node)) {
    const auto is_own = [&](const auto& target) {
      const auto* name = std::get_if<syntax::Name>(&target->node);
      return name && stays_inside(name->variable);
    };
    return is_harmless(*assign->value) && std::all_of(assign->targets.begin(), assign->targets.end(), is_own);
  }
  const auto* branch = std::get_if<syntax::If>(&statement.node);
  if (!branch) return false;
  if (never_runs(*branch) || asks_in_vain(*branch->condition)) return idle(branch->otherwise);
  return is_harmless(*branch->condition) && idle(*branch);
}

/// Its arm waits for an attribute that the object has never had.
bool Idle::never_runs(const syntax::If& branch) {
  const auto decision = notes_.decisions.find(&branch);
  if (decision == notes_.decisions.end() || decision->second.taken) return false;
  for (const Lack& candidate : notes_.lacked) {
    if (!covers(branch.condition->span, candidate.place)) continue;
    lack = &candidate;
    return true;
  }
  return false;
}

/// Whether it asks the key's own section, as the branch on the key does, for a key that this config does not have.
bool Idle::asks_in_vain(const syntax::Expr& condition) const {
  const std::optional<Question> own = question_of(*branch_->condition), other = question_of(condition);
  if (!own || !other || own->receiver != other->receiver || own->name != key_->name || !key_->parent) return false;
  const std::vector<size_t>& siblings = keys_.all()[*key_->parent].children;
  return std::none_of(siblings.begin(), siblings.end(),
                      [&](size_t sibling) { return keys_.all()[sibling].name == other->name; });
}

/// Whether it is a function's own, and nothing else in the file says the name.
bool Idle::stays_inside(const syntax::Variable& variable) const {
  if (variable.where == syntax::Where::global) return false;
  const std::string& name = variable.name.text();
  const Span branch = span_of(*branch_);
  const std::string& text = branch.source->text();
  for (size_t at = syntax::find_word(text, name); at != std::string::npos; at = syntax::find_word(text, name, at + 1)) {
    if (at < branch.begin || at + name.size() > branch.end) return false;
  }
  return true;
}

}  // namespace vramlint::usage

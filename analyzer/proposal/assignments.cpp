// Which assignments of a name reach the place where it is used, and what they make of it together.
#include <algorithm>

#include "proposal/expression_writer.h"
#include "usage/walk.h"

namespace vramlint::proposal {

using namespace syntax;

namespace {

/// The conditions around an expression, as far as a call tells them: its own, or those of the call around it.
std::vector<Guard> guards_at(const Expr& use, const Unit& unit) {
  std::vector<Guard> guards;
  for (const CallSite& call : unit.calls) {
    const bool around = call.expr->span.begin <= use.span.begin && use.span.end <= call.expr->span.end;
    if (around) guards = call.guards;
  }
  return guards;
}

bool contradict(const std::vector<Guard>& left, const std::vector<Guard>& right) {
  for (const Guard& one : left) {
    for (const Guard& other : right) {
      if (one.condition == other.condition && one.then != other.then) return true;
    }
  }
  return false;
}

/// Without the conditions that hold at the use anyway.
std::vector<Guard> beyond(const std::vector<Guard>& guards, const std::vector<Guard>& known) {
  std::vector<Guard> rest;
  for (const Guard& one : guards) {
    const auto same = [&](const Guard& other) { return one.condition == other.condition; };
    if (std::none_of(known.begin(), known.end(), same)) rest.push_back(one);
  }
  return rest;
}

}  // namespace

bool mentions(const Expr& expr, const std::string& name) {
  if (dotted_name(expr) == name) return true;
  bool found = false;
  usage::each_part(expr, {[&](const Expr& part) { found = found || mentions(part, name); }, [](const Stmt&) {}});
  return found;
}

std::vector<Definition> ExpressionWriter::reaching(const Found& found, const Expr& use, const Unit& unit) {
  if (found.unit != &unit || found.unit->function != unit.function) return *found.definitions;
  const std::vector<Guard> known = guards_at(use, unit);
  std::vector<Definition> reached;
  for (const Definition& one : *found.definitions) {
    if (one.value->span.begin >= use.span.begin || contradict(one.guards, known)) continue;
    reached.push_back({one.value, beyond(one.guards, known)});
    if (reached.back().guards.empty() && !mentions(*one.value, dotted_name(use))) {  // what was before is gone
      std::swap(reached.front(), reached.back());
      reached.resize(1);
    }
  }
  return reached.empty() ? *found.definitions : reached;
}

/// "A if c else B if d else C" of the arms of one `if`; `before` is what holds where no arm is taken.
std::string ExpressionWriter::arms_text(const std::vector<Arm>& arms, const std::string& before) {
  std::string text;
  for (size_t i = 0; i < arms.size(); ++i) {
    text += arms[i].text;
    const bool last = i + 1 == arms.size();
    if (arms[i].condition.empty() || (last && before.empty())) return text;
    text += " if " + arms[i].condition + " else " + (last ? before : "");
  }
  return text;
}

std::string ExpressionWriter::assigned_text(const std::string& name, const std::vector<Definition>& definitions,
                                            const Unit& unit) {
  std::string now;
  std::vector<Arm> arms;
  const Expr* first = nullptr;  // the condition that the arms begin with
  const auto close = [&] {
    if (!arms.empty()) now = arms_text(arms, now);
    arms.clear();
    first = nullptr;
  };
  for (const Definition& one : definitions) {
    const Expr* condition = one.guards.empty() ? nullptr : one.guards.front().condition;
    if (condition != first || !condition) close();
    const auto outer = bound_.find(name);
    const std::string kept = outer == bound_.end() ? "" : outer->second;
    if (!now.empty() && mentions(*one.value, name)) bound_[name] = in_parentheses(now);
    const std::string value = write(*one.value, unit);
    bound_.erase(name);
    if (!kept.empty()) bound_[name] = kept;
    if (value.empty()) continue;
    if (!condition) {
      now = value;
      continue;
    }
    first = condition;
    arms.push_back({value, one.guards.back().then ? write(*one.guards.back().condition, unit) : ""});
  }
  close();
  return now;
}

}  // namespace vramlint::proposal

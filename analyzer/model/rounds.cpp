#include "model/rounds.h"

#include <algorithm>

namespace vramlint::model {
namespace {

bool is_gradient(const syntax::Expr& target) {
  const auto* attribute = std::get_if<syntax::Attribute>(&target.node);
  return attribute && (attribute->name.text() == "grad" || attribute->name.text() == "requires_grad");
}

bool takes_gradients(const syntax::Body& body);

/// `p.grad = None`, `p.requires_grad = False`: without it there are more gradients, and states of the optimizer.
bool takes_gradients(const syntax::Stmt& statement) {
  if (const auto* assign = std::get_if<syntax::Assign>(&statement.node))
    return std::any_of(assign->targets.begin(), assign->targets.end(),
                       [](const auto& each) { return is_gradient(*each); });
  if (const auto* loop = std::get_if<syntax::For>(&statement.node)) return takes_gradients(loop->body);
  if (const auto* branch = std::get_if<syntax::If>(&statement.node))
    return takes_gradients(branch->then) || takes_gradients(branch->otherwise);
  const auto* block = std::get_if<syntax::With>(&statement.node);
  return block && takes_gradients(block->body);
}

bool takes_gradients(const syntax::Body& body) {
  return std::any_of(body.begin(), body.end(), [](const auto& each) { return takes_gradients(*each); });
}

/// A `return` leaves the function alone that the loop calls.
bool goes_on(const syntax::Body& arm, bool in_call) {
  if (arm.empty()) return true;
  const auto& last = arm.back()->node;
  if (std::holds_alternative<syntax::Return>(last)) return in_call;
  return !std::holds_alternative<syntax::Break>(last) && !std::holds_alternative<syntax::Continue>(last) &&
         !std::holds_alternative<syntax::Raise>(last);
}

/// `continue`, or `return` out of a function that the loop calls: what follows behind the branch is the other arm.
bool ends_round(const syntax::Body& arm, bool in_call) {
  if (arm.empty()) return false;
  const auto& last = arm.back()->node;
  return std::holds_alternative<syntax::Continue>(last) || (in_call && std::holds_alternative<syntax::Return>(last));
}

bool goes_other(const interp::Branch& branch, bool taken, bool in_call) {
  if (!branch.statement) return branch.weighs;
  const syntax::If& node = *branch.statement;
  const syntax::Body &arm = taken ? node.then : node.otherwise, &other = taken ? node.otherwise : node.then;
  return (!other.empty() || takes_gradients(arm) || ends_round(arm, in_call)) && goes_on(other, in_call);
}

Span span_of(const syntax::Body& arm) {
  if (arm.empty()) return {};
  return {arm.front()->span.source, arm.front()->span.begin, arm.back()->span.end};
}

Span arm_of(const interp::Branch& branch, bool taken) {
  if (!branch.statement) return taken ? branch.then : branch.otherwise;
  return span_of(taken ? branch.statement->then : branch.statement->otherwise);
}

}  // namespace

bool covers(const Span& whole, const Span& part) {
  return whole && whole.source == part.source && whole.begin <= part.begin && part.end <= whole.end;
}

/// What does not change may be left of a number that does.
bool RoundCondition::stays(const RoundCondition& last) const {
  if (!compared || !last.compared || compared->number == last.compared->number) return false;
  const bool is_alike = compared->op == last.compared->op && compared->divisor == last.compared->divisor &&
                        compared->with == last.compared->with;
  return is_alike && !interp::may_come_to(*compared, compared->number, last.compared->number, !taken);
}

void RoundConditions::meet(const interp::Branch& branch, bool taken, RoundPlace where) {
  const Span& place = branch.condition;
  const auto known = std::find_if(all_.begin(), all_.end(), [&](const auto& each) { return each.place == place; });
  if (known == all_.end())
    all_.push_back({.place = place,
                    .taken = taken,
                    .in_loop = where.in_loop,
                    .before = where.before,
                    .goes_other = goes_other(branch, taken, where.in_call),
                    .arm = arm_of(branch, taken),
                    .other = arm_of(branch, !taken),
                    .compared = branch.compared});
  else if (known->taken != taken)
    (where.in_first ? known->varies : known->changes) = true;
}

bool RoundConditions::has_remainders() const {
  return std::ranges::any_of(remainders_, [&](const Span& place) {
    return std::ranges::none_of(all_, [&](const RoundCondition& each) { return covers(each.place, place); });
  });
}

const RoundCondition* RoundConditions::at(const Span& place) const {
  const auto known = std::find_if(all_.begin(), all_.end(), [&](const auto& each) { return each.place == place; });
  return known == all_.end() ? nullptr : &*known;
}

std::vector<RoundCondition> RoundConditions::of_later_rounds() const {
  std::vector<RoundCondition> turned;
  for (const RoundCondition& each : all_)
    if ((each.in_loop || (each.before && !each.holds_loop)) && each.goes_other && !each.varies) turned.push_back(each);
  // `if i % 100 == 0: log()`, `elif i % 16 == 0: regularise()`: the second is not met in the first round.
  std::vector<RoundCondition> around;
  for (const RoundCondition& each : all_) {
    const auto lies_there = [&](const RoundCondition& one) { return covers(each.other, one.place); };
    const bool is_turned = each.goes_other && !each.varies;
    if (each.in_loop && !is_turned && (each.varies || each.changes) && std::ranges::any_of(turned, lies_there))
      around.push_back(each);
  }
  turned.insert(turned.begin(), around.begin(), around.end());
  return turned;
}

void RoundConditions::begin_loop(const std::vector<Span>& calls) {
  for (RoundCondition& each : all_)
    each.holds_loop = !each.in_loop &&
                      std::any_of(calls.begin(), calls.end(), [&](const Span& call) { return covers(each.arm, call); });
}

std::vector<RoundCondition> RoundConditions::around_loop() const {
  std::vector<RoundCondition> turned;
  for (const RoundCondition& each : all_)
    if (each.holds_loop && each.goes_other && !each.varies) turned.push_back(each);
  return turned;
}

bool WarmUp::is_turned(const Span& branch) const {
  return std::any_of(turned.begin(), turned.end(), [&](const RoundCondition& each) { return each.place == branch; });
}

bool WarmUp::turns(const Span& branch, bool taken) const {
  return std::any_of(turned.begin(), turned.end(),
                     [&](const RoundCondition& each) { return each.place == branch && each.taken == taken; });
}

std::string said_of(const RoundCondition& condition) {
  return "`" + std::string(condition.place.text()) + "` " + (condition.taken ? "no longer holds" : "comes to hold") +
         " in a later round; the step is followed as it is then, too";
}

}  // namespace vramlint::model

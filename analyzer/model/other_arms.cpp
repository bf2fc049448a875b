#include "model/other_arms.h"

#include "interp/branches.h"
#include "model/written_step.h"

namespace vramlint::model {
namespace {

constexpr size_t kMostOthers = 4;

bool is_of(const Assumption& assumption, const std::vector<Span>& branches) {
  return std::find(branches.begin(), branches.end(), assumption.span) != branches.end();
}

/// `text` from its reason on, if it begins with `choice`.
std::string_view reason_behind(std::string_view text, std::string_view choice) {
  return text.starts_with(choice) ? text.substr(choice.size()) : std::string_view();
}

void say_both(std::vector<Assumption>& assumptions, const std::vector<Span>& both) {
  for (Assumption& assumption : assumptions) {
    if (!is_of(assumption, both)) continue;
    for (const char* choice : interp::kContested) {
      const std::string reason(reason_behind(assumption.text, choice));
      if (!reason.empty()) assumption.text = "both branches are followed, and the higher peak counts" + reason;
    }
  }
}

void forget_choices(std::vector<Assumption>& assumptions, const std::vector<Span>& both) {
  std::erase_if(assumptions, [&](const Assumption& assumption) {
    return is_of(assumption, both) && assumption.text.starts_with(interp::kOther);
  });
}

bool trains(const Outcome& outcome) {
  const std::vector<Unknown>& unknowns = outcome.graph->unknowns;
  return std::none_of(unknowns.begin(), unknowns.end(), says_untrained);
}

class OtherArms {
 public:
  OtherArms(const Try& build, BuildContext& context) : build_(build), context_(context) {}

  /// Each branch once, on the way on which it was met.
  void ask(const Outcome& outcome, const Attempt& how) {
    for (const Span& branch : outcome.contested) {
      const bool is_decided = std::find(asked_.begin(), asked_.end(), branch) != asked_.end() ||
                              std::find(how.other_arms.begin(), how.other_arms.end(), branch) != how.other_arms.end();
      if (is_decided) continue;
      asked_.push_back(branch);
      Attempt other = how;
      other.other_arms.push_back(branch);
      other.compares = true;
      waiting_.push_back(std::move(other));
    }
  }

  void follow() {
    for (size_t i = 0; i < std::min(waiting_.size(), kMostOthers); ++i) {
      const Attempt how = waiting_[i];
      if (context_.known && context_.known->has_vain(how.other_arms)) continue;
      Outcome other = build_(how);
      if (!other.graph) {
        context_.notes.vain_arms.push_back(how.other_arms);
        continue;
      }
      other.facts.kind = PhaseKind::alternative;
      other.facts.other_arms = how.other_arms;
      both_.push_back(how.other_arms.back());
      ask(other, how);
      found_.push_back(std::move(other));
    }
  }

  std::vector<Outcome> finish(Outcome& first) {
    bool any_trains = trains(first);
    for (const Outcome& other : found_) any_trains = any_trains || trains(other);
    settle(first, any_trains);
    for (Outcome& other : found_) settle(other, any_trains);
    return std::move(found_);
  }

 private:
  void settle(Outcome& outcome, bool any_trains) const {
    say_both(outcome.assumptions, both_);
    forget_choices(outcome.assumptions, both_);
    if (any_trains) std::erase_if(outcome.graph->unknowns, says_untrained);
  }

  const Try& build_;
  BuildContext& context_;
  std::vector<Span> asked_, both_;
  std::vector<Attempt> waiting_;
  std::vector<Outcome> found_;
};

}  // namespace

std::vector<Outcome> follow_other_arms(const Try& build, Outcome& first, const Attempt& how, BuildContext& context) {
  OtherArms arms(build, context);
  arms.ask(first, how);
  arms.follow();
  return arms.finish(first);
}

}  // namespace vramlint::model

#include "model/later_rounds.h"

#include <algorithm>
#include <functional>

#include "model/conclude.h"
#include "model/loop_search.h"
#include "model/program_run.h"

namespace vramlint::model {
namespace {

using Kind = BuildFailure::Kind;

constexpr int64_t kPatience = 4, kLeastSteps = 500'000;  // with what a later round takes longer

/// How a phase of it is called, and what is said where it could not be followed.
struct RoundWords {
  std::string_view name, what;
};

RoundWords words_of(Rounds rounds) {
  switch (rounds) {
    case Rounds::first:
      return {"next training", "the next training"};
    case Rounds::later:
      return {"later", "what a later round does"};
    case Rounds::last:
      return {"last round", "the last round"};
    case Rounds::whole:
      return {"between epochs", "what is done between two runs of the training loop"};
    case Rounds::behind:
      return {"after training", "what is done once the training has ended"};
  }
  return {};
}

class LaterRounds : public ProgramRun {
 public:
  LaterRounds(const PhaseOf& phase, BuildContext& context, const Attempt& how, const FollowedRound& first)
      : ProgramRun(phase, context, how), first_(first) {
    supposed_ = first.found.supposed;
    afresh_ = first.found.afresh;
  }

  std::vector<Outcome> outcomes() {
    const ReadResult script = context_.files.read(program_.path);
    if (!script) return {};
    script_ = script.source;
    std::vector<RoundCondition> turned = first_.conditions.of_later_rounds();
    if (first_.sized || (!turned.empty() && first_.strides)) follow_last(turned);
    if (!turned.empty()) follow(first_.found.loop, Rounds::later, turned);
    if (!first_.found.loop.around.empty()) follow(first_.found.loop, Rounds::whole, {});
    for (const RoundCondition& each : first_.conditions.around_loop()) follow_arm(each);
    if (first_.found.works_behind) follow(first_.found.loop, Rounds::behind, {});
    for (const TrainingLoop& each : first_.found.further) follow(each, Rounds::first, {});
    if (!left_out_.empty()) found_.emplace_back().assumptions = std::move(left_out_);
    return std::move(found_);
  }

 private:
  /// The last round, if sizes go by its number, or a branch goes the other way there by itself and so need not be
  /// turned in a later one.
  void follow_last(std::vector<RoundCondition>& turned) {
    if (first_.sized && !first_.ends) return note_sizes("the first round is followed", left_out_);
    follow(first_.found.loop, Rounds::last, {});
    if (found_.empty()) return;
    const RoundConditions there = found_.back().round->conditions;
    const auto goes_other = [&](const RoundCondition& each) {
      const RoundCondition* met = there.at(each.place);
      return met && met->taken != each.taken;
    };
    const auto others = std::stable_partition(turned.begin(), turned.end(), std::not_fn(goes_other));
    const bool makes_more = first_.sized && found_.back().round->made > first_.made;
    if (others == turned.end() && !makes_more) return found_.pop_back();
    std::vector<Assumption>& assumptions = found_.back().graph->assumptions;
    if (makes_more) note_sizes("the first and the last round are followed", assumptions);
    for (auto each = others; each != turned.end(); ++each) assumptions.push_back({said_of(*each), each->place});
    turned.erase(others, turned.end());
  }

  void note_sizes(const std::string& followed, std::vector<Assumption>& to) const {
    to.push_back({"sizes of what the step makes go by the number of the round: " + followed, first_.found.loop.span});
  }

  /// From the round on in which the branch around the loop goes the other way, another loop may train.
  void follow_arm(const RoundCondition& turned) {
    const std::unique_ptr<Started> run = started();
    ArmSearch search(run->interpreter, *run->builder, first_.found.loop, turned);
    (void)watch(*run, *script_, search, kMostBatches);
    end(*run, context_);
    if (search.loop()) follow(*search.loop(), Rounds::later, {turned});
  }

  void follow(const TrainingLoop& loop, Rounds rounds, const std::vector<RoundCondition>& turned) {
    outcome_ = {};
    record(*script_, loop, {rounds, turned, kPatience * first_.steps + kLeastSteps});
    if (!outcome_.graph) return note_left_out(rounds, turned);
    std::string_view name = words_of(rounds).name;
    if (rounds == Rounds::last && first_.strides) name = "last batch";
    if (rounds == Rounds::whole && is_validation_) name = "validation";
    const config::Phase named{std::string(name)};
    outcome_.graph->phase = phase_name(phase_.experiment, &named);
    outcome_.facts.kind = PhaseKind::later;
    outcome_.assumptions.clear();
    outcome_.unknowns.clear();
    for (const RoundCondition& each : turned) outcome_.graph->assumptions.push_back({said_of(each), each.place});
    found_.push_back(std::move(outcome_));
  }

  /// Where a program simply ends, there is nothing to be noted, nor where it raises with a branch turned that it may
  /// never take like this.
  void note_left_out(Rounds rounds, const std::vector<RoundCondition>& turned) {
    if (!outcome_.failure || outcome_.failure->message == kNotReached) return;
    const bool is_turned = rounds == Rounds::later || rounds == Rounds::last;
    if (is_turned && outcome_.failure->kind != Kind::budget) return;
    std::string what(words_of(rounds).what);
    if (!turned.empty()) what += ", in which `" + std::string(turned.front().place.text()) + "` goes the other way,";
    left_out_.push_back({what + " is not counted: " + outcome_.failure->message, outcome_.failure->span});
  }

  const FollowedRound& first_;
  const Source* script_ = nullptr;
  std::vector<Assumption> left_out_;
  std::vector<Outcome> found_;
};

}  // namespace

std::vector<Outcome> follow_later_rounds(const PhaseOf& phase, BuildContext& context, const Attempt& how,
                                         const Outcome& first) {
  if (!first.graph || !first.round) return {};
  return LaterRounds(phase, context, how, *first.round).outcomes();
}

}  // namespace vramlint::model

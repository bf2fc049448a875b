#include "model/later_rounds.h"

#include <algorithm>
#include <functional>

#include "model/bounded_sizes.h"
#include "model/conclude.h"
#include "model/ended_trainings.h"
#include "model/loop_search.h"
#include "model/program_run.h"

namespace vramlint::model {
namespace {

using Kind = BuildFailure::Kind;

constexpr int64_t kPatience = 4, kLeastSteps = 4'000'000;  // with what a later round takes longer

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
    case Rounds::item:
      return {"later", "what the training does with another item"};
    case Rounds::again:
      return {"next epoch", "the training once what is around it has run"};
    case Rounds::whole:
      return {"between epochs", "what is done between two runs of the training loop"};
    case Rounds::behind:
      return {"after training", "what is done once the training has ended"};
  }
  return {};
}

bool goes_backward(const graph::Event& event) { return std::holds_alternative<graph::Backward>(event); }

bool trains(const graph::Graph& graph) { return std::ranges::any_of(graph.events, goes_backward); }

class LaterRounds : public ProgramRun {
 public:
  LaterRounds(const PhaseOf& phase, BuildContext& context, const Attempt& how, const Outcome& first)
      : ProgramRun(phase, context, how), first_(*first.round), first_graph_(*first.graph) {
    if (trains(*first.graph)) longest_ = first_.steps;
    supposed_ = first_.found.supposed;
    afresh_ = first_.found.afresh;
  }

  std::vector<Outcome> outcomes() {
    const ReadResult script = context_.files.read(program_.path);
    if (!script) return {};
    script_ = script.source;
    std::vector<RoundCondition> turned = first_.conditions.of_later_rounds();
    if (first_.found.warm_up) std::erase_if(turned, [&](const RoundCondition& each) { return is_turned_by_now(each); });
    if (!first_.found.warm_up && (first_.sized || first_.numbers.picks || (!turned.empty() && first_.numbers.strides)))
      follow_last(turned);
    else if (std::ranges::any_of(turned, [](const RoundCondition& each) { return each.compared.has_value(); }))
      leave_out_staying(turned);
    if (first_.numbers.picks && first_.numbers.milestone > 0) follow_milestone();
    for (const ItemOfLoop& each : first_.numbers.lists)
      if (each.loop == first_.found.loop.outermost()) follow_items(each);  // else an epoch goes over them all
    follow_turned(std::move(turned));
    if (!first_.found.loop.around.empty()) follow_epoch();
    for (const RoundCondition& each : first_.conditions.around_loop())
      if (!is_turned_by_now(each)) follow_arm(each);
    if (first_.found.works_behind) follow(first_.found.loop, {Rounds::behind});
    for (const TrainingLoop& each : first_.found.further) follow(each, {});
    if (!left_out_.empty() || !unasked_.empty()) {
      found_.emplace_back().assumptions = std::move(left_out_);
      found_.back().unknowns = std::move(unasked_);
    }
    return std::move(found_);
  }

 private:
  bool is_turned_by_now(const RoundCondition& branch) const {
    return first_.found.warm_up && first_.found.warm_up->is_turned(branch.place);
  }

  /// The last round, if what the step makes goes by its number, or a branch goes the other way there by itself and so
  /// need not be turned in a later one.
  void follow_last(std::vector<RoundCondition>& turned) {
    const int64_t count = first_.numbers.counts ? std::max<int64_t>(first_.numbers.last_count, 0) : 0;
    if (!first_.numbers.ends && count == 0 && !first_.numbers.strides) {
      if (first_.sized) note_sizes("the first round is followed", left_out_);
      return;
    }
    const size_t before = found_.size();
    RoundChoice last{Rounds::last};
    last.count = count;
    follow(first_.found.loop, last);
    if (found_.size() == before && last.count > 1) {  // `if step > most: break` stands before what it counts
      --last.count;
      follow(first_.found.loop, last);
    }
    if (found_.size() == before) return;
    const RoundConditions there = found_.back().round->conditions;
    const auto goes_other = [&](const RoundCondition& each) {
      const RoundCondition* met = there.at(each.place);
      return met && met->taken != each.taken;
    };
    if (first_.numbers.ends && !first_.conditions.has_remainders()) leave_out_staying(turned, there);
    const auto others = std::stable_partition(turned.begin(), turned.end(), std::not_fn(goes_other));
    const bool makes_more = (first_.sized || first_.numbers.picks) && found_.back().round->made > first_.made;
    if (others == turned.end() && !makes_more) return found_.pop_back();
    std::vector<Assumption>& assumptions = found_.back().graph->assumptions;
    if (makes_more) note_sizes("the first and the last round are followed", assumptions);
    for (auto each = others; each != turned.end(); ++each) assumptions.push_back({said_of(*each), each->place});
    turned.erase(others, turned.end());
  }

  /// Only to see how far the numbers go that branches compare.
  void leave_out_staying(std::vector<RoundCondition>& turned) {
    if (!first_.numbers.ends || first_.conditions.has_remainders()) return;
    const size_t before = found_.size(), noted = left_out_.size();
    follow(first_.found.loop, {Rounds::last});
    left_out_.resize(noted);
    if (found_.size() == before) return;
    leave_out_staying(turned, found_.back().round->conditions);
    found_.pop_back();
  }

  static void leave_out_staying(std::vector<RoundCondition>& turned, const RoundConditions& last) {
    std::erase_if(turned, [&](const RoundCondition& each) {
      const RoundCondition* met = last.at(each.place);
      return met && each.stays(*met);
    });
  }

  /// An `elif` is met once what stands before it does not hold any more.
  void follow_turned(std::vector<RoundCondition> turned) {
    constexpr int kMostArms = 4;
    std::vector<RoundCondition> all = first_.conditions.all();
    for (int arm = 0; arm < kMostArms && !turned.empty(); ++arm) {
      const size_t before = found_.size(), noted = left_out_.size();
      follow(first_.found.loop, {Rounds::later, turned});
      if (found_.size() == before && turned.size() > 1) {
        left_out_.resize(noted);
        return follow_each(turned);
      }
      if (found_.size() == before) return;
      const auto is_met = [&](const RoundCondition& each) {
        return std::ranges::any_of(all, [&](const RoundCondition& one) { return one.place == each.place; });
      };
      std::vector<RoundCondition> met = found_.back().round->conditions.of_later_rounds();
      std::erase_if(met, is_met);
      if (met.empty()) return;
      turned.insert(turned.end(), met.begin(), met.end());
      all.insert(all.end(), met.begin(), met.end());
    }
  }

  /// Branches that are too much for one round have rounds of their own.
  void follow_each(const std::vector<RoundCondition>& turned) {
    constexpr size_t kMostBranches = 4;
    for (size_t i = 0; i < std::min(turned.size(), kMostBranches); ++i)
      follow(first_.found.loop, {Rounds::later, {turned[i]}});
  }

  /// What is done from one epoch to the next, and the next one with what that left on the GPU.
  void follow_epoch() {
    const size_t before = found_.size();
    follow(first_.found.loop, {Rounds::whole});
    const FollowedRound* whole = found_.size() > before ? &*found_.back().round : nullptr;
    const bool goes_on = whole && (whole->keeps_more || whole->begins_anew);
    const bool trains_others = first_.left.states.size() < first_graph_.optimizers.size();
    RoundChoice again{Rounds::again};
    again.around = goes_on && whole->turned ? whole->turned : first_.found.loop.outermost();
    if (goes_on || trains_others || first_.found.loop.around.size() > 1) follow(first_.found.loop, std::move(again));
  }

  /// `if epoch in plan: size = plan[epoch]`
  void follow_milestone() {
    RoundChoice there{Rounds::last};
    there.number = first_.numbers.milestone;
    if (follow_if_more(there))
      note_sizes("the first one and number " + std::to_string(first_.numbers.milestone) + " are followed",
                 found_.back().graph->assumptions);
  }

  /// `for size, batch in [(64, 32), (256, 8)]:` the first is followed before.
  void follow_items(const ItemOfLoop& list) {
    constexpr int64_t kMostItems = 5;
    for (int64_t item = 1; item < list.item; ++item) {
      if (item >= kMostItems - 1 && item + 1 < list.item) continue;
      RoundChoice there{Rounds::item};
      there.item = ItemOfLoop{list.loop, item};
      if (follow_if_more(there))
        found_.back().graph->assumptions.push_back({"the training is followed with item " + std::to_string(item + 1) +
                                                        " of the " + std::to_string(list.item) +
                                                        " that the loop goes over, too",
                                                    list.loop});
    }
  }

  /// Only a round in which more is made than in all that were followed.
  bool follow_if_more(const RoundChoice& which) {
    Bytes most = first_.made;
    for (const Outcome& each : found_)
      if (each.round) most = std::max(most, each.round->made);
    const size_t before = found_.size();
    const size_t noted = left_out_.size();
    follow(first_.found.loop, which);
    left_out_.resize(noted);
    if (found_.size() == before) return false;
    if (found_.back().round->made > most) return true;
    found_.pop_back();
    return false;
  }

  void note_sizes(const std::string& followed, std::vector<Assumption>& to) const {
    to.push_back({"what the step makes goes by the number of the round: " + followed, first_.found.loop.span});
  }

  /// From the round on in which the branch around the loop goes the other way, another loop may train.
  void follow_arm(const RoundCondition& turned) {
    const std::unique_ptr<Started> run = started();
    ArmSearch search(run->interpreter, *run->builder, first_.found.loop, turned);
    (void)watch(*run, *script_, search, kMostBatches);
    end(*run, context_);
    if (search.loop()) follow(*search.loop(), {Rounds::later, {turned}});
  }

  void follow(const TrainingLoop& loop, RoundChoice which) {
    const BuildNotes::VainRound round{which.rounds, loop.span,
                                      which.turned.empty() ? Span() : which.turned.back().place, which.turned.size()};
    if (context_.known && context_.known->has_vain(round)) return;
    outcome_ = {};
    which.warm_up = first_.found.warm_up;
    if (longest_ > 0) which.most = kPatience * longest_ + kLeastSteps;
    record(*script_, loop, which);
    if (may_need_files(which)) try_with_files(loop, which);
    if (!outcome_.graph) {
      context_.notes.vain_rounds.push_back(round);
      return note_left_out(which.rounds, which.turned);
    }
    if (const auto& cut = outcome_.round->cut_short) {
      ++context_.notes.rounds_cut_short;
      left_out_.push_back({described(which.rounds, which.turned) + " is followed in part: " + cut->message, cut->span});
    }
    std::string_view name = words_of(which.rounds).name;
    if (which.number) name = "later";
    if (which.rounds == Rounds::last && first_.numbers.strides) name = "last batch";
    const bool is_trained = trains(*outcome_.graph);
    if (is_trained && outcome_.round) longest_ = std::max(longest_, outcome_.round->steps);
    if (which.rounds == Rounds::whole ? is_validation_ : which.rounds == Rounds::item && !is_trained)
      name = "validation";
    const config::Phase named{std::string(name)};
    outcome_.graph->phase = phase_name(phase_.experiment, &named);
    outcome_.facts.kind = PhaseKind::later;
    if (which.rounds == Rounds::later || which.rounds == Rounds::last)
      take_over(first_graph_, first_.left, outcome_.round->left, *outcome_.graph);
    outcome_.assumptions.clear();
    outcome_.unknowns.clear();
    for (const RoundCondition& each : which.turned) outcome_.graph->assumptions.push_back({said_of(each), each.place});
    found_.push_back(std::move(outcome_));
  }

  /// `if os.path.exists(names): self.names = …` of the data that a validation reads.
  bool may_need_files(const RoundChoice& which) const {
    if (!afresh_ || !which.goes_behind()) return false;
    return outcome_.graph ? !outcome_.graph->unknowns.empty() : outcome_.is_raised;
  }

  void try_with_files(const TrainingLoop& loop, const RoundChoice& which) {
    Outcome without = std::exchange(outcome_, {});
    afresh_ = false;
    record(*script_, loop, which);
    afresh_ = true;
    const auto is_better = [&] {
      return outcome_.graph && (!without.graph || outcome_.graph->unknowns.size() < without.graph->unknowns.size());
    };
    if (!is_better()) outcome_ = std::move(without);
  }

  static std::string described(Rounds rounds, const std::vector<RoundCondition>& turned) {
    const std::string what(words_of(rounds).what);
    if (turned.empty()) return what;
    return what + ", in which `" + std::string(turned.front().place.text()) + "` goes the other way,";
  }

  /// Where a program simply ends, there is nothing to be noted, nor where it raises with a branch turned that it may
  /// never take like this.
  void note_left_out(Rounds rounds, const std::vector<RoundCondition>& turned) {
    if (!outcome_.failure || outcome_.failure->message == kNotReached) return;
    const bool is_turned =
        rounds == Rounds::later || rounds == Rounds::last || rounds == Rounds::item || rounds == Rounds::again;
    const bool is_ours = outcome_.failure->kind == Kind::budget || outcome_.failure->kind == Kind::unknown_batch;
    if (is_turned && !is_ours) return;
    const std::string what = described(rounds, turned) + " is not counted: " + outcome_.failure->message;
    if (outcome_.failure->kind == Kind::unknown_batch || says_open(outcome_.failure->message))
      unasked_.push_back({what, outcome_.failure->span});
    else
      left_out_.push_back({what, outcome_.failure->span});
  }

  const FollowedRound& first_;
  const graph::Graph& first_graph_;
  const Source* script_ = nullptr;
  int64_t longest_ = 0;  ///< steps of the interpreter to a round that trains; none: it may take all that there are
  std::vector<Assumption> left_out_;
  std::vector<Unknown> unasked_;  ///< batches that somebody has to say
  std::vector<Outcome> found_;
};

}  // namespace

std::vector<Outcome> follow_later_rounds(const PhaseOf& phase, BuildContext& context, const Attempt& how,
                                         const Outcome& first) {
  if (!first.graph || !first.round) return {};
  return LaterRounds(phase, context, how, first).outcomes();
}

}  // namespace vramlint::model

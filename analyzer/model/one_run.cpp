#include "model/one_run.h"

#include <algorithm>
#include <functional>

#include "interp/opaque.h"
#include "interp/open_sizes.h"
#include "model/bounded_sizes.h"
#include "model/conclude.h"
#include "model/failure.h"
#include "model/given_batches.h"
#include "model/loop_search.h"
#include "model/program_entry.h"
#include "model/round_recorder.h"

namespace vramlint::model {
namespace {

using interp::Interpreter;
using interp::Value;
using Kind = BuildFailure::Kind;

/// Why it did not come as far as it should; none where it saw enough. `prepare`: what the recipe says, evaluated
/// before.
std::optional<BuildFailure> watch(Started& run, const Source& script, interp::Follower& watcher,
                                  const std::function<void()>& prepare) {
  std::optional<BuildFailure> failure;
  try {
    prepare();
    interp::follow(run.interpreter, &watcher);
    const interp::Result<Value> result = run.interpreter.run_file(script, "__main__");
    if (const auto* error = std::get_if<interp::Error>(&result)) fail(*error, {});
  } catch (const Seen&) {
  } catch (const Failed& failed) {
    failure = failed.failure;
  } catch (const Unsupported& found) {
    failure = failure_of(found, {});
  }
  interp::follow(run.interpreter, nullptr);
  return failure;
}

/// In the source of a package outside of the project: what goes wrong there has a cause that was noted before.
bool lies_in_package(const Span& span) { return span && span.source->path().starts_with("/"); }

/// `sys.exit(main())`.
bool is_regular_end(const interp::Error& error) {
  const std::string said = interp::said_of(error);
  return said.ends_with("SystemExit: 0") || said.ends_with("SystemExit: None") || said.ends_with("SystemExit");
}

/// The training is taken to lie in what is called there.
void name_package(BuildFailure& failure, const Unknown& package) {
  failure.message += "; what " + interp::quoted(package.span) + " does is not known: " + package.reason +
                     (package.remedy.empty() ? "" : ". ") + package.remedy;
  failure.span = package.span;
}

/// `unknowns`: what has been noted on the way.
BuildFailure never_steps(const LoopSearch& search, const config::Program& program,
                         const std::vector<Unknown>& unknowns) {
  BuildFailure failure{Kind::unsupported,
                       "`" + program.path + "` was followed, and no optimizer steps in a loop of it",
                       program.span,
                       {},
                       {},
                       {}};
  const bool fails_elsewhere =
      search.last_failure && (lies_in_package(search.last_failure->span) || is_regular_end(*search.last_failure));
  // What is to be given comes before what follows from its absence.
  const bool lacks_something = !unknowns.empty() && !unknowns.front().remedy.empty();
  if ((!search.last_failure || fails_elsewhere || lacks_something) && !unknowns.empty()) {
    const Unknown& first = unknowns.front();
    failure.message +=
        "; what is not known on the way: " + first.reason + (first.remedy.empty() ? "" : ". ") + first.remedy;
    if (first.span) failure.span = first.span;
    return failure;
  }
  if (!search.last_failure) {
    if (search.taken_over)
      name_package(failure, *search.taken_over);
    else
      failure.message += ": started like this, it ends without training";
    failure.ends = !search.taken_over;
    return failure;
  }
  const interp::Error& last = *search.last_failure;
  failure.message += "; the last thing that could not be followed: " + interp::said_of(last);
  if (last.span) failure.span = last.span;
  return failure;
}

/// The loop takes a batch apart otherwise than the recipe puts it together: of that the program knows nothing.
void lay_to_batch(BuildFailure& failure, const config::Experiment& experiment) {
  constexpr std::string_view kSigns[] = {"ValueError: not enough values to unpack",
                                         "ValueError: too many values to unpack", "TypeError: tuple indices must be",
                                         "TypeError: list indices must be"};
  const bool is_given = experiment.batch || !experiment.inputs.empty() || !experiment.targets.empty();
  const bool is_taken_apart = std::any_of(std::begin(kSigns), std::end(kSigns), [&](std::string_view sign) {
    return failure.message.find(sign) != std::string::npos;
  });
  if ((failure.kind != Kind::raised && failure.kind != Kind::unsupported) || !is_given || !is_taken_apart) return;
  failure.kind = Kind::unknown_batch;
  failure.message = "the batch that the recipe gives is not what the program takes apart here: " + failure.message +
                    "; `inputs:` and `targets:` list the tensors of a batch in their order, `batch:` gives any other "
                    "structure";
  failure.keys.clear();
}

constexpr std::string_view kNotReached = "no whole round of the training loop can be followed";
constexpr int64_t kPatience = 4, kLeastSteps = 500'000;  // with what a later round takes longer

BuildFailure not_seen(const TrainingLoop& loop, bool is_cut) {
  if (!is_cut) return {Kind::unsupported, std::string(kNotReached), loop.span, {}, {}, {}};
  return {Kind::budget, "it takes more than four times as long to follow as the training step", loop.span, {}, {}, {}};
}

constexpr int64_t kMostBatches = 64;  // until an optimizer steps
constexpr int kFurther = 3;           // trainings

class OneRun {
 public:
  OneRun(const PhaseOf& phase, BuildContext& context, const Attempt& how, FoundLoops& loops)
      : phase_(phase), context_(context), how_(how), loops_(loops), program_(phase.experiment.programs.front()) {}

  Outcome outcome() {
    const ReadResult script = context_.files.read(program_.path);
    if (!script) {
      outcome_.failure =
          BuildFailure{Kind::unresolved, "`" + program_.path + "` cannot be read", program_.span, {}, {}, {}};
      return std::move(outcome_);
    }
    try_once(*script.source, true);
    for (int again = 0; again < 3 && lacks_sizes() && ask_sizes(*script.source); ++again) {
      outcome_ = {};
      try_once(*script.source, true);
    }
    if (lacks_paths() && !ran_out()) suppose_paths(*script.source);
    if (!outcome_.graph && !ran_out()) {
      Outcome first = std::exchange(outcome_, {});
      try_once(*script.source, false);
      if (!outcome_.graph) outcome_ = std::move(first);
    }
    if (outcome_.failure) outcome_.failure->phase = phase_name(phase_.experiment, nullptr);
    return std::move(outcome_);
  }

  std::vector<Outcome> later(const FollowedRound& first) {
    std::vector<Outcome> found;
    const ReadResult script = context_.files.read(program_.path);
    if (!script) return found;
    supposed_ = first.supposed;
    afresh_ = first.afresh;
    std::vector<RoundCondition> turned = first.conditions.of_later_rounds();
    if (first.sized || (!turned.empty() && first.strides)) follow_last(*script.source, first, turned, found);
    if (!turned.empty()) follow_on(*script.source, first, Rounds::later, turned, found);
    if (!first.loop.around.empty()) follow_on(*script.source, first, Rounds::whole, {}, found);
    for (const RoundCondition& each : first.conditions.around_loop()) follow_arm(*script.source, first, each, found);
    follow_behind(*script.source, first, found);
    if (!left_out_.empty()) found.emplace_back().assumptions = std::move(left_out_);
    return found;
  }

 private:
  /// The last round, if sizes go by its number, or a branch goes the other way there by itself and so need not be
  /// turned in a later one.
  void follow_last(const Source& script, const FollowedRound& first, std::vector<RoundCondition>& turned,
                   std::vector<Outcome>& found) {
    if (first.sized && !first.ends) return note_sizes("the first round is followed", first, left_out_);
    follow_on(script, first, Rounds::last, {}, found);
    if (found.empty()) return;
    const RoundConditions there = found.back().round->conditions;
    const auto goes_other = [&](const RoundCondition& each) {
      const RoundCondition* met = there.at(each.place);
      return met && met->taken != each.taken;
    };
    const auto others = std::stable_partition(turned.begin(), turned.end(), std::not_fn(goes_other));
    const bool makes_more = first.sized && found.back().round->made > first.made;
    if (others == turned.end() && !makes_more) return found.pop_back();
    std::vector<Assumption>& assumptions = found.back().graph->assumptions;
    if (makes_more) note_sizes("the first and the last round are followed", first, assumptions);
    for (auto each = others; each != turned.end(); ++each) assumptions.push_back({said_of(*each), each->place});
    turned.erase(others, turned.end());
  }

  static void note_sizes(const std::string& followed, const FollowedRound& first, std::vector<Assumption>& to) {
    to.push_back({"sizes of what the step makes go by the number of the round: " + followed, first.loop.span});
  }

  /// From the round on in which the branch around the loop goes the other way, another loop may train.
  void follow_arm(const Source& script, const FollowedRound& first, const RoundCondition& turned,
                  std::vector<Outcome>& found) {
    const std::unique_ptr<Started> run = started();
    ArmSearch search(run->interpreter, *run->builder, first.loop, turned);
    search.starts_afresh = afresh_;
    (void)watch(*run, script, search, [&] { bring_batches(*run, phase_, kMostBatches, search); });
    end(*run, context_);
    if (!search.loop()) return;
    FollowedRound later = first;
    later.loop = *search.loop();
    follow_on(script, later, Rounds::later, {turned}, found);
  }

  /// Once the training has ended: a final test, or the next training.
  void follow_behind(const Source& script, const FollowedRound& first, std::vector<Outcome>& found) {
    if (first.works_behind) follow_on(script, first, Rounds::behind, {}, found);
    for (const TrainingLoop& each : first.further) {
      FollowedRound further = first;
      further.loop = each;
      follow_on(script, further, Rounds::first, {}, found);
    }
  }

  void follow_on(const Source& script, const FollowedRound& first, Rounds rounds,
                 const std::vector<RoundCondition>& turned, std::vector<Outcome>& found) {
    outcome_ = {};
    record(script, first.loop, rounds, turned, kPatience * first.steps + kLeastSteps);
    if (!outcome_.graph) return note_left_out(rounds, turned);
    const std::string name = rounds == Rounds::first    ? "next training"
                             : rounds == Rounds::later  ? "later"
                             : rounds == Rounds::last   ? (first.strides ? "last batch" : "last round")
                             : rounds == Rounds::behind ? "after training"
                             : is_validation_           ? "validation"
                                                        : "between epochs";
    const config::Phase named{name};
    outcome_.graph->phase = phase_name(phase_.experiment, &named);
    outcome_.facts.kind = PhaseKind::later;
    outcome_.assumptions.clear();
    outcome_.unknowns.clear();
    for (const RoundCondition& each : turned) outcome_.graph->assumptions.push_back({said_of(each), each.place});
    found.push_back(std::move(outcome_));
  }

  /// Where a program simply ends, there is nothing to be noted, nor where it raises with a branch turned that it may
  /// never take like this.
  void note_left_out(Rounds rounds, const std::vector<RoundCondition>& turned) {
    if (!outcome_.failure || outcome_.failure->message == kNotReached) return;
    const bool is_turned = rounds == Rounds::later || rounds == Rounds::last;
    if (is_turned && outcome_.failure->kind != Kind::budget) return;
    const std::string what = rounds == Rounds::whole    ? "what is done between two runs of the training loop"
                             : rounds == Rounds::behind ? "what is done once the training has ended"
                             : rounds == Rounds::first  ? "the next training"
                             : turned.empty()           ? "the last batch"
                                                        : "what a later round does, in which `" +
                                                    std::string(turned.front().place.text()) + "` goes the other way,";
    left_out_.push_back({what + " is not counted: " + outcome_.failure->message, outcome_.failure->span});
  }

  bool lacks_paths() const { return absent_ && !absent_->empty(); }

  /// A program may end because of what it does not find without asking for it there: it checks its data, and exits.
  void suppose_paths(const Source& script) {
    const Outcome first = outcome_;
    for (int again = 0; again < 2 && lacks_paths(); ++again) {
      supposed_.there.insert(supposed_.there.end(), absent_->begin(), absent_->end());
      outcome_ = {};
      try_once(script, true);
    }
    if (outcome_.graph && !absent_) return;
    supposed_.there.clear();
    outcome_ = first;
  }

  bool lacks_sizes() const { return outcome_.failure && says_open(outcome_.failure->message); }

  /// Whether the program is seen to ask for sizes that are not known yet.
  bool ask_sizes(const Source& script) {
    const std::unique_ptr<Started> run = started();
    run->interpreter.world().asks_sizes = true;
    LoopSearch search(run->interpreter, *run->builder);
    search.starts_afresh = true;
    (void)watch(*run, script, search, [&] { bring_batches(*run, phase_, kMostBatches, search); });
    const std::vector<interp::AskedSize> asked = interp::asked_sizes(run->interpreter);
    supposed_.sizes.insert(supposed_.sizes.end(), asked.begin(), asked.end());
    end(*run, context_);
    return !asked.empty();
  }

  bool ran_out() const { return outcome_.failure && outcome_.failure->kind == Kind::budget; }

  void try_once(const Source& script, bool afresh) {
    afresh_ = afresh;
    const std::optional<FoundLoops::Found> found = find(script);
    if (found) record(script, found->loop);
    if (!found || !outcome_.round) return;
    outcome_.round->works_behind = found->works_behind;
    outcome_.round->further = found->further;
  }

  std::unique_ptr<Started> started() {
    std::unique_ptr<Started> run = start(program_, phase_.experiment, phase_.config, context_, Entry::to_train);
    run->interpreter.world().supposed = supposed_;
    return run;
  }

  std::optional<FoundLoops::Found> find(const Source& script) {
    for (const FoundLoops::Found& known : loops_.all)
      if (known.starts_afresh == afresh_ && known.supposed == supposed_) return absent_ = known.absent, known;
    const std::unique_ptr<Started> run = started();
    LoopSearch search(run->interpreter, *run->builder);
    search.starts_afresh = afresh_;
    search.looks_behind = kFurther;
    const auto bring = [&] { bring_batches(*run, phase_, kMostBatches, search); };
    std::optional<BuildFailure> failure = watch(*run, script, search, bring);
    if (failure && !search.loop()) {
      outcome_.is_raised = failure->kind == Kind::raised;
      failure = as_far_as_known(run->interpreter, *failure);
    }
    if (!search.loop()) {
      outcome_.failure = search.unknown_batch ? search.unknown_batch
                         : failure            ? failure
                                              : never_steps(search, program_, run->interpreter.unknowns());
      lay_to_batch(*outcome_.failure, phase_.experiment);
      take_notes(run->interpreter, outcome_);
    }
    absent_ = search.absent;
    std::optional<FoundLoops::Found> found;
    if (search.loop()) found = {supposed_, afresh_, *search.loop(), absent_, search.works_behind(), search.further()};
    end(*run, context_);
    if (found) loops_.all.push_back(*found);
    return found;
  }

  /// `most`: steps of the interpreter.
  void record(const Source& script, const TrainingLoop& loop, Rounds rounds = Rounds::first,
              const std::vector<RoundCondition>& turned = {}, int64_t most = INT64_MAX) {
    const std::unique_ptr<Started> run = started();
    run->interpreter.world().other_arms = how_.other_arms;  // the loop is the same one whichever arm it takes
    interp::enter_arms(run->interpreter, loop.arms);
    RoundRecorder recorder(run->interpreter, run->builder, loop, rounds, turned, most);
    recorder.starts_afresh = afresh_;
    const int64_t drawn = std::max(loop.iterations, loop.batches);
    const bool goes_behind = rounds == Rounds::whole || rounds == Rounds::behind;
    const int64_t batches = goes_behind ? drawn : 2 * drawn + 1;
    const auto bring = [&] { bring_batches(*run, phase_, batches, recorder); };
    outcome_.facts.stage = phase_.stage;
    outcome_.failure = watch(*run, script, recorder, bring);
    if (outcome_.failure) lay_to_batch(*outcome_.failure, phase_.experiment);
    if (!outcome_.failure) recorder.end_of_program();
    if (!outcome_.failure && !recorder.is_complete())
      outcome_.failure = not_seen(loop, run->interpreter.budget().steps() > most);
    run->builder->finish();
    if (!outcome_.failure && recorder.is_complete()) {
      recorder.cut();
      if (!goes_behind) note_untrained_round(*run->builder, loop.span);
      if (!how_.compares) note_not_followed(run->interpreter, how_.other_arms, how_.failure);
      outcome_.facts.models = recorder.models;
      outcome_.facts.loader = recorder.loader;
      outcome_.facts.kept_results = std::move(recorder.kept());
      outcome_.facts.batch = batch_key(run->interpreter, recorder.inputs, phase_.config);
      outcome_.facts.shape_keys = shape_keys(run->interpreter, recorder.inputs, phase_.config);
      take_size_keys(run->interpreter, run->builder->sized, phase_.config, outcome_.facts);
      if (rounds == Rounds::whole) is_validation_ = recorder.validates_behind();
      outcome_.round = FollowedRound{supposed_, afresh_, loop, recorder.conditions, run->interpreter.budget().steps()};
      recorder.take(*outcome_.round);
      take_graph(run->interpreter, *run->builder, phase_, outcome_);
    } else if (outcome_.failure) {
      outcome_.is_raised = outcome_.failure->kind == Kind::raised;
      outcome_.failure = as_far_as_known(run->interpreter, *outcome_.failure);
      outcome_.parameters = parameters_of(run->builder->graph);
    }
    take_notes(run->interpreter, outcome_);
    if (!program_.arguments) {
      outcome_.assumptions.push_back(
          {"the recipe gives no `args`: `" + program_.path + "` is taken to be called with its parser's defaults",
           program_.span});
    }
    end(*run, context_);
  }

  const PhaseOf& phase_;
  BuildContext& context_;
  const Attempt& how_;
  FoundLoops& loops_;
  const config::Program& program_;
  interp::Supposed supposed_;                       ///< of files, as the program asks for it
  bool afresh_ = true;                              ///< what an earlier run would have left is not there
  std::optional<std::vector<std::string>> absent_;  ///< of the search
  bool is_validation_ = false;                      ///< what is done behind the training loop
  std::vector<Assumption> left_out_;                ///< of later rounds
  Outcome outcome_;
};

}  // namespace

std::vector<Outcome> follow_later_rounds(const PhaseOf& phase, BuildContext& context, const Attempt& how,
                                         const Outcome& first) {
  if (!first.graph || !first.round) return {};
  FoundLoops loops;
  return OneRun(phase, context, how, loops).later(*first.round);
}

Outcome follow_program(const PhaseOf& phase, BuildContext& context, const Attempt& how, FoundLoops& loops) {
  return OneRun(phase, context, how, loops).outcome();
}

}  // namespace vramlint::model

#include "model/one_run.h"

#include <utility>

#include "interp/opaque.h"
#include "interp/open_sizes.h"
#include "model/bounded_sizes.h"
#include "model/conclude.h"
#include "model/failure.h"
#include "model/loop_search.h"
#include "model/program_run.h"
#include "model/warm_up.h"

namespace vramlint::model {
namespace {

using Kind = BuildFailure::Kind;

constexpr int kFurther = 3;  // trainings

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

class OneRun : public ProgramRun {
 public:
  OneRun(const PhaseOf& phase, BuildContext& context, const Attempt& how, FoundLoops& loops)
      : ProgramRun(phase, context, how), loops_(loops) {}

  Outcome outcome() {
    const ReadResult script = context_.files.read(program_.path);
    if (!script) {
      outcome_.failure =
          BuildFailure{Kind::unresolved, "`" + program_.path + "` cannot be read", program_.span, {}, {}, {}};
      return std::move(outcome_);
    }
    try_once(*script.source, true);
    if (!outcome_.graph || lacks_paths()) try_otherwise(*script.source);
    if (outcome_.failure) outcome_.failure->phase = phase_name(phase_.experiment, nullptr);
    return std::move(outcome_);
  }

 private:
  /// A trial that does not train as its config does is of no use, whatever else can be made of it.
  void try_otherwise(const Source& script) {
    if (context_.known && !how_.compares) return;
    if (!how_.compares) context_.notes.is_plain = false;
    for (int again = 0; again < 3 && lacks_sizes() && ask_sizes(script); ++again) {
      outcome_ = {};
      try_once(script, true);
    }
    if (lacks_paths() && !ran_out()) suppose_paths(script);
    if (outcome_.graph || ran_out()) return;
    Outcome first = std::exchange(outcome_, {});
    try_once(script, false);
    if (!outcome_.graph) outcome_ = std::move(first);
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
    afresh_ = true;
    (void)watch(*run, script, search, kMostBatches);
    const std::vector<interp::AskedSize> asked = interp::asked_sizes(run->interpreter);
    supposed_.sizes.insert(supposed_.sizes.end(), asked.begin(), asked.end());
    end(*run, context_);
    return !asked.empty();
  }

  void try_once(const Source& script, bool afresh) {
    afresh_ = afresh;
    const std::optional<FoundLoop> found = find(script);
    if (!found) return;
    RoundChoice first;
    first.warm_up = found->warm_up;
    record(script, found->loop, first);
    if (outcome_.graph && found->warm_up)
      for (const RoundCondition& each : found->warm_up->turned)
        outcome_.graph->assumptions.push_back({said_of(each), each.place});
    if (outcome_.round && outcome_.round->keeps_more) record_growth(script, found->loop, first);
    if (outcome_.round) outcome_.round->found = *found;
  }

  /// Once more, with an eye on what each round leaves.
  void record_growth(const Source& script, const TrainingLoop& loop, RoundChoice which) {
    Outcome first = std::exchange(outcome_, {});
    which.measures_growth = true;
    record(script, loop, which);
    if (!outcome_.round) outcome_ = std::move(first);
  }

  /// Where another arm of a branch is compared, the loop is the one that was found before, whatever an earlier run
  /// left.
  std::optional<FoundLoop> find(const Source& script) {
    for (const FoundLoops::Found& known : loops_.all) {
      const bool is_alike = known.loop.afresh == afresh_ || how_.compares;
      if (is_alike && known.loop.supposed == supposed_) return absent_ = known.absent, known.loop;
    }
    const std::unique_ptr<Started> run = started();
    LoopSearch search(run->interpreter, *run->builder);
    search.looks_behind = context_.known && !context_.known->trains_behind ? 0 : kFurther;
    std::optional<BuildFailure> failure = watch(*run, script, search, kMostBatches);
    std::optional<FoundLoop> found;
    if (search.loop())
      found = {supposed_, afresh_, *search.loop(), search.works_behind(), search.further(), search.warm_up()};
    else
      take_failure(*run, search, std::move(failure));
    absent_ = search.absent;
    end(*run, context_);
    constexpr int kManyRounds = 2000;  // until an optimizer steps
    if (found ? found->loop.iterations > kManyRounds : waits_)
      if (std::optional<FoundLoop> behind = find_behind_warm_up(script)) found = std::move(behind), outcome_ = {};
    if (found) loops_.all.push_back({*found, absent_});
    context_.notes.trains_behind =
        context_.notes.trains_behind || (found && (found->works_behind || !found->further.empty()));
    return found;
  }

  /// `if step > learning_starts:`, where no optimizer has stepped by the end of the budget or of the loop.
  std::optional<FoundLoop> find_behind_warm_up(const Source& script) {
    constexpr int64_t kRounds[] = {600, 8};  // more than a batch of what is gathered, and what there may be
    for (const int64_t rounds : kRounds) {
      const std::unique_ptr<Started> run = started();
      WarmUpSearch search(run->interpreter, *run->builder, rounds);
      (void)watch(*run, script, search, kMostBatches);
      end(*run, context_);
      if (search.warm_up() && search.loop())
        return FoundLoop{supposed_, afresh_, *search.loop(), false, {}, search.warm_up()};
    }
    return {};
  }

  void take_failure(Started& run, const LoopSearch& search, std::optional<BuildFailure> failure) {
    if (failure) {
      outcome_.is_raised = failure->kind == Kind::raised;
      failure = as_far_as_known(run.interpreter, *failure);
    }
    waits_ = !search.unknown_batch && run.builder->optimizer_steps == 0 && (!failure || failure->kind == Kind::budget);
    outcome_.failure = search.unknown_batch ? search.unknown_batch
                       : failure            ? failure
                                            : never_steps(search, program_, run.interpreter.unknowns());
    lay_to_batch(*outcome_.failure);
    take_notes(run.interpreter, outcome_);
  }

  FoundLoops& loops_;
  bool waits_ = false;                              ///< nothing was seen that keeps it from training
  std::optional<std::vector<std::string>> absent_;  ///< of the search
};

}  // namespace

Outcome follow_program(const PhaseOf& phase, BuildContext& context, const Attempt& how, FoundLoops& loops) {
  return OneRun(phase, context, how, loops).outcome();
}

}  // namespace vramlint::model

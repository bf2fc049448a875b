// A config's phases, one after the other. A failure that rests on what was taken is tried again with it taken
// otherwise.
#include <iterator>
#include <utility>

#include "interp/opaque.h"
#include "model/attempt.h"
#include "model/failure.h"
#include "model/kept_builds.h"
#include "model/kept_stages.h"
#include "model/later_rounds.h"
#include "model/one_run.h"
#include "model/other_arms.h"
#include "model/program_setting.h"
#include "model/workshop.h"

namespace vramlint::model {
namespace {

using Kind = BuildFailure::Kind;

bool is_same(const BuildFailure& one, const BuildFailure& other) {
  return one.kind == other.kind && one.message == other.message && one.span == other.span;
}

/// A failure elsewhere, which is not the user's, counts as well where nothing unsaid is taken for granted.
bool is_better(const Outcome& other, const Outcome& first, const Attempt& how) {
  if (!other.failure) return true;
  return how.doubts && other.failure->kind == Kind::unsupported && other.failure->span != first.failure->span;
}

/// How else a phase can be tried that has failed.
std::vector<Attempt> other_attempts(const Outcome& first, const config::Experiment& experiment) {
  constexpr size_t kMostArms = 3;
  std::vector<Attempt> others;
  if (first.failure->kind == Kind::budget) return others;  // it would not end then either
  if (experiment.model && !experiment.script.empty()) others.push_back({.imports_of_script = false, .other_arms = {}});
  if (!first.is_raised) return others;
  if (experiment.model && may_rest_on_doubts(*first.failure, first.assumptions))
    others.push_back({.doubts = true, .other_arms = {}});
  for (size_t i = 0; i < std::min(kMostArms, first.guessed.size()); ++i)
    others.push_back({.other_arms = {first.guessed[i]}, .failure = first.failure->message});
  return others;
}

struct Tried {
  Outcome outcome;
  Attempt how;
};

/// Whether an exception is raised after the other arm as well, so that it does not rest on the arm.
bool rests_on_arm(const Outcome& first, const Outcome& other, const Attempt& how) {
  return !how.other_arms.empty() && first.failure->kind == Kind::raised && !is_same(*first.failure, *other.failure);
}

Tried try_phase(const Try& build, const config::Experiment& experiment, BuildContext& context) {
  Outcome first = build({});
  if (!first.failure || context.known) return {std::move(first), {}};
  context.notes.is_plain = false;
  std::optional<BuildFailure> demoted;
  for (const Attempt& how : other_attempts(first, experiment)) {
    Outcome other = build(how);
    if (is_better(other, first, how)) return {std::move(other), how};
    if (rests_on_arm(first, other, how) && !demoted) {
      demoted = *first.failure;
      demoted->kind = Kind::unsupported;
      demoted->message += "; what led there is not all known: " + interp::quoted(how.other_arms.front()) +
                          " goes by what is not known, and fails otherwise the other way";
    }
  }
  if (demoted) first.failure = std::move(demoted);
  return {std::move(first), {}};
}

config::Experiment with_packages(config::Experiment experiment, const std::vector<config::Package>& packages) {
  experiment.packages.insert(experiment.packages.end(), packages.begin(), packages.end());
  return experiment;
}

void add_failure(BuildResult& result, BuildFailure failure) {
  const auto same = [&](const BuildFailure& known) { return is_same(known, failure); };
  if (std::any_of(result.failures.begin(), result.failures.end(), same)) return;
  if (!result.failure) result.failure = failure;
  result.failures.push_back(std::move(failure));
}

bool goes_backward(const Outcome& outcome) {
  return outcome.graph && std::ranges::any_of(outcome.graph->events, [](const graph::Event& event) {
           return std::holds_alternative<graph::Backward>(event);
         });
}

/// The first rounds of a loop that trains need not train: a buffer is filled.
void note_untrained(Outcome& first, const std::vector<Outcome>& later) {
  const bool is_said = !first.unknowns.empty() || (first.graph && !first.graph->unknowns.empty());
  if (!first.graph || !first.round || is_said || goes_backward(first) || std::ranges::any_of(later, goes_backward))
    return;
  first.graph->unknowns.push_back(
      {"what the loop trains: no round that was followed goes backward", first.round->found.loop.span});
}

/// Of a round that could not be followed for want of a batch.
void note_unasked(Outcome& first, std::vector<Outcome>& later) {
  if (!first.graph) return;
  for (Outcome& each : later)
    if (!each.graph) append_once(first.graph->unknowns, std::exchange(each.unknowns, {}));
}

struct PhaseBuild {
  BuildContext& context;
  BuildResult& result;
  std::vector<config::Look>& looks;

  /// A program that does not end would not end in the other phases either, each with a budget of its own.
  bool ran_out = false;
  bool is_with_packages = false;  ///< those that it asked for

  void run(const PhaseOf& phase, Built& built) {
    FoundLoops loops;
    const Try build = [&](const Attempt& how) { return build_once(phase, how, loops); };
    Tried tried = try_phase(build, phase.experiment, context);
    if (tried.outcome.failure && !is_with_packages && !context.known) {
      const std::vector<config::Package> packages = asked_for(phase, tried.outcome);
      if (!packages.empty()) return run_with(packages, phase, built);
    }
    if (tried.outcome.graph && context.goes_on && !context.goes_on(*tried.outcome.graph, tried.outcome.facts)) {
      result.is_cut = true;
      return;
    }
    std::vector<Outcome> others;
    if (tried.outcome.graph) others = follow_other_arms(build, tried.outcome, tried.how, context);
    std::vector<Outcome> later = follow_later_rounds(phase, context, tried.how, tried.outcome);
    note_untrained(tried.outcome, later);
    note_unasked(tried.outcome, later);
    take(std::move(tried.outcome), built);
    for (Outcome& other : others) take(std::move(other), built);
    for (Outcome& each : later) take(std::move(each), built);
  }

 private:
  Outcome build_once(const PhaseOf& phase, const Attempt& how, FoundLoops& loops) {
    return phase.experiment.model ? attempt(phase, context, how, looks) : follow_program(phase, context, how, loops);
  }

  /// Packages that were taken to be missing, where the program refuses to go on without them: it says so, or it fails
  /// with the names that it has in their place and does not where they are there. Where it fails otherwise then,
  /// nobody knows whose failure that is.
  std::vector<config::Package> asked_for(const PhaseOf& phase, Outcome& outcome) {
    std::vector<config::Package> missing, named;
    for (const std::string& name : outcome.missing_packages) missing.push_back({name, ""});
    if (missing.empty()) return {};
    for (const config::Package& package : missing)
      if (says_package(*outcome.failure, package.name)) named.push_back(package);
    if (!named.empty() || outcome.failure->kind != Kind::raised) return named;
    const config::Experiment experiment = with_packages(phase.experiment, missing);
    FoundLoops loops;
    const Outcome other = build_once({phase.config, experiment, phase.phase, phase.stage}, {}, loops);
    if (!other.failure) return missing;
    if (is_same(*other.failure, *outcome.failure)) return {};
    outcome.failure->kind = Kind::unsupported;
    outcome.failure->message += "; what led there is assumed: `" + missing.front().name +
                                "` is taken not to be installed; `packages:` in vramlint.yaml says otherwise";
    return {};
  }

  /// Once more, where they are there.
  void run_with(const std::vector<config::Package>& packages, const PhaseOf& phase, Built& built) {
    const config::Experiment experiment = with_packages(phase.experiment, packages);
    for (const config::Package& package : packages) {
      add_once(result.assumptions, {"`" + package.name +
                                        "` is taken to be installed, for the program refuses to go on "
                                        "without it; its source is not read",
                                    {}});
    }
    is_with_packages = true;
    run({phase.config, experiment, phase.phase, phase.stage}, built);
    is_with_packages = false;
  }

  void take(Outcome outcome, Built& built) {
    if (outcome.graph) {
      const std::vector<KeptResults>& kept = outcome.facts.kept_results;
      built.kept_in_all.insert(built.kept_in_all.end(), kept.begin(), kept.end());
      built.phases.push_back(std::move(*outcome.graph));
      built.facts.push_back(std::move(outcome.facts));
    }
    if (outcome.failure) {
      ran_out = ran_out || outcome.failure->kind == Kind::budget;
      add_failure(result, std::move(*outcome.failure));
    }
    if (!result.parameters) result.parameters = outcome.parameters;
    append_once(result.unknowns, outcome.unknowns);
    append_once(result.assumptions, outcome.assumptions);
  }
};

BuildResult follow_stage(const KeptStages::Stage& stage, BuildContext& context, std::vector<config::Look>& looks) {
  const auto& [config, training, torch, number] = stage;
  BuildResult result;
  Built built;
  PhaseBuild build{context, result, looks};
  context.notes = {};
  for (const config::Phase& phase : training.phases) {
    if (!build.ran_out && !result.is_cut) build.run({config, training, &phase, number}, built);
  }
  if (training.phases.empty() && !build.ran_out) build.run({config, training, nullptr, number}, built);
  if (!built.phases.empty() && !result.is_cut) result.built = std::move(built);
  result.notes = std::exchange(context.notes, {});
  return result;
}

BuildResult stage_of(const KeptStages::Stage& stage, BuildContext& context, std::vector<config::Look>& looks) {
  if (!context.stages || !KeptStages::can_keep(stage)) return follow_stage(stage, context, looks);
  if (std::optional<BuildResult> found = context.stages->find(stage, context.steps)) return std::move(*found);
  ConfigView view;
  const int64_t before = context.steps;
  context.view = &view;
  BuildResult result = follow_stage(stage, context, looks);
  context.view = nullptr;
  if (!result.is_cut) context.stages->keep(stage, std::move(view), result, context.steps - before);
  return result;
}

void join(Built& all, const Built& more) {
  for (size_t i = 0; i < more.phases.size(); ++i) all.phases.share(more.phases.shared(i));
  all.facts.insert(all.facts.end(), more.facts.begin(), more.facts.end());
  all.kept_in_all.insert(all.kept_in_all.end(), more.kept_in_all.begin(), more.kept_in_all.end());
}

void join(BuildNotes& all, BuildNotes stage) {
  all.rounds_cut_short += stage.rounds_cut_short;
  all.is_plain = all.is_plain && stage.is_plain;
  all.trains_behind = all.trains_behind || stage.trains_behind;
  std::move(stage.vain_arms.begin(), stage.vain_arms.end(), std::back_inserter(all.vain_arms));
  std::move(stage.vain_rounds.begin(), stage.vain_rounds.end(), std::back_inserter(all.vain_rounds));
}

void join(BuildResult& all, BuildResult stage) {
  all.is_cut = stage.is_cut;
  join(all.notes, std::move(stage.notes));
  if (stage.built && all.built)
    join(*all.built, *stage.built);
  else if (stage.built)
    all.built = std::move(stage.built);
  for (BuildFailure& failure : stage.failures) add_failure(all, std::move(failure));
  if (!all.parameters) all.parameters = stage.parameters;
  append_once(all.unknowns, stage.unknowns);
  append_once(all.assumptions, stage.assumptions);
}

BuildResult build_anew(const config::Config& config, const config::Experiment& experiment, BuildContext& context,
                       std::vector<config::Look>& looks) {
  BuildResult result;
  if (!experiment.model && experiment.programs.empty()) {
    result.failure = BuildFailure{Kind::unresolved, "the recipe names neither a model nor a script", {}, {}, {}};
    return result;
  }
  for (size_t stage = 0; stage < stage_count(experiment) && !result.is_cut; ++stage)
    join(result, stage_of({config, stage_at(experiment, stage), context.torch, stage}, context, looks));
  if (result.is_cut) result.built.reset();
  if (result.built) static_cast<PhaseFacts&>(*result.built) = result.built->facts.front();
  return result;
}

}  // namespace

BuildResult build(const config::Config& config, const config::Experiment& experiment, BuildContext& context) {
  std::vector<config::Look> looks;
  KeptBuilds* kept = context.workshop ? context.workshop->builds() : nullptr;
  if (!kept || !experiment.model) return build_anew(config, experiment, context, looks);
  if (std::optional<BuildResult> found = kept->find(config, experiment, context)) return std::move(*found);
  const int64_t before = context.steps;
  BuildResult result = build_anew(config, experiment, context, looks);
  kept->keep(config, experiment, context,
             {std::move(looks), std::move(context.opened), context.steps - before, context.workshop->texts()}, result);
  return result;
}

}  // namespace vramlint::model

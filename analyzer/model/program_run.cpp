#include "model/program_run.h"

#include <algorithm>

#include "config/data_hint.h"
#include "interp/data_code.h"
#include "interp/opaque.h"
#include "interp/open_sizes.h"
#include "model/bounded_sizes.h"
#include "model/conclude.h"
#include "model/failure.h"
#include "model/given_batches.h"

namespace vramlint::model {
namespace {

using interp::Value;
using Kind = BuildFailure::Kind;

BuildFailure not_seen(const TrainingLoop& loop, bool is_cut) {
  if (!is_cut) return {Kind::unsupported, std::string(kNotReached), loop.span, {}, {}, {}};
  return {Kind::budget, "it takes more than four times as long to follow as the training step", loop.span, {}, {}, {}};
}

/// What its files hold may be all that lacks where the program comes to something that is not known.
void offer_data(interp::Interpreter& interpreter, BuildFailure& failure) {
  const std::vector<std::string>& lacking = interp::lacking_data(interpreter);
  const auto says = [&](std::string_view text) { return failure.message.find(text) != std::string::npos; };
  const bool is_open = failure.kind == Kind::unsupported && (says("not known") || says("only the data tells"));
  if (lacking.empty() || (failure.kind != Kind::unknown_batch && !is_open)) return;
  const std::string line = config::data_line(lacking), offered = config::offered_line(failure.message);
  if (offered.empty())
    failure.message += (is_open ? "; say" : "; or say") + (" what the files hold that it reads: " + line);
  else if (lacking.size() > 1)
    failure.message.replace(failure.message.find(offered), offered.size(), line);
}

}  // namespace

std::unique_ptr<Started> ProgramRun::started() {
  std::unique_ptr<Started> run = start(program_, phase_.experiment, phase_.config, context_, Entry::to_train);
  run->interpreter.world().supposed = supposed_;
  return run;
}

std::optional<BuildFailure> ProgramRun::watch(Started& run, const Source& script, Watcher& watcher, int64_t batches) {
  std::optional<BuildFailure> failure;
  watcher.starts_afresh = afresh_;
  try {
    bring_batches(run, phase_, batches, watcher);
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

void ProgramRun::lay_to_batch(BuildFailure& failure) const {
  constexpr std::string_view kSigns[] = {"ValueError: not enough values to unpack",
                                         "ValueError: too many values to unpack", "TypeError: tuple indices must be",
                                         "TypeError: list indices must be"};
  const config::Experiment& experiment = phase_.experiment;
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

void ProgramRun::take_round(Started& run, RoundRecorder& recorder, const TrainingLoop& loop, const RoundChoice& which) {
  recorder.cut();
  if (!which.goes_behind()) note_untrained_round(*run.builder, loop.span);
  if (!how_.compares) note_not_followed(run.interpreter, how_.other_arms, how_.failure);
  PhaseFacts& facts = outcome_.facts;
  facts.models = recorder.models;
  facts.loader = recorder.loader;
  facts.kept_results = recorder.kept();
  facts.batch = batch_key(run.interpreter, recorder.inputs, phase_.config);
  facts.shape_keys = shape_keys(run.interpreter, recorder.inputs, phase_.config);
  take_size_keys(run.interpreter, run.builder->sized, phase_.config, facts);
  if (which.rounds == Rounds::whole) is_validation_ = recorder.validates_behind();
  outcome_.round = FollowedRound{
      {supposed_, afresh_, loop, false, {}, which.warm_up}, recorder.conditions, {}, run.interpreter.budget().steps()};
  recorder.take(*outcome_.round);
  take_graph(run.interpreter, *run.builder, phase_, outcome_);
}

void ProgramRun::record(const Source& script, const TrainingLoop& loop, const RoundChoice& which) {
  const std::unique_ptr<Started> run = started();
  run->interpreter.world().other_arms = how_.other_arms;  // the loop is the same one whichever arm it takes
  interp::enter_arms(run->interpreter, loop.arms);
  RoundRecorder recorder(run->interpreter, run->builder, loop, which);
  const int64_t drawn = std::max(loop.iterations, loop.batches);
  outcome_.facts.stage = phase_.stage;
  outcome_.failure = watch(*run, script, recorder, which.goes_behind() ? drawn : kMostRounds * drawn + 1);
  if (!outcome_.failure) outcome_.failure = recorder.lacks_batch();
  if (outcome_.failure) lay_to_batch(*outcome_.failure);
  if (!outcome_.failure) recorder.end_of_program();
  if (!outcome_.failure && !recorder.is_complete())
    outcome_.failure = not_seen(loop, run->interpreter.budget().steps() > which.most);
  std::optional<BuildFailure> cut_short;
  const bool in_time = outcome_.failure && outcome_.failure->kind == Kind::budget;
  if (outcome_.failure && recorder.ends_cut_short(in_time)) cut_short = std::exchange(outcome_.failure, std::nullopt);
  run->builder->finish();
  if (!outcome_.failure) {
    take_round(*run, recorder, loop, which);
    outcome_.round->cut_short = std::move(cut_short);
  } else {
    outcome_.is_raised = outcome_.failure->kind == Kind::raised;
    outcome_.failure = as_far_as_known(run->interpreter, *outcome_.failure);
    offer_data(run->interpreter, *outcome_.failure);
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

}  // namespace vramlint::model

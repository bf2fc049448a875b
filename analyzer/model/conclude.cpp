#include "model/conclude.h"

#include <algorithm>

#include "config/contents.h"
#include "interp/branches.h"
#include "interp/listed.h"
#include "interp/opaque.h"
#include "interp/text.h"
#include "model/failure.h"

namespace vramlint::model {
namespace {

using interp::Interpreter;
using interp::Value;
using Kind = BuildFailure::Kind;

/// torch.backends.cudnn.benchmark as the step leaves it, if it is on.
std::optional<bool> benchmark_of(Interpreter& interpreter) {
  const interp::Result<Value> module = interpreter.import_module("torch.backends.cudnn");
  const auto* found = std::get_if<Value>(&module);
  const auto* cudnn = found ? found->as<interp::Module>() : nullptr;
  const auto* names = cudnn ? cudnn->globals.as<interp::Dict>() : nullptr;
  const Value* benchmark = names ? names->find("benchmark") : nullptr;
  if (benchmark && benchmark->is_bool() && benchmark->as_bool()) return true;
  return std::nullopt;
}

/// What the program has put into os.environ for libraries, beyond what it found there.
std::vector<std::pair<std::string, std::string>> set_by_program(Interpreter& interpreter,
                                                                const config::Experiment& experiment) {
  std::vector<std::pair<std::string, std::string>> set;
  for (const auto& [name, value] : interp::environment_of(interpreter)) {
    if (!config::is_library_variable(name)) continue;
    if (value.is_unknown()) {
      interp::note_unknown(
          interpreter, unknown_by(value.as<interp::UnknownValue>()->info,
                                  "the program sets " + name + " to what is not known", {}, Gap::held, Pull::either));
    } else if (value.is_string()) {
      std::pair<std::string, std::string> variable(name, value.as_string());
      const auto& found = experiment.environment;
      if (std::find(found.begin(), found.end(), variable) == found.end()) set.push_back(std::move(variable));
    }
  }
  return set;
}

std::vector<Span> places_of_modules(const Builder& builder, const config::Experiment& experiment) {
  std::vector<Span> places(builder.graph.modules.size());
  for (const auto& [object, module] : builder.modules) {
    const auto made = builder.made.find(object);
    if (made == builder.made.end()) continue;
    places[module] = made->second;
    if (experiment.model) places[module] = in_recipe(places[module], *experiment.model);
    if (experiment.setup) places[module] = in_recipe(places[module], *experiment.setup);
  }
  return places;
}

/// Branches on what is not known whose arm was chosen, the latest first.
std::vector<Span> guessed_branches(Interpreter& interpreter) {
  std::vector<Span> found;
  const std::vector<Assumption>& all = interpreter.assumptions();
  for (auto each = all.rbegin(); each != all.rend(); ++each) {
    const bool is_guess = each->text.starts_with(interp::kHoldsMore) || each->text.starts_with(interp::kGoesOn);
    if (is_guess && std::find(found.begin(), found.end(), each->span) == found.end()) found.push_back(each->span);
  }
  return found;
}

/// Those of which it is not sure that less is held after the other arm, in their order.
std::vector<Span> contested_branches(Interpreter& interpreter) {
  std::vector<Span> found;
  for (const Assumption& each : interpreter.assumptions()) {
    if (each.text.starts_with(interp::kHoldsMore) || each.text.starts_with(interp::kRaisesCaught))
      add_once(found, each.span);
  }
  return found;
}

}  // namespace

std::string phase_name(const config::Experiment& experiment, const config::Phase* phase) {
  const std::string own = phase ? phase->name : "train";
  if (experiment.stage.empty()) return own;
  return own == "train" ? experiment.stage : experiment.stage + "/" + own;
}

BuildFailure as_far_as_known(Interpreter& interpreter, BuildFailure failure) {
  const std::vector<Unknown>& noted = interpreter.unknowns();
  if (failure.kind == Kind::budget) {
    if (failure.message.starts_with("evaluation stopped") || failure.message.starts_with("values of more"))
      failure.message += " --evaluation-budget 10 allows ten times as much";
    return failure;
  }
  if (failure.kind == Kind::unsupported) return failure;
  const std::vector<Assumption>& assumed = interpreter.assumptions();
  const auto guess = std::find_if(assumed.begin(), assumed.end(), interp::is_given_back);
  if (noted.empty() && guess == assumed.end()) return failure;
  failure.kind = Kind::unsupported;
  failure.message += noted.empty() ? "; what led there is assumed: " + guess->text
                                   : "; what led there is not all known: " + noted.front().reason;
  return failure;
}

std::optional<ParameterCount> parameters_of(const graph::Graph& graph) {
  ParameterCount count;
  for (const graph::Parameter& parameter : graph.parameters) {
    if (parameter.buffer) continue;
    const graph::Tensor& tensor = graph.tensors[parameter.tensor];
    count.total += tensor.type.numel();
    count.trainable += tensor.requires_grad ? tensor.type.numel() : 0;
    count.bytes += tensor.type.bytes().point;
  }
  return count.total > 0 ? std::optional(count) : std::nullopt;
}

void note_not_followed(Interpreter& interpreter, const std::vector<Span>& arms) {
  for (const Span& arm : arms)
    interp::note_unknown(interpreter, {"one arm of " + interp::quoted(arm) +
                                           " is not followed, for the program fails after it; it may hold more",
                                       arm});
}

void take_graph(Interpreter& interpreter, Builder& builder, const PhaseOf& phase, Outcome& outcome) {
  PhaseFacts& facts = outcome.facts;
  builder.graph.phase = phase_name(phase.experiment, phase.phase);
  facts.cudnn_benchmark = benchmark_of(interpreter);
  facts.environment = set_by_program(interpreter, phase.experiment);
  for (const Unknown& unknown : interpreter.unknowns()) add_once(builder.graph.unknowns, unknown);
  facts.made = places_of_modules(builder, phase.experiment);
  facts.made_in_step = std::move(builder.made_in_step);
  facts.unsaid_checkpoints = std::move(builder.unsaid_checkpoints);
  facts.checkpoints = std::move(builder.checkpoints.ended);
  outcome.graph = std::move(builder.graph);
}

void take_notes(Interpreter& interpreter, Outcome& outcome) {
  outcome.unknowns = interpreter.unknowns();
  outcome.assumptions = interp::listed_assumptions(interpreter);
  outcome.guessed = guessed_branches(interpreter);
  outcome.contested = contested_branches(interpreter);
}

}  // namespace vramlint::model

#include "model/conclude.h"

#include <algorithm>
#include <cctype>

#include "interp/branches.h"
#include "interp/import_notes.h"
#include "interp/listed.h"
#include "interp/opaque.h"
#include "interp/text.h"
#include "model/apply.h"
#include "model/failure.h"
#include "model/library_settings.h"

namespace vramlint::model {
namespace {

using interp::Interpreter;
using interp::Value;
using Kind = BuildFailure::Kind;

std::vector<Span> places_of_modules(const Builder& builder, const config::Experiment& experiment) {
  std::vector<Span> places(builder.graph.modules.size());
  for (const auto& [object, module] : builder.modules) {
    const auto made = builder.made.find(object);
    if (made == builder.made.end()) continue;
    places[module] = made->second.making.site;
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
    if (interp::is_chosen_arm(*each) && std::find(found.begin(), found.end(), each->span) == found.end())
      found.push_back(each->span);
  }
  return found;
}

/// Those of which it is not sure that less is held after the other arm, in their order.
std::vector<Span> contested_branches(Interpreter& interpreter) {
  std::vector<Span> found;
  for (const Assumption& each : interpreter.assumptions()) {
    for (const char* choice : interp::kContested)
      if (each.text.starts_with(choice)) add_once(found, each.span);
  }
  return found;
}

}  // namespace

std::string phase_name(const config::Experiment& experiment, const config::Phase* phase) {
  const std::string own = phase ? phase->name : "train";
  if (experiment.stage.empty()) return own;
  return own == "train" ? experiment.stage : experiment.stage + "/" + own;
}

namespace {

bool is_part(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Numbers that stand by themselves, as "371" and those of "4x371", and not that of "float32" or "4D".
std::vector<std::string_view> numbers_in(std::string_view text) {
  std::vector<std::string_view> found;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && is_part(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    const size_t times = word.find('x');
    for (const std::string_view part : {word.substr(0, times), word.substr(std::min(times, word.size() - 1) + 1)})
      if (!part.empty() && std::all_of(part.begin(), part.end(), is_digit)) found.push_back(part);
    at = std::max(end, at + 1);
  }
  return found;
}

/// A shape is told whole where one of its sizes is wrong.
std::string without_lists(std::string_view text) {
  std::string rest;
  int depth = 0;
  for (const char c : text) {
    depth += c == '[';
    if (depth == 0) rest += c;
    depth -= c == ']' && depth > 0;
  }
  return rest;
}

/// The sizes that do not go together, where the message tells them apart from the others: "(4x371 and 128x64)" are
/// multiplied over the inner two, "to have 36 channels, but got 20" names both. As many elements as a shape has are of
/// all its sizes.
bool names_number(const std::string& message, int64_t number) {
  const std::string text = std::to_string(number), rest = without_lists(message);
  std::vector<std::string_view> numbers = numbers_in(rest);
  if (const size_t at = rest.find("cannot be multiplied ("); at != std::string::npos) {
    numbers = numbers_in(std::string_view(rest).substr(at));
    if (numbers.size() == 4) return numbers[1] == text || numbers[2] == text;
  }
  if (numbers.size() < 2 || message.find("invalid for input of size") != std::string::npos)
    numbers = numbers_in(message);
  return std::find(numbers.begin(), numbers.end(), text) != numbers.end();
}

/// "too many indices for tensor of dimension 3", "expected 4D input (got 3D input)": what was got, not what would do.
bool names_rank(std::string_view message, int64_t rank) {
  const size_t got = message.rfind("got ");
  if (got != std::string_view::npos) message.remove_prefix(got);
  const std::string text = std::to_string(rank);
  const std::string forms[] = {"of dimension " + text, text + "D ", text + "-D ", text + " dimension", "dim: " + text};
  return std::ranges::any_of(forms,
                             [&](const std::string& form) { return message.find(form) != std::string_view::npos; });
}

/// The exception speaks of a size, or of a number of dimensions, that the project file says of the program's files,
/// which may be another.
std::string stated_size(Interpreter& interpreter, const std::string& message) {
  constexpr int64_t kMostOfAnything = 4;  // channels, corners: any tensor may be of that size
  for (const interp::World::Data& data : interpreter.world().data) {
    if (data.dtype == "number") continue;
    const auto rank = static_cast<int64_t>(data.sizes.size());
    if (rank > 1 && names_rank(message, rank))
      return "; `data:` says " + std::to_string(rank) + " dimensions of `" + data.pattern +
             "`, which need not be so everywhere";
    for (const int64_t size : data.sizes)
      if (size > kMostOfAnything && names_number(message, size))
        return "; `data:` says " + std::to_string(size) + " of `" + data.pattern + "`, which need not be so everywhere";
  }
  return {};
}

}  // namespace

BuildFailure as_far_as_known(Interpreter& interpreter, BuildFailure failure) {
  const std::vector<Unknown>& noted = interpreter.unknowns();
  if (failure.kind == Kind::budget) {
    if (failure.message.starts_with("values of more"))
      failure.message += "; `--evaluation-budget 10` allows ten times as much";
    return failure;
  }
  if (failure.kind == Kind::unsupported || failure.kind == Kind::unknown_batch) return failure;
  const std::vector<Assumption>& assumed = interpreter.assumptions();
  const auto guess = std::find_if(assumed.begin(), assumed.end(), interp::is_guess);
  const std::optional<std::string> changed = interp::why_changed(interpreter);
  const std::shared_ptr<Builder> builder = builder_of(interpreter);
  const std::string refused = builder ? builder->refused_at_most_likely : "";
  const bool is_refused = !refused.empty() && failure.message.find(refused) != std::string::npos;
  if (noted.empty() && guess == assumed.end() && !changed && !is_refused) {
    const std::string stated = stated_size(interpreter, failure.message);
    if (!stated.empty()) failure.kind = Kind::unsupported;
    failure.message += stated;
    return failure;
  }
  failure.kind = Kind::unsupported;
  if (noted.empty() && guess != assumed.end())
    failure.message += "; what led there is assumed: " + guess->text;
  else if (noted.empty() && !changed)
    failure.message += "; the sizes are not all known, and others may fit";
  else
    failure.message += "; what led there is not all known: " + (noted.empty() ? *changed : noted.front().reason);
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

void note_not_followed(Interpreter& interpreter, const std::vector<Span>& arms, const std::string& failure) {
  const auto has_too_many_dimensions = [&](const Span& arm) {  // for whatever the program does with the array
    return std::ranges::any_of(interpreter.assumptions(), [&](const Assumption& each) {
      return each.span == arm && each.text.starts_with(interp::kFewerDimensions);
    });
  };
  for (const Span& arm : arms)
    if (!has_too_many_dimensions(arm))
      interp::note_unknown(interpreter,
                           {"one arm of " + interp::quoted(arm) + " is not followed, for the program fails after it (" +
                                failure + "); it may hold more",
                            arm});
}

void note_untrained_round(Builder& builder, const Span& loop) {
  graph::Graph& graph = builder.graph;
  const auto is_held = [](const graph::Optimizer& each) { return !each.parameters.empty(); };
  const auto needs_grad = [](const graph::Tensor& each) { return each.leaf && each.requires_grad; };
  if (std::any_of(graph.optimizers.begin(), graph.optimizers.end(), is_held)) return;
  if (std::any_of(graph.tensors.begin(), graph.tensors.end(), needs_grad)) return;
  graph.unknowns.push_back(
      {"nothing that the loop trains is known: no parameter, no gradient and no state of an "
       "optimizer is counted",
       loop,
       Pull::up,
       {},
       {},
       Gap::training});
}

namespace {

/// A weight that is frozen again when the step ends, as a discriminator while its generator learns, is trained all the
/// same.
void note_trained(graph::Graph& graph, const std::vector<graph::Event>& events) {
  for (const graph::Event& event : events) {
    const auto* node = std::get_if<graph::Node>(&event);
    if (!node || !node->recorded) continue;
    for (size_t i = 0; i < node->inputs.size(); ++i) {
      graph::Tensor& input = graph.tensors[node->inputs[i]];
      input.requires_grad |= input.leaf && node->call.operands.at(i).requires_grad;
    }
  }
}

}  // namespace

void take_graph(Interpreter& interpreter, Builder& builder, const PhaseOf& phase, Outcome& outcome) {
  PhaseFacts& facts = outcome.facts;
  builder.graph.phase = phase_name(phase.experiment, phase.phase);
  take_library_settings(interpreter, builder, phase.experiment, facts);
  append_once(builder.graph.unknowns, interpreter.unknowns());
  note_trained(builder.graph, builder.graph.events);
  for (const graph::Program& program : builder.graph.programs) note_trained(builder.graph, program.events);
  facts.made = places_of_modules(builder, phase.experiment);
  facts.makings = std::move(builder.makings);
  facts.made_in_step = std::move(builder.made_in_step);
  facts.unsaid_checkpoints = std::move(builder.unsaid_checkpoints);
  facts.checkpoints = std::move(builder.checkpoints.ended);
  outcome.graph = std::move(builder.graph);
}

void take_notes(Interpreter& interpreter, Outcome& outcome) {
  outcome.unknowns = interpreter.unknowns();
  outcome.assumptions = interp::listed_assumptions(interpreter);
  outcome.missing_packages = interp::taken_as_missing(interpreter);
  outcome.guessed = guessed_branches(interpreter);
  outcome.contested = contested_branches(interpreter);
}

}  // namespace vramlint::model

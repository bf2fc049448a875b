// Runs the model's constructor, forward and loss on shape-only tensors, and writes down what happens as a Graph.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "base/files.h"
#include "base/finding.h"
#include "base/outcome.h"
#include "base/shared_list.h"
#include "base/unknown.h"
#include "config/config.h"
#include "config/experiment.h"
#include "graph/graph.h"
#include "interp/interpreter.h"
#include "model/build_notes.h"
#include "model/checkpoints.h"
#include "model/made_module.h"

namespace vramlint::model {

/// A config key that sets something, with the integer it sets.
struct KeyFact {
  std::string key;  ///< dotted
  Span span;        ///< of the value
  int64_t value = 0;
};

/// The DataLoader of a training loop, where a program was followed.
struct LoaderFacts {
  Span span;  ///< of the loop that draws its batches
  int64_t workers = 0, prefetch = 0;
  Bytes batch;  ///< of its tensors, on the host
};

constexpr int64_t kTurnsTaken = 100;  ///< of a loop of which nobody knows how often it runs

/// What a loop keeps on the GPU of each of its turns.
struct KeptResults {
  enum class Of : uint8_t {
    evaluation,  ///< a loop over a loader that trains nothing
    history,     ///< likewise: what autograd has saved for results that are kept with their history
    training
  };
  std::vector<Span> places;  ///< where it is appended, or joined to what is there
  Bytes bytes;               ///< of all, in one turn
  int64_t turns = 0;         ///< 0: not known
  Of of = Of::evaluation;
};

/// What a phase is beside the one before it.
enum class PhaseKind : uint8_t {
  own,
  alternative,  ///< to that one: another arm of a branch on what is not known
  later,        ///< another round of the same loop: it counts where it needs more
};

/// What decides the size of a phase.
struct PhaseFacts {
  size_t stage = 0;  ///< of the experiment's stages
  PhaseKind kind = PhaseKind::own;
  std::optional<KeyFact> batch;     ///< the single key that is the first dimension of every input
  std::vector<KeyFact> shape_keys;  ///< keys that reach the inputs' other dimensions
  std::vector<KeyFact> size_keys;   ///< keys that size or repeat what the step makes: of the most bytes first
  std::vector<KeyFact> file_keys;   ///< likewise, of other files of data that the program opens
  std::vector<KeyFact> own_keys;    ///< of a later round: those of size_keys that size nothing of the first
  config::Precision precision = config::Precision::fp32;
  std::optional<KeyFact> precision_key;  ///< the single key that decides it
  std::vector<std::string> models;       ///< where there are several: the first part of their modules' paths
  std::vector<Span> made;                ///< by module of the phase's graph: where its class is called; may be nowhere
  std::vector<ModuleMaking> makings;     ///< by module of the phase's graph
  std::vector<std::pair<graph::TensorId, Span>> made_in_step;  ///< parameters of layers that the step makes
  std::optional<bool> cudnn_benchmark;  ///< torch.backends.cudnn.benchmark where the program turns it on
  bool compiles = false;                ///< the program calls torch.compile
  std::optional<LoaderFacts> loader;    ///< where all of it is known
  std::optional<config::DistributedFacts> distributed;  ///< where the program itself wraps its model
  /// Variables that libraries go by, as the program itself sets them.
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<Span> unsaid_checkpoints;     ///< calls of torch.utils.checkpoint without use_reentrant, in their order
  std::vector<CheckpointCall> checkpoints;  ///< in the order of their ends
  std::vector<KeptResults> kept_results;
  std::vector<Span> other_arms;  ///< of an alternative: the branches that go the other way
};

struct Built : PhaseFacts {  ///< the facts of the phase with the highest peak, once that is known
  SharedList<graph::Graph> phases;
  std::vector<PhaseFacts> facts;  ///< one per phase
  std::set<std::string>
      read_elsewhere;             ///< weights that an operator reads in a phase that was followed and is not told
  bool followed_in_part = false;  ///< a phase that is not told reads what is not known
  std::vector<KeptResults> kept_in_all;  ///< of all phases that were followed, told or not
  std::vector<std::string> followed;     ///< phases, told or not; of alternatives one
  std::vector<KeyFact> batches;          ///< what may set the batch of one of them: each once
};

/// A model that could not be built, and the place and keys that explain it.
struct BuildFailure {
  enum class Kind : uint8_t {
    unresolved,     ///< the model's name leads to no source
    raised,         ///< the source raises: constructor, forward or loss
    unknown_shape,  ///< a shape is neither in config nor source nor recipe
    invalid_value,  ///< an input dimension is zero or negative
    unknown_batch,  ///< what a loader yields is neither in its source nor in the recipe
    unsupported,    ///< a construct or operator we do not know
    budget,
  } kind = Kind::unsupported;
  std::string message;
  Span span;                             ///< in the model's source or the recipe
  std::vector<interp::OriginAtom> keys;  ///< config keys involved
  std::vector<Span> calls;
  std::string phase;  ///< where it is not the only one
  bool ends = false;  ///< all was followed: the program ends, and trains nothing
};

struct BuildResult {
  std::optional<Built> built;           ///< the phases that could be built, if any
  std::optional<BuildFailure> failure;  ///< the first
  std::vector<BuildFailure> failures;   ///< all, each once
  std::vector<Unknown> unknowns;
  std::vector<Assumption> assumptions;
  std::optional<ParameterCount> parameters;  ///< of the first phase that failed after its model was made
  BuildNotes notes;
  bool is_cut = false;  ///< BuildContext::goes_on wanted no more of it
};
struct BuildContext {
  Files& files;
  interp::ParsedModules& parsed;
  std::string torch{graph::kDefaultTorch};  ///< the version that the step runs under
  class Workshop* workshop = nullptr;       ///< none: every build imports anew
  interp::Limits limits = {};
  class KeptStages* stages = nullptr;      ///< of this config, as it is
  class ConfigView* view = nullptr;        ///< of the stage that is built
  int64_t steps = 0;                       ///< of the interpreter, by all that was tried
  std::vector<const Source*> opened = {};  ///< files that programs have read
  BuildNotes notes = {};                   ///< of the stage that is built
  const BuildNotes* known = nullptr;       ///< plain ones, of the config that this one is a trial of
  /// Asked of each phase before its other arms and later rounds are followed; may be empty.
  std::function<bool(const graph::Graph& graph, const PhaseFacts& facts)> goes_on = {};
};

BuildResult build(const config::Config& config, const config::Experiment& experiment, BuildContext& context);

/// The embedded Python files: torch/nn/__init__.py and the rest.
const interp::EmbeddedFiles& prelude();

}  // namespace vramlint::model

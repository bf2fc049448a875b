// Runs the model's constructor, forward and loss on shape-only tensors, and writes down what happens as a Graph.
#pragma once

#include <optional>
#include <vector>

#include "base/files.h"
#include "base/finding.h"
#include "base/unknown.h"
#include "config/config.h"
#include "config/experiment.h"
#include "graph/graph.h"
#include "interp/interpreter.h"

namespace vramlint::model {

/// A config key that sets something, with the integer it sets.
struct KeyFact {
  std::string key;  ///< dotted
  Span span;        ///< of the value
  int64_t value = 0;
};

struct Built {
  std::vector<graph::Graph> phases;
  std::optional<KeyFact> batch;     ///< the single key that is the first dimension of every input
  std::vector<KeyFact> shape_keys;  ///< keys that reach the inputs' other dimensions
  config::Precision precision = config::Precision::fp32;
  std::optional<KeyFact> precision_key;  ///< the single key that decides it
};

/// A model that could not be built, and the place and keys that explain it.
struct BuildFailure {
  enum class Kind : uint8_t {
    unresolved,     ///< the model's name leads to no source
    raised,         ///< the source raises: constructor, forward or loss
    unknown_shape,  ///< a shape is neither in config nor source nor recipe
    invalid_value,  ///< an input dimension is zero or negative
    unsupported,    ///< a construct or operator we do not know
    budget,
  } kind = Kind::unsupported;
  std::string message;
  Span span;                             ///< in the model's source or the recipe
  std::vector<interp::OriginAtom> keys;  ///< config keys involved
  std::vector<Span> calls;
};

struct BuildResult {
  std::optional<Built> built;
  std::optional<BuildFailure> failure;  ///< one of the two is set
  std::vector<Unknown> unknowns;
  std::vector<Assumption> assumptions;
};

struct BuildContext {
  Files& files;
  interp::ParsedModules& parsed;
  std::string torch{graph::kDefaultTorch};  ///< the version that the step runs under
};

BuildResult build(const config::Config& config, const config::Experiment& experiment, BuildContext& context);

/// The embedded Python files: torch/nn/__init__.py and the rest.
const interp::EmbeddedFiles& prelude();

}  // namespace vramlint::model

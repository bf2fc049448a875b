// Places in what a build yields, where it is kept for another config.
#pragma once

#include <unordered_set>

#include "config/counterpart.h"
#include "model/build.h"

namespace vramlint::model {

/// The texts that a config was made of.
class ConfigFiles {
 public:
  explicit ConfigFiles(const config::Config& config) : files_(config.files.begin(), config.files.end()) {
    files_.insert(config.source);
  }
  bool hold(const Span& span) const { return span && files_.contains(span.source); }
  bool hold_any_of(const graph::Graph& graph) const;

 private:
  std::unordered_set<const Source*> files_;
};

/// Of all its graphs.
size_t events_of(const BuildResult& result);

/// Places in the config become their counterparts in the other one; whether all have one.
bool move_places(BuildResult& result, const config::Config& config, const config::Counterpart& counterpart);

}  // namespace vramlint::model

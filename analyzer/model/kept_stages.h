// Stages of a config that are followed once for its trials: a program sees nothing of what another stage's keys say.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/build.h"
#include "model/config_view.h"

namespace vramlint::model {

/// Of one config, as it is: what comes of a stage that a trial changes is not kept.
class KeptStages {
 public:
  struct Stage {
    const config::Config& config;
    const config::Experiment& experiment;
    const std::string& torch;
    size_t number;
  };
  /// Whether all that the stage has of the config is what its programs read of the file.
  static bool can_keep(const Stage& stage);

  /// What building it would yield; it costs as many steps as it did.
  std::optional<BuildResult> find(const Stage& stage, int64_t& steps) const;
  void keep(const Stage& stage, ConfigView view, const BuildResult& result, int64_t steps);  ///< the first time

 private:
  struct Kept;
  std::vector<std::shared_ptr<const Kept>> kept_;
};

}  // namespace vramlint::model

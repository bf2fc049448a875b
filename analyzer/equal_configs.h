// Configs that differ in their names and in nothing that they set.
#pragma once

#include <string>
#include <vector>

#include "base/finding.h"
#include "config/project.h"

namespace vramlint {

/// A config of a run, what makes a training of it, and what it sets (config::settings_digest).
struct ConfigSettings {
  const Source* source = nullptr;
  const config::Recipe* recipe = nullptr;  ///< none: the framework's own style
  std::string digest;                      ///< empty: nothing can be said
};

/// A note at each config that sets what one before it sets.
void report_equal_configs(const std::vector<ConfigSettings>& configs, Findings& findings);

}  // namespace vramlint

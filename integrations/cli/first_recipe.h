// The recipe that `init` proposes: the program itself, tried with one of its configs; where it cannot be followed to
// its training step, what its source says of that step.
#pragma once

#include <string>
#include <vector>

#include "integrations/cli/workspace.h"

namespace vramlint::cli {

struct FirstRecipe {
  std::string text;               ///< of a vramlint.yaml
  std::string said;               ///< what came out of the trial
  std::vector<std::string> open;  ///< what the user has to say
};

/// `arguments`: what the program is started with; none: as its parser declares it. `project`: where packages lie.
FirstRecipe first_recipe(const Source& script, Files& files, const std::vector<std::string>& arguments,
                         const ProjectOptions& project);

}  // namespace vramlint::cli

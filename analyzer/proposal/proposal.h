// A recipe proposed for a training program: what its source says of model, batch, optimizer and step.
#pragma once

#include <string>
#include <vector>

#include "base/files.h"

namespace vramlint::proposal {

struct Proposal {
  std::string recipe;             ///< the text of a vramlint.yaml
  std::vector<std::string> open;  ///< what could not be determined, as it stands in the text's TODO comments
};

/// Reads the script and the modules of the repository that it leads to; runs nothing.
Proposal propose(const Source& script, Files& files);

/// Files below the root that look like training programs: they make an optimizer and call backward(). By path.
std::vector<const Source*> find_training_scripts(Files& files);

}  // namespace vramlint::proposal

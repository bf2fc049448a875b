// Whether a fix does to all configs what it does to the one that it is offered for.
#pragma once

#include <vector>

#include "standing.h"

namespace vramlint::cli {

/// One config of a run, as it stands without any fix.
struct Confirmed {
  const Source* source = nullptr;
  const config::Recipe* recipe = nullptr;  ///< to go by, where several claim the file
  std::vector<const Source*> files;        ///< that contributed to it
  Standing standing;
  std::vector<Finding>* findings = nullptr;
};

/// Takes away the fixes with which a config that their edits reach gets less far, or no longer fits. What a rule has
/// tried on its own config is not tried there once more.
void confirm_fixes(const std::vector<Confirmed>& configs, const Session& session, unsigned jobs);

}  // namespace vramlint::cli

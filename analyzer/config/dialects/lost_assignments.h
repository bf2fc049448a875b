// Names of a Python config that are set twice, so that what the first assignment says is lost.
#pragma once

#include <string>
#include <vector>

#include "syntax/python.h"

namespace vramlint::config {

struct LostAssignment {
  std::string name;
  Span lost;   ///< the name where it is set first
  Span again;  ///< where it is set again
};

/// Of statements at the module's top, in order. One whose name occurs anywhere between the two values counts as read.
std::vector<LostAssignment> lost_assignments(const syntax::PythonModule& module);

}  // namespace vramlint::config

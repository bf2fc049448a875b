// Which PyTorch a repository says it runs with: `pytorch=1.6.0` of a README, `torch==1.13.1` of its requirements.
#pragma once

#include <optional>
#include <string>

#include "base/files.h"

namespace vramlint::proposal {

struct StatedTorch {
  std::string release;  ///< "1.6", the oldest one described where an older one is said
  std::string said;     ///< "1.6.0"
  std::string file;     ///< that says it
};

/// Exact releases alone; the first of requirements, environments and README at the root.
std::optional<StatedTorch> stated_torch(Files& files);

/// The line of a project file, with where it is from.
std::string torch_line(const StatedTorch& stated);

}  // namespace vramlint::proposal
